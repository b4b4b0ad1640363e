//! Noise from a known seed, to test the law: the integers of a path. Needs no home; a listing's own
//! path has seeds that nobody sees.
//!
//! A path takes two seeds, which must differ. Here both come from the one given:
//!
//! ```text
//! top seed  = SHA-256("poundwise-noise-sample-v1 top\0"   || the seed's 32 bytes)
//! jump seed = SHA-256("poundwise-noise-sample-v1 jumps\0" || the seed's 32 bytes)
//! ```
//!
//! and the path is `gradual_release::Path::with_top(D, top, top seed, jump seed)`.

use std::{path::Path as FilePath, str::FromStr};

use gradual_release::mechanism::{Mechanism, NoisePath};
use gradual_release::{Progress, Seed};
use poundwise_documents::units::{Digest, MicroEpsilon};
use poundwise_words::Text;

use crate::{
    error::{Error, ErrorCode, Result},
    files::{Exported, write_with},
    hint::Field,
    messages::{NoiseHint, NoiseMessage},
};

/// Coordinates computed at a time: enough to keep all processors busy, few enough to stay in memory
/// at any count.
const CHUNK: u64 = 1 << 16;

/// The seed that both seeds of a path come from: 32 bytes, as 64 hexadecimal digits.
#[derive(Clone)]
pub struct NoiseSeed([u8; 32]);

/// Request for noise.
pub struct NoiseRequest<'a> {
    /// D, in lattice steps.
    pub sensitivity: u64,
    /// The levels; one column each, in this order.
    pub levels: &'a [MicroEpsilon],
    /// Number of coordinates.
    pub count: u64,
    /// The seed.
    pub seed: &'a NoiseSeed,
    /// The level at which the path starts; the highest of the levels when absent.
    pub top: Option<MicroEpsilon>,
    /// The first coordinate.
    pub first: u64,
}

/// File format of noise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoiseFormat {
    /// A header with the levels, then one line a coordinate.
    Csv,
    /// `NumPy`'s format, version 1.0: int64, little-endian, C order, of shape (coordinates,
    /// levels).
    Npy,
    /// One document, with one list a coordinate.
    Json,
}

/// A path and the part of it that is wanted: everything checked, nothing computed yet.
pub struct NoiseSample {
    path: NoisePath,
    layout: &'static str,
    top: MicroEpsilon,
    sensitivity: u64,
    levels: Vec<MicroEpsilon>,
    first: u64,
    count: u64,
}

impl NoiseSample {
    /// Checks a request.
    ///
    /// # Errors
    /// `epsilon` for no level, `top-below-level`, `count`, or `noise` with what the
    /// mechanism does not reach.
    pub fn new(request: &NoiseRequest<'_>) -> Result<Self> {
        let highest = request.levels.iter().copied().max().ok_or_else(|| {
            Error::usage(ErrorCode::Epsilon, NoiseMessage::NoLevel).hint(NoiseHint::AskForLevel)
        })?;
        let top = request.top.unwrap_or(highest);
        if highest > top {
            return Err(Error::usage(
                ErrorCode::TopBelowLevel,
                NoiseMessage::AboveTop {
                    level: highest,
                    top,
                },
            )
            .hint(NoiseHint::StayBelowTop));
        }
        if request.count == 0 {
            return Err(
                Error::usage(ErrorCode::Count, NoiseMessage::CountIsZero).hint(
                    Field::Count
                        .to(NoiseHint::AskForCoordinate)
                        .such_as(Text::verbatim("1000")),
                ),
            );
        }
        match request.first.checked_add(request.count) {
            Some(end) if end <= 1 << 63 => {}
            _ => {
                return Err(Error::usage(ErrorCode::Count, NoiseMessage::LastTooFar)
                    .hint(Field::First.to(NoiseHint::BeginLower))
                    .hint(Field::Count.to(NoiseHint::OrAskForFewer)));
            }
        }
        let [top_seed, jump_seed] = request.seed.of_path();
        let mechanism = Mechanism::discrete_laplace(request.sensitivity).map_err(|e| fault(&e))?;
        let path = mechanism
            .path(top.get(), top_seed, jump_seed)
            .map_err(|e| fault(&e))?;
        for level in request.levels {
            // A reading of nothing: whether this level can be read at all.
            path.read(
                request.first..request.first,
                level.get(),
                &Progress::silent(),
            )
            .map_err(|e| fault(&e))?;
        }
        Ok(Self {
            path,
            layout: mechanism.layout(),
            top,
            sensitivity: request.sensitivity,
            levels: request.levels.to_vec(),
            first: request.first,
            count: request.count,
        })
    }

