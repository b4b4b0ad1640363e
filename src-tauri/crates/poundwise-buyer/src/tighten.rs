//! More private copies of what this home holds, for somebody else: noise is added, and the maker
//! signs.
//!
//! Adding noise to a response needs neither the data nor the owner (Koufogiannis, Han and Pappas,
//! arXiv 1504.00429, section 3.1.2). Drawn afresh each time, though, it could be averaged away: by
//! whoever gets two copies at one level, and just as well by whoever gets copies at ε 0.5, 0.6 and
//! 0.7. So all copies of a question belong to one path, which goes on from the releases held:
//!
//! - a copy is made once for each level and stored; asking again gives the same bytes;
//! - a copy at a level that is held has the values of that release;
//! - any other is drawn between its neighbours, the nearest release or copy above and the nearest
//!   below: from the one above alone where nothing is below (`tighten`), else given both (`bridge`:
//!   Andersson, Pagh, Retschmeier and Nelson, arXiv 2505.22449, Lemma F.5). The path is a Markov
//!   process, so nothing further off matters.
//!
//! All copies and releases of a question that one holder has made or holds say together no more
//! than the highest of them says alone, in whatever order they were made. Copies of several holders
//! are drawn apart: together they can tell up to what those holders hold. A home that is an older
//! copy of itself would draw others: it draws none, and after it has caught up none of what it held
//! then.

use std::{
    path::{Path as FilePath, PathBuf},
    sync::Arc,
};

use poundwise_documents::{
    copy::{CopyFile, VerifiedCopy},
    jws::Signed,
    kinds::HolderCopy,
    units::MicroEpsilon,
};
use zeroize::Zeroizing;

use crate::{
    Buyer,
    draw::{Made, Stored, draw, open_copy},
    error::{Error, ErrorCode, ErrorPlace, Result},
    files::write_file,
    hint::Act,
    home::Home,
    ids::ListingId,
    job::Job,
    messages::{Encoded, HoldingHint, HoldingMessage, LostClause},
    question::QuestionName,
    store::{CopyPlace, Side, damaged},
    vault::Vault,
    view::{CopyView, Exported},
    work::{Work, WorkStep},
};
use poundwise_query::estimate::half_widths;
use poundwise_query::shape::ListingShape;

/// A copy that is asked for.
pub struct Tightening {
    question: QuestionName,
    level: MicroEpsilon,
    file: PathBuf,
    from: Origin,
    vault: Arc<Vault>,
}

enum Origin {
    /// The copy made before, encrypted.
    Before(Vec<u8>),
    /// The responses that it is drawn between, each encrypted.
    Neighbours {
        /// The lowest release held above, whose document the copy names.
        release: Vec<u8>,
        above: Stored,
        below: Option<Stored>,
    },
}

/// A copy that is made before or drawn, and only waits to be signed and written.
pub struct Tightened {
    question: QuestionName,
    level: MicroEpsilon,
    file: PathBuf,
    made: Made,
    vault: Arc<Vault>,
}

