//! Reason why a reader stops.

/// Reason why a reader stopped: the content is refused, or the source failed.
///
/// The two are never mixed up: a refusal is a verdict about the content, the source's failure says
/// nothing of it and may pass.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReaderError<R, S> {
    /// The content breaks its format or does not verify.
    #[error(transparent)]
    Refused(R),
    /// The source could not be read.
    #[error(transparent)]
    Source(S),
}

impl<R, S> From<R> for ReaderError<R, S> {
    fn from(refusal: R) -> Self {
        Self::Refused(refusal)
    }
}