    /// Gives the whole of it to `sink`, piece by piece. Cost: that of reading the path at each
    /// coordinate and level; what is in memory at once does not grow with their number.
    ///
    /// # Errors
    /// The sink's, and `noise` with the mechanism's own (each of a probability below 2^-60).
    pub fn write(
        &self,
        format: NoiseFormat,
        sink: &mut dyn FnMut(&[u8]) -> Result<()>,
    ) -> Result<()> {
        sink(&self.head(format)?)?;
        let mut done = 0;
        while done < self.count {
            let length = CHUNK.min(self.count - done);
            let rows = usize::try_from(length)
                .map_err(|_| Error::failed(ErrorCode::Noise, NoiseMessage::TooManyAtOnce))?;
            let first = self.first + done;
            let columns = self
                .levels
                .iter()
                .map(|epsilon| {
                    self.path
                        .read(first..first + length, epsilon.get(), &Progress::silent())
                        .map_err(|e| fault(&e))
                })
                .collect::<Result<Vec<_>>>()?;
            sink(&body(format, &columns, rows, done == 0))?;
            done += length;
        }
        if format == NoiseFormat::Json {
            sink(b"\n  ]\n}\n")?;
        }
        Ok(())
    }

    /// Writes it into a file that is there whole or not at all.
    ///
    /// # Errors
    /// As [`NoiseSample::write`]; I/O errors, such as `disk-full`.
    pub fn write_file(&self, format: NoiseFormat, file: &FilePath) -> Result<Exported> {
        let mut failure = None;
        let written = write_with(file, |out| {
            let mut disk = None;
            let mut sink = |piece: &[u8]| {
                out.write_all(piece).map_err(|e| {
                    let message = NoiseMessage::NotWritten { why: e.to_string() };
                    let error = Error::failed(ErrorCode::Io, message);
                    disk = Some(e);
                    error
                })
            };
            match self.write(format, &mut sink) {
                Ok(()) => Ok(()),
                Err(error) => Err(disk.unwrap_or_else(|| {
                    failure = Some(error);
                    std::io::Error::other("the noise could not be computed")
                })),
            }
        });
        match failure {
            Some(error) => Err(error),
            None => written,
        }
    }

    fn head(&self, format: NoiseFormat) -> Result<Vec<u8>> {
        let names = |separator: &str| {
            let names: Vec<String> = self.levels.iter().map(ToString::to_string).collect();
            names.join(separator)
        };
        match format {
            NoiseFormat::Csv => Ok(format!("{}\n", names(",")).into_bytes()),
            NoiseFormat::Npy => npy_header(self.count, self.levels.len()),
            NoiseFormat::Json => {
                let levels: Vec<String> = self
                    .levels
                    .iter()
                    .map(|level| level.get().to_string())
                    .collect();
                Ok(format!(
                    "{{\n  \"path_layout\": \"{}\",\n  \"sensitivity\": {},\n  \
                     \"top\": {},\n  \"levels\": [{}],\n  \
                     \"first\": {},\n  \"count\": {},\n  \"noise\": [",
                    self.layout,
                    self.sensitivity,
                    self.top.get(),
                    levels.join(", "),
                    self.first,
                    self.count
                )
                .into_bytes())
            }
        }
    }
}

fn body(format: NoiseFormat, columns: &[Vec<i64>], rows: usize, begins: bool) -> Vec<u8> {
    let mut out = Vec::with_capacity(rows * columns.len() * 8);
    for row in 0..rows {
        let mut numbers = columns.iter().filter_map(|column| column.get(row));
        match format {
            NoiseFormat::Npy => numbers.for_each(|n| out.extend_from_slice(&n.to_le_bytes())),
            NoiseFormat::Csv => {
                list(&mut out, &mut numbers, b",");
                out.push(b'\n');
            }
            NoiseFormat::Json => {
                let before: &[u8] = if begins && row == 0 {
                    b"\n    ["
                } else {
                    b",\n    ["
                };
                out.extend_from_slice(before);
                list(&mut out, &mut numbers, b", ");
                out.push(b']');
            }
        }
    }
    out
}

fn list(out: &mut Vec<u8>, numbers: &mut dyn Iterator<Item = &i64>, separator: &[u8]) {
    for (i, number) in numbers.enumerate() {
        if i > 0 {
            out.extend_from_slice(separator);
        }
        out.extend_from_slice(number.to_string().as_bytes());
    }
}

