//! Exact gradual release of differentially private integers: one lazy Markov path of discrete Laplace noise.