impl Buyer<'_> {
    /// Writes a more private copy of what is held of a listing, at a lower level, for somebody
    /// else. Made once for each level; asking again writes the same bytes. Cost: opens at most
    /// three bundles or copies, and draws d times.
    ///
    /// # Errors
    /// `no-such-id`; `not-tighter` for a level that is not below the highest held; I/O errors, such
    /// as `disk-full` of the file, which then is not there, while the copy itself is kept for the
    /// next time.
    pub fn tighten(
        &self,
        listing: &ListingId,
        to: MicroEpsilon,
        file: &FilePath,
    ) -> Result<CopyView> {
        self.begin_tighten(listing, to, file)?
            .complete(self.home, &Work::silent())
    }

    /// Finds what a copy is drawn from, or the copy where it was made before.
    ///
    /// # Errors
    /// `no-such-id`, `not-tighter`; `copies-ended` and the refusals of [`crate::Seller::approve`]
    /// where this home may be, or was, an older copy of itself.
    pub fn begin_tighten(
        &self,
        listing: &ListingId,
        level: MicroEpsilon,
        file: &FilePath,
    ) -> Result<Tightening> {
        let question = self.held_question(listing)?;
        let before = self.context.read().copy_at(&question, level)?;
        if before.is_none() {
            self.check_may_draw(&question)?;
        }
        let from = match before {
            Some(sealed) => Origin::Before(sealed),
            None => Origin::Neighbours {
                release: self.release_above(&question, level)?,
                above: match self
                    .context
                    .read()
                    .neighbour(&question, level, Side::Above)?
                {
                    Some(place) => self.stored_at(&question, place)?,
                    None => {
                        return Err(damaged(LostClause::Release));
                    }
                },
                below: self
                    .context
                    .read()
                    .neighbour(&question, level, Side::Below)?
                    .map(|place| self.stored_at(&question, place))
                    .transpose()?,
            },
        };
        Ok(Tightening {
            question,
            level,
            file: file.to_owned(),
            from,
            vault: Arc::clone(&self.context.vault),
        })
    }

    /// Signs, stores and writes a copy that was drawn, or writes the one made before.
    ///
    /// # Errors
    /// As [`Buyer::tighten`]; `other-home` if it was begun in another home, or before the recovery
    /// key was changed; `holding-changed` if a release or a copy came between its neighbours
    /// meanwhile. Nothing is stored then.
    fn finish_tighten(&self, tightened: Tightened) -> Result<CopyView> {
        self.context.check_begun_here(&tightened.vault)?;
        let (copy, bytes, again) = match tightened.made {
            Made::Before { copy, bytes } => (*copy, bytes, true),
            Made::Drawn {
                listing,
                release,
                rows,
                integers,
                values,
                neighbours,
            } => {
                let (question, level) = (&tightened.question, tightened.level);
                let copy = self.context.sign(HolderCopy {
                    listing: listing.id(),
                    release,
                    maker_name: self.context.name.clone(),
                    level,
                    integers_sha256: integers,
                    rows: rows.len() as u64,
                    jwk: self.context.identity.jwk(),
                    issued_at: self.context.now()?,
                })?;
                let bytes = CopyFile::new(&listing, &copy, values)
                    .to_bytes()
                    .map_err(|e| {
                        Error::fault(HoldingMessage::NotEncoded {
                            what: Encoded::Copy,
                            why: e.to_string(),
                        })
                    })?;
                self.keep_copy(&copy, question, &bytes, neighbours)?;
                let copy = VerifiedCopy {
                    listing: *listing,
                    copy,
                    rows,
                };
                (copy, Zeroizing::new(bytes), false)
            }
        };
        let written = write_file(&tightened.file, &bytes)?;
        copy_view(&copy, written, again)
    }

    /// Stores a copy, if its neighbours are still those that it was drawn between.
    fn keep_copy(
        &self,
        copy: &Signed<HolderCopy>,
        question: &QuestionName,
        bytes: &[u8],
        neighbours: [Option<CopyPlace>; 2],
    ) -> Result<()> {
        let level = copy.payload().level;
        let sealed = self.context.vault.encrypt(bytes)?;
        let writing = self.context.db.begin()?;
        let now = [
            writing.neighbour(question, level, Side::Above)?,
            writing.neighbour(question, level, Side::Below)?,
        ];
        if now != neighbours {
            return Err(Error::refused(
                ErrorCode::HoldingChanged,
                HoldingMessage::ChangedMeanwhile,
            )
            .hint(HoldingHint::MakeCopyAgain));
        }
        writing.insert_copy(copy, question, &sealed)?;
        self.context.commit(writing)
    }

    /// Refuses to draw a copy where others may have been drawn that this home does not know of.
    fn check_may_draw(&self, question: &QuestionName) -> Result<()> {
        self.context.check_own_history()?;
        if self.context.read().copies_ended(question)? {
            return Err(
                Error::refused(ErrorCode::CopiesEnded, HoldingMessage::CopiesEnded)
                    .hint(HoldingHint::UseEarlierCopy),
            );
        }
        Ok(())
    }

    /// Returns the bundle of the lowest release held above a level, encrypted.
    fn release_above(&self, question: &QuestionName, level: MicroEpsilon) -> Result<Vec<u8>> {
        let Some(bundle) = self.context.read().release_above(question, level)? else {
            let held = self.context.read().held(question)?.level;
            return Err(Error::refused(
                ErrorCode::NotTighter,
                HoldingMessage::NotTighter { held, level },
            )
            .hint(HoldingHint::ChooseLevelBelow { held })
            .at(ErrorPlace::Level { level, limit: held })
            .hint(Act::ExportBundle.to(HoldingHint::ExportBundle)));
        };
        Ok(bundle)
    }

    /// Returns the copy stored there.
    fn stored_at(&self, question: &QuestionName, place: CopyPlace) -> Result<Stored> {
        let sealed = self.context.read().stored_at(question, place)?;
        Ok(Stored { place, sealed })
    }
}

impl Job for Tightening {
    type Made = Tightened;
    type Answer = CopyView;

    /// Decrypts and verifies what the copy is drawn from, and draws it. Needs no home. What was
    /// drawn and is not stored has never left the memory, so that the next copy may be another.
    ///
    /// # Errors
    /// `mechanism` where there is no copy at this level; `database-damaged`; `stopped`.
    fn run(self, work: &Work<'_>) -> Result<Tightened> {
        let made = match self.from {
            Origin::Before(sealed) => {
                let stage = work.stage(WorkStep::Open, sealed.len() as u64);
                let (copy, bytes) = open_copy(&self.vault, &sealed, &stage)?;
                Made::Before {
                    copy: Box::new(copy),
                    bytes,
                }
            }
            Origin::Neighbours {
                release,
                above,
                below,
            } => draw(
                &release,
                &above,
                below.as_ref(),
                self.level,
                &self.vault,
                work,
            )?,
        };
        Ok(Tightened {
            question: self.question,
            level: self.level,
            file: self.file,
            made,
            vault: self.vault,
        })
    }

    fn finish(home: &Home, made: Tightened) -> Result<CopyView> {
        Buyer::of(home).finish_tighten(made)
    }
}

fn copy_view(copy: &VerifiedCopy, written: Exported, again: bool) -> Result<CopyView> {
    let (c, l) = (copy.copy.payload(), copy.listing.payload());
    let values: Vec<i64> = copy.rows.iter().map(|row| row.value).collect();
    Ok(CopyView {
        id: copy.copy.id(),
        listing: c.listing,
        title: l.title.clone(),
        release: c.release.to_string(),
        level: c.level,
        accuracy: half_widths(&ListingShape::of(l), c.level, Some(&values))?,
        issued_at: c.issued_at.to_string(),
        again,
        file: written.file,
        bytes: written.bytes,
    })
}
