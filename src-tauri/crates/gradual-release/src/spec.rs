//! The specification: the proofs of the laws and of privacy, and which random bits make which noise.

pub mod layout;
pub mod theory;