/// Returns the header of `NumPy`'s format, version 1.0: magic, version, length, and a dictionary
/// filled up with spaces so that the numbers begin at a multiple of 64 bytes.
fn npy_header(rows: u64, columns: usize) -> Result<Vec<u8>> {
    const BEFORE: usize = 10;
    let mut words =
        format!("{{'descr': '<i8', 'fortran_order': False, 'shape': ({rows}, {columns}), }}");
    let used = BEFORE + words.len() + 1;
    words.push_str(&" ".repeat(used.next_multiple_of(64) - used));
    words.push('\n');
    let length = u16::try_from(words.len())
        .map_err(|_| Error::failed(ErrorCode::Noise, NoiseMessage::HeaderTooLong))?;
    let mut header = b"\x93NUMPY\x01\x00".to_vec();
    header.extend_from_slice(&length.to_le_bytes());
    header.extend_from_slice(words.as_bytes());
    Ok(header)
}

impl NoiseSeed {
    /// Returns the two seeds of the path.
    fn of_path(&self) -> [Seed; 2] {
        let labels: [&[u8]; 2] = [
            b"poundwise-noise-sample-v1 top\0",
            b"poundwise-noise-sample-v1 jumps\0",
        ];
        labels.map(|label| {
            let digest = Digest::of(&[label, &self.0].concat());
            Seed::from_bytes(*digest.as_bytes())
        })
    }
}

impl FromStr for NoiseSeed {
    type Err = Error;

    /// Reads a seed, without the spaces around it.
    ///
    /// # Errors
    /// `seed`.
    fn from_str(text: &str) -> Result<Self> {
        let wrong = || {
            Error::usage(ErrorCode::Seed, NoiseMessage::NotASeed).hint(
                Field::Seed
                    .to(NoiseHint::GiveSeed)
                    .such_as(Text::verbatim("$(openssl rand -hex 32)")),
            )
        };
        let text = text.trim();
        if text.len() != 64 {
            return Err(wrong());
        }
        let mut seed = [0u8; 32];
        for (byte, digits) in seed.iter_mut().zip(text.as_bytes().as_chunks::<2>().0) {
            let nibble = |c: u8| {
                char::from(c)
                    .to_digit(16)
                    .and_then(|d| u8::try_from(d).ok())
            };
            match digits.map(nibble) {
                [Some(high), Some(low)] => *byte = high << 4 | low,
                _ => return Err(wrong()),
            }
        }
        Ok(Self(seed))
    }
}

