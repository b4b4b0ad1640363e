//! Documents whose signatures were verified a moment ago.

use std::{any::Any, collections::VecDeque, sync::Arc};

use poundwise_documents::{jws::Signed, kinds::Payload, units::DocumentId};

/// Recently read documents whose signatures were verified. A document's id is the hash of its
/// string, so that equal ids have equal signatures.
#[derive(Clone, Default)]
pub(super) struct Verified(VecDeque<(DocumentId, Arc<dyn Any + Send + Sync>)>);

impl Verified {
    /// The most documents that are kept.
    pub(super) const MOST: usize = 16;
    /// The longest document that is kept, in bytes.
    const LONGEST: usize = 64 * 1024;

    pub(super) fn get<T: Payload + Clone>(&self, id: &DocumentId) -> Option<Signed<T>> {
        let (_, known) = self.0.iter().find(|(known, _)| known == id)?;
        known.downcast_ref::<Signed<T>>().cloned()
    }

    pub(super) fn keep<T: Payload + Clone>(&mut self, signed: &Signed<T>) {
        if T::SECRET || signed.compact().len() > Self::LONGEST {
            return;
        }
        self.0.truncate(Self::MOST - 1);
        self.0.push_front((signed.id(), Arc::new(signed.clone())));
    }
}
