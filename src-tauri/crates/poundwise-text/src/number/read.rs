//! The reader of numbers. It reads each form that exists, and says which marks the text has.

use poundwise_documents::units::DecimalSign;

use super::currency::CurrencyMark;
use super::exact::{Exact, KEPT_DIGITS};
use super::sign::{is_minus, is_sign};
use super::{Grouping, SignForms};

/// The most digits of an exponent.
const EXPONENT_DIGITS: usize = 4;

/// Parts of a text besides digits, a decimal sign, an exponent and a hyphen-minus.
pub(super) struct Marks<'a> {
    /// The marks between groups of digits. `Indian` if they are not western groups.
    pub(super) grouping: Grouping,
    /// Whether commas can be those of Indian groups.
    pub(super) is_indian: bool,
    pub(super) signs: SignForms,
    /// Whether a space follows the sign.
    pub(super) sign_space: bool,
    pub(super) percent: bool,
    pub(super) leading_zeros: bool,
    pub(super) currency: Option<&'a str>,
}

impl Marks<'_> {
    const NONE: Self = Self {
        grouping: Grouping::None,
        is_indian: false,
        signs: SignForms {
            plus: false,
            dash: false,
            trailing: false,
            brackets: false,
        },
        sign_space: false,
        percent: false,
        leading_zeros: false,
        currency: None,
    };

    pub(super) fn are_plain(&self) -> bool {
        self.grouping == Grouping::None
            && self.signs == SignForms::default()
            && !self.sign_space
            && !self.percent
            && !self.leading_zeros
            && self.currency.is_none()
    }
}

fn is_space(c: char) -> bool {
    c.is_whitespace() && !c.is_control()
}

/// Reads a text without the spaces around it. `currency`: marks that may stand directly before a
/// decimal sign or an exponent.
pub(super) fn scan<'a>(
    text: &'a str,
    decimal: DecimalSign,
    currency: &[CurrencyMark],
) -> Option<(Exact, Marks<'a>)> {
    let mut marks = Marks::NONE;
    let bytes = text.as_bytes();
    // The common case has no affix but a hyphen-minus.
    let (negative, digits) = match bytes {
        [b'-', rest @ ..] => (true, rest),
        rest => (false, rest),
    };
    let is_bare = matches!(digits, [b'0'..=b'9', ..]) && matches!(digits.last(), Some(b'0'..=b'9'));
    if is_bare {
        let core = text.get(usize::from(negative)..)?;
        let number = core_of(core, decimal, &mut marks)?;
        return Some((Exact { negative, ..number }, marks));
    }
    let (start, end) = core_range(text, decimal, currency)?;
    let mut affixes = Affixes::default();
    affixes.before(text.get(..start)?, &mut marks)?;
    let after = text.get(end..)?;
    affixes.after(after, &mut marks)?;
    let core = text.get(start..end)?;
    // `5.-` is a price without decimals elsewhere, not a negative number.
    if marks.signs.trailing && core.ends_with(decimal.char()) {
        return None;
    }
    let number = core_of(core, decimal, &mut marks)?;
    let negative = affixes.negative;
    Some((Exact { negative, ..number }, marks))
}

/// Returns where the digits begin and end, with their decimal sign.
fn core_range(
    text: &str,
    decimal: DecimalSign,
    currency: &[CurrencyMark],
) -> Option<(usize, usize)> {
    let bytes = text.as_bytes();
    let sign = decimal.char() as u8;
    let first = bytes.iter().position(u8::is_ascii_digit)?;
    let last = bytes.iter().rposition(u8::is_ascii_digit)?;
    let mut start = first;
    if let Some(before) = first.checked_sub(1)
        && bytes.get(before) == Some(&sign)
    {
        // The point of `Rs.500` ends an abbreviation.
        let name = text.get(..before)?;
        let follows_letter = name.chars().next_back().is_some_and(char::is_alphabetic);
        let is_of_mark = text
            .get(..first)
            .is_some_and(|name| currency.iter().any(|mark| name.ends_with(mark.as_str())));
        if !follows_letter && !is_of_mark {
            start = before;
        }
    }
    let mut end = last + 1;
    if bytes.get(end) == Some(&sign) {
        end += 1;
    }
    Some((start, end))
}

/// Signs, parentheses, a currency and a percent sign around the digits, each at most once.
#[derive(Default)]
struct Affixes {
    has_sign: bool,
    negative: bool,
    opened: bool,
}

