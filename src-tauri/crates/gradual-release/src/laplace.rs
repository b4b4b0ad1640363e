//! Discrete Laplace noise: the path, its laws and its kernels.

pub mod distribution;
pub mod kernels;
pub(crate) mod path;
pub(crate) mod reader;
mod reference;
mod release;
mod sampler;
mod simd;
