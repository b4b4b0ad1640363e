//! The exact number of a text.

/// Digits that are kept of a number. The digits after them are known to be there, without their
/// values.
pub(super) const KEPT_DIGITS: u32 = 38;

/// A number as it is written: a sign, digits, and the power of ten of the last digit. No `Debug`:
/// the number of a cell is data.
#[derive(Clone, Copy)]
pub struct Exact {
    pub(super) negative: bool,
    /// The significant digits, at most 38 of them.
    pub(super) digits: u128,
    /// The power of ten of the last of these digits.
    pub(super) exponent: i32,
    /// Whether digits other than zero follow.
    pub(super) more: bool,
}

impl Exact {
    /// Returns whether the number has a minus. Also `-0` has one.
    #[must_use]
    pub fn is_negative(&self) -> bool {
        self.negative
    }

    /// Returns the number times 10^`scale` if that is an integer of at most 38 digits.
    #[must_use]
    pub fn scaled(&self, scale: u32) -> Option<i128> {
        let (mantissa, decimals) = self.exactly(KEPT_DIGITS, KEPT_DIGITS)?;
        let power = 10i128.checked_pow(scale.checked_sub(decimals)?)?;
        mantissa.checked_mul(power)
    }

    /// Returns `(m, s)` such that the number is m / 10^s in lowest form. `None` if s would be above
    /// `scale`, or m would have more than `most` digits (at most 38).
    #[must_use]
    pub fn exactly(&self, scale: u32, most: u32) -> Option<(i128, u32)> {
        let (mantissa, decimals, is_exact) = self.reduced(scale, most)?;
        is_exact.then_some((mantissa, decimals))
    }

    /// Returns `(m, s)` such that m / 10^s is the number rounded to at most `scale` decimals, half
    /// away from zero, in lowest form. If m would have more than `most` digits (at most 38), the
    /// number is rounded to fewer decimals. `None` if its whole part alone has more.
    #[must_use]
    pub fn rounded(&self, scale: u32, most: u32) -> Option<(i128, u32)> {
        let (mantissa, decimals, _) = self.reduced(scale, most)?;
        Some((mantissa, decimals))
    }

    /// Returns the rounded number, and whether it is the number itself.
    fn reduced(&self, scale: u32, most: u32) -> Option<(i128, u32, bool)> {
        let signed = |digits: u128| {
            let digits = i128::try_from(digits).ok()?;
            Some(if self.negative { -digits } else { digits })
        };
        if self.digits == 0 {
            return Some((0, 0, true));
        }
        let most = most.min(KEPT_DIGITS);
        let count = self.digits.ilog10() + 1;
        let Ok(decimals) = u32::try_from(-i64::from(self.exponent)) else {
            let zeros = u32::try_from(self.exponent).ok()?;
            let is_short = count.checked_add(zeros)? <= most;
            let mantissa = is_short.then(|| self.digits * 10u128.pow(zeros))?;
            return Some((signed(mantissa)?, 0, !self.more));
        };
        if count.saturating_sub(decimals) > most {
            return None;
        }
        let kept = decimals
            .min(scale)
            .min(most.saturating_add(decimals).saturating_sub(count));
        let dropped = decimals - kept;
        let (mut mantissa, mut is_exact) = (self.digits, !self.more);
        if dropped > 0 {
            // Numbers of at most 38 digits are less than a half of 10^39.
            (mantissa, is_exact) = match 10u128.checked_pow(dropped) {
                Some(power) => {
                    let rest = self.digits % power;
                    let up = u128::from(rest >= power - rest);
                    (self.digits / power + up, is_exact && rest == 0)
                }
                None => (0, false),
            };
        }
        let mut scale = kept;
        while scale > 0 && mantissa % 10 == 0 {
            mantissa /= 10;
            scale -= 1;
        }
        let fits = mantissa.checked_ilog10().is_none_or(|last| last < most);
        Some((signed(fits.then_some(mantissa)?)?, scale, is_exact))
    }
}