fn fault(error: &gradual_release::Error) -> Error {
    Error::usage(
        ErrorCode::Noise,
        NoiseMessage::NoSuchNoise {
            why: error.to_string(),
        },
    )
    .hint(NoiseHint::Limits)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::sync::LazyLock;

    use super::*;

    const SEED: &str = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
    static SEED_READ: LazyLock<NoiseSeed> = LazyLock::new(|| SEED.parse().unwrap());

    fn levels(texts: &[&str]) -> Vec<MicroEpsilon> {
        texts.iter().map(|text| text.parse().unwrap()).collect()
    }

    fn request(levels: &[MicroEpsilon]) -> NoiseRequest<'_> {
        NoiseRequest {
            sensitivity: 1_000,
            levels,
            count: 5,
            seed: &SEED_READ,
            top: None,
            first: 0,
        }
    }

    fn written(sample: &NoiseSample, format: NoiseFormat) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut sink = |piece: &[u8]| {
            bytes.extend_from_slice(piece);
            Ok(())
        };
        sample.write(format, &mut sink).unwrap();
        bytes
    }

    #[test]
    fn a_seed_gives_the_known_noise_in_every_format() {
        let sample = NoiseSample::new(&request(&levels(&["0.5", "1", "2"]))).unwrap();
        let csv = String::from_utf8(written(&sample, NoiseFormat::Csv)).unwrap();
        assert_eq!(csv, KNOWN);
        let numbers: Vec<i64> = csv
            .lines()
            .skip(1)
            .flat_map(|line| line.split(','))
            .map(|n| n.parse().unwrap())
            .collect();
        let npy = written(&sample, NoiseFormat::Npy);
        let (header, body) = npy.split_at(128);
        assert_eq!(&header[..10], b"\x93NUMPY\x01\x00\x76\x00");
        let dictionary = "{'descr': '<i8', 'fortran_order': False, 'shape': (5, 3), }";
        let words = std::str::from_utf8(&header[10..]).unwrap();
        assert!(words.starts_with(dictionary) && words.ends_with(" \n"));
        let (chunks, rest) = body.as_chunks::<8>();
        assert!(rest.is_empty());
        let read: Vec<i64> = chunks.iter().map(|c| i64::from_le_bytes(*c)).collect();
        assert_eq!(read, numbers);
        let json: serde_json::Value =
            serde_json::from_slice(&written(&sample, NoiseFormat::Json)).unwrap();
        assert_eq!(
            json["levels"],
            serde_json::json!([500_000, 1_000_000, 2_000_000])
        );
        let rows = json["noise"].as_array().unwrap();
        let flat: Vec<i64> = rows
            .iter()
            .flat_map(|row| row.as_array().unwrap())
            .map(|n| n.as_i64().unwrap())
            .collect();
        assert_eq!((rows.len(), flat), (5, numbers));
    }

    #[test]
    fn a_later_piece_goes_on_with_the_list() {
        let columns = [vec![1, 2], vec![-3, 4]];
        let piece = |begins| {
            let piece = body(NoiseFormat::Json, &columns, 2, begins);
            String::from_utf8(piece).unwrap()
        };
        assert_eq!(piece(true), "\n    [1, -3],\n    [2, 4]");
        assert_eq!(piece(false), ",\n    [1, -3],\n    [2, 4]");
    }

    /// Computed with Python: the seeds by `hashlib`, the path by
    /// `gradual-release/tests/vectors/oracle.py`.
    const KNOWN: &str = "0.5,1,2\n-3121,-4071,-233\n-231,-231,-231\n6218,1857,1310\n\
                         -4430,-2618,-15\n-1863,485,485\n";

    #[test]
    fn a_part_of_it_is_a_part_of_it() {
        let lines = |first, count| {
            let sample = NoiseSample::new(&NoiseRequest {
                first,
                count,
                top: Some("2".parse().unwrap()),
                ..request(&levels(&["1"]))
            })
            .unwrap();
            let text = String::from_utf8(written(&sample, NoiseFormat::Csv)).unwrap();
            text.lines()
                .skip(1)
                .map(str::to_owned)
                .collect::<Vec<String>>()
        };
        // More than one piece, and any part of it by itself.
        let all = lines(0, CHUNK + 10);
        assert_eq!(all.len() as u64, CHUNK + 10);
        assert_eq!(lines(CHUNK - 5, 12), all[all.len() - 15..all.len() - 3]);
        let levels = levels(&["1"]);
        let sample = NoiseSample::new(&NoiseRequest {
            count: CHUNK + 1,
            ..request(&levels)
        });
        let json = written(&sample.unwrap(), NoiseFormat::Json);
        let json: serde_json::Value = serde_json::from_slice(&json).unwrap();
        assert_eq!(json["noise"].as_array().unwrap().len() as u64, CHUNK + 1);
    }

    #[test]
    fn what_cannot_be_sampled_is_named() {
        let some = levels(&["1", "2"]);
        let code = |change: &dyn Fn(&mut NoiseRequest<'_>)| {
            let mut asked = request(&some);
            change(&mut asked);
            match NoiseSample::new(&asked) {
                Ok(_) => panic!("sampled"),
                Err(error) => {
                    assert!(!error.hints().is_empty(), "{error}");
                    (error.code().as_str(), error.exit_code())
                }
            }
        };
        assert_eq!(code(&|r| r.levels = &[]), ("epsilon", 2));
        let low = "1.5".parse().unwrap();
        assert_eq!(code(&|r| r.top = Some(low)), ("top-below-level", 2));
        assert_eq!(code(&|r| r.sensitivity = 0), ("noise", 2));
        assert_eq!(code(&|r| r.sensitivity = u64::MAX), ("noise", 2));
        let far = levels(&["1", "0.000001"]);
        let out_of_reach = NoiseSample::new(&NoiseRequest {
            sensitivity: 1 << 40,
            ..request(&far)
        });
        assert_eq!(out_of_reach.err().unwrap().code(), ErrorCode::Noise);
        assert_eq!(code(&|r| r.count = 0), ("count", 2));
        assert_eq!(code(&|r| r.count = u64::MAX), ("count", 2));
        assert_eq!(code(&|r| r.first = (1 << 63) - 4), ("count", 2));
        let last = NoiseSample::new(&NoiseRequest {
            first: (1 << 63) - 5,
            ..request(&some)
        });
        let lines = String::from_utf8(written(&last.unwrap(), NoiseFormat::Csv)).unwrap();
        assert_eq!(lines.lines().count(), 6);
    }

    #[test]
    fn a_seed_is_64_hexadecimal_digits() {
        for wrong in [
            &SEED[1..],
            "0g0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
            "ü00102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1",
        ] {
            let error = wrong.parse::<NoiseSeed>().err().unwrap();
            assert!(!error.hints().is_empty(), "{error}");
            assert_eq!((error.code().as_str(), error.exit_code()), ("seed", 2));
        }
    }
}
