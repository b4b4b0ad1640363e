//! `noise` and its command.

use clap::{Args, Subcommand, ValueEnum};
use poundwise_documents::units::MicroEpsilon;
use poundwise_market::{NoiseFormat, NoiseSeed, level, whole_number};

use super::values::{Levels, NewFileOrStdout, positive_number};

#[derive(Subcommand)]
pub(crate) enum Noise {
    /// The integers of one path, one row a coordinate, one column a level: for testing our law
    #[command(after_help = SEEDS)]
    Sample(Sample),
}

const SEEDS: &str = "\
A path takes two seeds; both come from the one given, as SHA-256 of
  \"poundwise-noise-sample-v1 top\" and \"poundwise-noise-sample-v1 jumps\",
each followed by a zero byte and the seed's 32 bytes. The layout of the path's random words is
poundwise-path-v1, in the documentation of the crate gradual-release.

The same seed, sensitivity and top always give the same noise. Seeds given here are for tests:
real listings draw theirs from the operating system and show them to nobody.";

#[derive(Args)]
pub(crate) struct Sample {
    /// How far one privacy unit can move the vector, in lattice steps: 1 to 2^40, and D/ε below
    /// 2^50
    #[arg(long, value_name = "D", allow_negative_numbers = true, value_parser = positive_number)]
    pub(crate) sensitivity: u64,
    /// The levels, one column each
    #[arg(long, value_name = "EPS,EPS,...", allow_hyphen_values = true)]
    pub(crate) epsilon: Levels,
    /// The number of coordinates, one row each
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = positive_number)]
    pub(crate) count: u64,
    /// 64 hexadecimal digits
    #[arg(long, value_name = "HEX64")]
    pub(crate) seed: NoiseSeed,
    /// The level at which the path starts [default: the highest of the levels]
    #[arg(long, value_name = "EPS", allow_negative_numbers = true, value_parser = level)]
    pub(crate) top: Option<MicroEpsilon>,
    /// The first coordinate
    #[arg(
        long,
        value_name = "I",
        default_value = "0",
        allow_negative_numbers = true,
        value_parser = whole_number
    )]
    pub(crate) first: u64,
    /// csv has a header with the levels; npy is NumPy's, int64 of shape (N, levels) [default: csv]
    #[arg(long, value_enum, hide_possible_values = false)]
    pub(crate) format: Option<NoiseForm>,
    #[command(flatten)]
    pub(crate) file: NewFileOrStdout,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum NoiseForm {
    Csv,
    Npy,
}

impl From<NoiseForm> for NoiseFormat {
    fn from(form: NoiseForm) -> Self {
        match form {
            NoiseForm::Csv => NoiseFormat::Csv,
            NoiseForm::Npy => NoiseFormat::Npy,
        }
    }
}