impl Affixes {
    fn sign(&mut self, c: char, marks: &mut Marks<'_>) -> Option<()> {
        if self.has_sign || self.opened {
            return None;
        }
        self.has_sign = true;
        self.negative = is_minus(c);
        marks.signs.dash |= !matches!(c, '+' | '-');
        Some(())
    }

    fn before<'a>(&mut self, text: &'a str, marks: &mut Marks<'a>) -> Option<()> {
        let mut rest = text;
        let mut after_sign = false;
        while let Some(c) = rest.chars().next() {
            let mut taken = c.len_utf8();
            if is_space(c) {
                marks.sign_space |= after_sign;
            } else if is_sign(c) {
                self.sign(c, marks)?;
                marks.signs.plus |= c == '+';
                after_sign = true;
            } else if c == '(' {
                if self.opened || self.has_sign {
                    return None;
                }
                self.opened = true;
            } else {
                taken = currency_at(rest, marks)?;
                after_sign = false;
            }
            rest = rest.get(taken..)?;
        }
        Some(())
    }

    fn after<'a>(&mut self, text: &'a str, marks: &mut Marks<'a>) -> Option<()> {
        let mut rest = text;
        let mut closed = false;
        while let Some(c) = rest.chars().next() {
            let mut taken = c.len_utf8();
            if is_space(c) {
            } else if is_sign(c) {
                if closed {
                    return None;
                }
                self.sign(c, marks)?;
                marks.signs.trailing = true;
            } else if c == ')' {
                if closed || !self.opened {
                    return None;
                }
                closed = true;
            } else if c == '%' {
                if marks.percent {
                    return None;
                }
                marks.percent = true;
            } else {
                taken = currency_at(rest, marks)?;
            }
            rest = rest.get(taken..)?;
        }
        if self.opened {
            marks.signs.brackets = true;
            self.negative = true;
        }
        (closed == self.opened).then_some(())
    }
}

/// Takes a currency at the beginning of `rest`. Returns its length.
fn currency_at<'a>(rest: &'a str, marks: &mut Marks<'a>) -> Option<usize> {
    let ends = |c: char| is_space(c) || is_sign(c) || matches!(c, '(' | ')' | '%');
    let length = rest.find(ends).unwrap_or(rest.len());
    if marks.currency.is_some() {
        return None;
    }
    marks.currency = Some(rest.get(..length)?);
    Some(length)
}

/// Reads digits with a decimal sign, marks between groups and an exponent.
fn core_of(core: &str, decimal: DecimalSign, marks: &mut Marks<'_>) -> Option<Exact> {
    let bytes = core.as_bytes();
    let sign = decimal.char() as u8;
    let mut digits = Digits::default();
    let mut groups = Groups::default();
    let (mut at, mut in_decimals) = (0, false);
    let mut power = 0;
    while let Some(byte) = bytes.get(at).copied() {
        match byte {
            b'0'..=b'9' if in_decimals => digits.decimal(byte - b'0'),
            b'0'..=b'9' => digits.whole(byte - b'0'),
            _ if byte == sign && !in_decimals => {
                groups.end(digits.wholes)?;
                in_decimals = true;
            }
            b'e' | b'E' => {
                power = exponent(bytes.get(at + 1..)?)?;
                break;
            }
            _ if in_decimals => return None,
            _ => {
                let c = core.get(at..)?.chars().next()?;
                groups.mark(kind(c)?, digits.wholes)?;
                at += c.len_utf8() - 1;
            }
        }
        at += 1;
    }
    if !in_decimals {
        groups.end(digits.wholes)?;
    }
    if digits.wholes + digits.decimals == 0 {
        return None;
    }
    if digits.wholes > 1 && digits.leads_with_zero {
        if groups.kind.is_some() {
            return None;
        }
        marks.leading_zeros = true;
    }
    if let Some(kind) = groups.kind {
        marks.is_indian = groups.are_indian && kind == Grouping::Comma;
        marks.grouping = match (groups.are_western, marks.is_indian) {
            (true, _) => kind,
            (false, true) => Grouping::Indian,
            (false, false) => return None,
        };
    }
    digits.exact(power)
}

