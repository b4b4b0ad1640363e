//! What Poundwise signs and how it is verified: documents, keys, log, bundles, audit.
