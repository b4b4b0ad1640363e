//! The specification: proofs of the laws and of privacy, and the definition of the random bits.

pub mod layout;
pub mod theory;