/// Returns the grouping that a mark between digits belongs to.
fn kind(mark: char) -> Option<Grouping> {
    match mark {
        ',' => Some(Grouping::Comma),
        '.' => Some(Grouping::Point),
        '\'' | '\u{2019}' => Some(Grouping::Apostrophe),
        space if is_space(space) => Some(Grouping::Space),
        _ => None,
    }
}

/// Reads an optional sign and at most four digits.
fn exponent(text: &[u8]) -> Option<i32> {
    let negative = text.first() == Some(&b'-');
    let signed = text.first().is_some_and(|byte| matches!(byte, b'-' | b'+'));
    let digits = text.get(usize::from(signed)..)?;
    if digits.is_empty() || digits.len() > EXPONENT_DIGITS || !digits.iter().all(u8::is_ascii_digit)
    {
        return None;
    }
    let value = digits
        .iter()
        .fold(0, |value, digit| value * 10 + i32::from(digit - b'0'));
    Some(if negative { -value } else { value })
}

/// The groups into which the digits of a whole part are divided.
struct Groups {
    kind: Option<Grouping>,
    /// Number of digits before the last mark.
    before: usize,
    are_western: bool,
    are_indian: bool,
}

impl Default for Groups {
    fn default() -> Self {
        Self {
            kind: None,
            before: 0,
            are_western: true,
            are_indian: true,
        }
    }
}

impl Groups {
    /// Takes a mark after `wholes` digits.
    fn mark(&mut self, kind: Grouping, wholes: usize) -> Option<()> {
        let size = wholes - self.before;
        if self.kind.is_some_and(|before| before != kind) {
            return None;
        }
        if self.kind.is_none() {
            self.are_western = (1..=3).contains(&size);
            self.are_indian = (1..=2).contains(&size);
        } else {
            self.are_western &= size == 3;
            self.are_indian &= size == 2;
        }
        self.kind = Some(kind);
        self.before = wholes;
        (self.are_western || self.are_indian).then_some(())
    }

    /// Ends the whole part after `wholes` digits.
    fn end(&self, wholes: usize) -> Option<()> {
        (self.kind.is_none() || wholes - self.before == 3).then_some(())
    }
}

/// Digits as they are read.
#[derive(Default)]
struct Digits {
    /// Number of digits before the decimal sign.
    wholes: usize,
    /// Number of digits after it.
    decimals: usize,
    leads_with_zero: bool,
    /// The first 18 significant digits, which 64 bits hold.
    few: u64,
    /// All that are kept, if there are more.
    many: u128,
    /// Number of kept digits.
    kept: u32,
    /// Zeros among the decimals that are not kept yet. They are only if a digit follows.
    zeros: u32,
    /// Power of ten of the last kept digit.
    exponent: i32,
    more: bool,
}

/// Digits that 64 bits hold.
const FEW: u32 = 18;

impl Digits {
    fn whole(&mut self, digit: u8) {
        if self.wholes == 0 {
            self.leads_with_zero = digit == 0;
        }
        self.wholes += 1;
        if digit == 0 && self.kept == 0 {
            return;
        }
        if self.kept < KEPT_DIGITS {
            self.keep(digit);
        } else {
            self.exponent = self.exponent.saturating_add(1);
            self.more |= digit != 0;
        }
    }

    fn decimal(&mut self, digit: u8) {
        self.decimals += 1;
        if digit == 0 || self.more {
            self.zeros = self.zeros.saturating_add(1);
            return;
        }
        let zeros = std::mem::take(&mut self.zeros);
        if self.kept > 0 && self.kept.saturating_add(zeros) >= KEPT_DIGITS {
            self.more = true;
            return;
        }
        if self.kept > 0 {
            (0..zeros).for_each(|_| self.keep(0));
        }
        self.keep(digit);
        let places = i32::try_from(zeros).unwrap_or(i32::MAX).saturating_add(1);
        self.exponent = self.exponent.saturating_sub(places);
    }

    fn keep(&mut self, digit: u8) {
        if self.kept < FEW {
            self.few = self.few * 10 + u64::from(digit);
        } else {
            if self.kept == FEW {
                self.many = u128::from(self.few);
            }
            self.many = self.many * 10 + u128::from(digit);
        }
        self.kept += 1;
    }

    fn exact(self, power: i32) -> Option<Exact> {
        Some(Exact {
            negative: false,
            digits: if self.kept <= FEW {
                u128::from(self.few)
            } else {
                self.many
            },
            exponent: self.exponent.checked_add(power)?,
            more: self.more,
        })
    }
}
