//! Means by group, correlations and regressions of moments that are held.

use std::path::Path;

use poundwise_documents::bundle::VerifiedBundle;
use poundwise_documents::units::MicroEpsilon;
use poundwise_query::fit::{FitRequest, Fits, MomentMatrix};
use poundwise_query::shape::ListingShape;
use poundwise_trade::view::{CorrelationsView, Exported, FiguresOf, FitView, GroupsView};
use serde::Deserialize;

use crate::Buyer;
use crate::error::{Error, ErrorCode, Result};
use crate::export::{FigureTable, write_matrix};
use crate::held::held_bundle;
use crate::holdings::{lattice_values, nothing_held};
use crate::messages::{HoldingHint, HoldingMessage};
use poundwise_home::ids::ListingName;

/// Figures that are asked for.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub enum FigureChoice {
    /// The table of groups, with these merged.
    Groups(Vec<Vec<String>>),
    /// The correlations over the groups of these labels, or over all groups.
    Correlations(Vec<String>),
    /// A regression.
    Fit(FitRequest),
}

/// A response of moments that is held: every figure is computed from it. No order is made for a
/// figure, and no privacy is lost.
pub struct HeldMoments {
    shape: ListingShape,
    values: Vec<i64>,
    bundle: VerifiedBundle,
    levels: Vec<MicroEpsilon>,
}

impl Buyer<'_> {
    /// Returns the response of a listing of moments at a level that is held, the highest one for
    /// `None`. Cost: opens one bundle.
    ///
    /// # Errors
    /// `no-such-id`, `ambiguous-id`, `nothing-held`; `level-not-held`; `home-damaged`; errors of
    /// the database, such as `busy`.
    pub fn held_moments(
        &self,
        of: &ListingName,
        level: Option<MicroEpsilon>,
    ) -> Result<HeldMoments> {
        let question = self.question_of(of)?;
        let receipts = self.context.read().receipts_of(&question)?;
        let found = match level {
            None => receipts.last(),
            Some(level) => receipts.iter().find(|(held, _)| *held == level),
        };
        let Some((_, receipt)) = found else {
            let (Some(level), Some((highest, _))) = (level, receipts.last()) else {
                return Err(nothing_held(&question));
            };
            return Err(Error::usage(
                ErrorCode::LevelNotHeld,
                HoldingMessage::LevelNotHeld { level },
            )
            .hint(HoldingHint::HighestLevelHeld { level: *highest }));
        };
        let bundle = held_bundle(self.context, receipt)?;
        Ok(HeldMoments {
            shape: ListingShape::of(bundle.listing.payload()),
            values: lattice_values(&bundle),
            levels: receipts.into_iter().map(|(level, _)| level).collect(),
            bundle,
        })
    }
}

impl HeldMoments {
    fn fits(&self) -> Result<Fits<'_>> {
        let level = self.bundle.release.payload().level;
        Ok(Fits::of(&self.shape, &self.values, level)?)
    }

    fn of(&self, fits: &Fits<'_>) -> FiguresOf {
        let listing = self.bundle.listing.payload();
        let issued = self.bundle.receipt.payload().issued_at.to_datetime();
        FiguresOf {
            title: listing.title.clone(),
            owner: listing.seller_name.clone(),
            level: self.bundle.release.payload().level,
            levels: self.levels.clone(),
            listing: self.bundle.listing.id().to_string(),
            receipt: self.bundle.receipt.id().to_string(),
            date: issued.format("%Y-%m-%d").to_string(),
            rows_per_unit: listing.rows_per_unit,
            seed: fits.seed_in_hex(),
        }
    }

    /// Returns the table of groups, some of them merged; see [`Fits::groups`].
    ///
    /// # Errors
    /// `no-moments`; those of [`Fits::groups`].
    pub fn groups(&self, merged: &[Vec<String>]) -> Result<GroupsView> {
        let fits = self.fits()?;
        Ok(GroupsView {
            of: self.of(&fits),
            table: fits.groups(merged)?,
        })
    }

    /// Returns the labels in a list such as `3+4`; see [`Fits::groups_in`].
    ///
    /// # Errors
    /// `no-moments`; `no-group`.
    pub fn groups_in(&self, list: &str) -> Result<Vec<String>> {
        Ok(self.fits()?.groups_in(list)?)
    }

    /// Returns the correlations over all groups, or over those of these labels.
    ///
    /// # Errors
    /// `no-moments`; those of [`Fits::correlations`].
    pub fn correlations(&self, groups: &[String]) -> Result<CorrelationsView> {
        let fits = self.fits()?;
        Ok(CorrelationsView {
            of: self.of(&fits),
            table: fits.correlations(groups)?,
        })
    }

    /// Returns a regression.
    ///
    /// # Errors
    /// `no-moments`; those of [`Fits::fit`].
    pub fn fit(&self, request: &FitRequest) -> Result<FitView> {
        let fits = self.fits()?;
        Ok(FitView {
            of: self.of(&fits),
            table: fits.fit(request)?,
        })
    }

    /// Returns figures as a table for files.
    ///
    /// # Errors
    /// Those of [`HeldMoments::groups`], [`HeldMoments::correlations`] and [`HeldMoments::fit`].
    pub fn table(&self, choice: &FigureChoice) -> Result<FigureTable> {
        Ok(match choice {
            FigureChoice::Groups(merged) => FigureTable::of_groups(&self.groups(merged)?),
            FigureChoice::Correlations(groups) => {
                FigureTable::of_correlations(&self.correlations(groups)?)
            }
            FigureChoice::Fit(request) => FigureTable::of_fit(&self.fit(request)?),
        })
    }

    /// Writes the moments as integers into a file, which is there whole or not at all.
    ///
    /// # Errors
    /// `no-moments`; I/O errors, such as `disk-full`.
    pub fn write_matrix(&self, file: &Path) -> Result<Exported> {
        write_matrix(file, &self.matrix()?)
    }

    /// Returns the moments as integers, for other programs.
    ///
    /// # Errors
    /// `no-moments`.
    pub fn matrix(&self) -> Result<MomentMatrix> {
        Ok(self.fits()?.matrix())
    }
}
