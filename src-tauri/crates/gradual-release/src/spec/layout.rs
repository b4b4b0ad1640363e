//! The word layout `poundwise-path-v1`: which random bits each draw is made of.
//!
//! This page is the whole definition. A second implementation that follows it gives the same
//! integers, whatever its arithmetic; `tests/vectors/oracle.py` is one.
//!
//! # Parameters
//!
//! Two 32-byte seeds, `top_seed` and `jump_seed`; the sensitivity D in lattice steps; the top
//! level, or none; the level asked for; the coordinate, below 2^63. Levels are integers of
//! micro-epsilon µ, and `s = µ / (10^6 D)` is the rate. A level is supported when
//! `10^6 D < 2^50 µ`.
//!
//! # Streams and blocks
//!
//! The generator is ChaCha20 with its original 64-bit block counter and 64-bit stream number
//! (nonce), key = seed, stream number = coordinate. The 64 bytes of block `b` are read as eight
//! little-endian `u64`: `w0 .. w7`.
//!
//! One block makes one draw. The top draw is block 0 of the top stream (key `top_seed`); the jump
//! `j = 1, 2, ...` is block `j - 1` of the jump stream (key `jump_seed`).
//!
//! | word | meaning |
//! |---|---|
//! | w0 | uniform U: the zero test of the top draw; `U_j` of a jump |
//! | w1 | sign: negative if and only if the most significant bit is set |
//! | w2 | uniform `V_high` of the geometric's high part |
//! | w3, w4, w5 | uniforms `V_0, V_1, V_2` of its low digits, least significant first |
//! | w6, w7 | reserved, not used |
//!
//! # Uniforms
//!
//! A uniform is the real number `0.b1 b2 b3 ...` in binary, most significant bit first: the 64 bits
//! of its word, then the 64 bits of its refinement 0, of its refinement 1, and so on. Refinement
//! `r` of word number `u` of block `b` is the `u64` number `r mod 8` of block
//! `2^62 + ((8 b + u) << 16) + r / 8` (rounded down) of the same stream. An evaluation reads as
//! many refinements as it needs to know the result, and no redraw ever happens, so the result does
//! not depend on how many were read. There are 2^16 refinements, about four million bits; needing
//! more is an error.
//!
//! # Geometric
//!
//! `Geom` at rate s, `P(Geom = g) = (1 - a) a^g` with `a = exp(-s)`, is composed of digits in base
//! B = 2^16. Let `q = 1 - exp(-s)` and e the integer with `2^-(e+1) < q <= 2^-e`. The number of low
//! digits is k = 0 if e <= 16, else k = (e - 16) / 16 rounded up; k <= 3 in the supported range.
//! Then
//!
//! ```text
//! Geom = H B^k + L_(k-1) B^(k-1) + ... + L_0
//! H    = floor( -ln(V_high) / (s B^k) )
//! L_i  = floor( -ln(1 - V_i (1 - exp(-s B^(i+1)))) / (s B^i) )        0 <= L_i < B
//! ```
//!
//! That is the geometric law. Write `g = h B^k + sum l_i B^i` with `0 <= l_i < B`; this is a
//! bijection. Then `a^g = (a^(B^k))^h * product of (a^(B^i))^(l_i)` is a product of one factor per
//! digit, so the digits of a geometric are independent: the low digit `i` has a law proportional to
//! `(a^(B^i))^l` on `0 .. B-1` (the truncated geometric of rate `s B^i`), and the high part is
//! geometric of rate `s B^k`. By inversion, `P(H >= h) = P(V <= exp(-s B^k h)) = (a^(B^k))^h`; and
//! `P(L_i >= l) = P(V >= (1 - exp(-s B^i l)) / (1 - exp(-s B^(i+1))))`, which is the tail of the
//! truncated geometric. The digits use independent uniforms.
//!
//! Digits keep every quotient small (`s B^k > 2^-17`, so that H stays below 2^23 on the first 64
//! bits), which is what makes a cheap evaluation certifiable.
//!
//! # Top draw
//!
//! At the top rate `s`, with `a = exp(-s)`: `N_top = 0` if `U < (1 - a)/(1 + a)`, else
//! `sign * (1 + Geom)`, with Geom at rate s. Without a top level, `N_top = 0` and `Q_0 = 1`; with
//! one, `Q_0 = 1 - exp(-s_top)`.
//!
//! # Jumps
//!
//! `Q_j = Q_(j-1) sqrt(U_j)`. Jump j is part of N(ε) if and only if `Q_j > 1 - exp(-ε/D)`; its size
//! is `sign * (1 + Geom)`, with Geom at rate `s_j = -ln(1 - Q_j)`. N(ε) is `N_top` plus those
//! jumps.

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use zeroize::{Zeroize, ZeroizeOnDrop};

use crate::params::Error;
use crate::seed::Seed;

/// Bits of a low digit of a geometric.
pub(crate) const DIGIT_BITS: u32 = 16;
/// Exponents of the heights q at and below which a geometric has one more low digit: at `q = 2^-e`,
/// k is `(e - 16) / 16` rounded up.
pub(crate) const DIGIT_EDGES: [u32; 3] = [17, 33, 49];

/// Returns the number of low digits of a geometric at height q, given whether `q <= 2^-bits`.
pub(crate) fn low_digits(at_most_power: impl Fn(u32) -> bool) -> u32 {
    // Not more than three.
    DIGIT_EDGES
        .map(|bits| u32::from(at_most_power(bits)))
        .iter()
        .sum()
}

/// Words of a block.
const WORDS: usize = 8;
/// Words of a block that are uniforms to be refined, or the sign between them: w0 ..= w5.
const USED: usize = 6;
/// Number of refinements of each uniform.
const REFINEMENTS: usize = 1 << 16;
/// First block of the refinements.
const REFINED: u64 = 1 << 62;
/// Blocks whose refinements can be numbered below 2^62.
const DRAWS: u64 = 1 << 43;

/// The stream of one coordinate under one seed.
pub(crate) struct Stream {
    rng: ChaCha20Rng,
    /// The block that the generator would give next.
    next: u64,
}

impl Stream {
    pub(crate) fn new(seed: &Seed, coordinate: u64) -> Stream {
        let mut rng = ChaCha20Rng::from_seed(*seed.as_bytes());
        rng.set_stream(coordinate);
        Stream { rng, next: 0 }
    }

    /// Returns the eight words of block `index`.
    fn block(&mut self, index: u64) -> [u64; WORDS] {
        if index != self.next {
            self.rng.set_word_pos(u128::from(index) * 16);
        }
        self.next = index.wrapping_add(1);
        std::array::from_fn(|_| self.rng.next_u64())
    }

    /// Returns draw `index`, each of its uniforms known to `64 (1 + refinements)` bits.
    pub(crate) fn draw(&mut self, index: u64, refinements: usize) -> Result<Draw, Error> {
        if index >= DRAWS || refinements > REFINEMENTS {
            return Err(Error::StreamExhausted);
        }
        let words = self.block(index);
        let mut more: [Vec<u64>; USED] = Default::default();
        if refinements > 0 {
            for (number, refined) in (0_u64..).zip(more.iter_mut()) {
                let mut at = REFINED + ((index * 8 + number) << 16);
                while refined.len() < refinements {
                    refined.extend(self.block(at));
                    at += 1;
                }
                refined.truncate(refinements);
            }
        }
        Ok(Draw { words, more })
    }
}

/// Overwrites key and buffered words. The language cannot promise that no copy is left; this leaves
/// none that we made.
impl Drop for Stream {
    fn drop(&mut self) {
        self.rng = ChaCha20Rng::from_seed([0; 32]);
        std::hint::black_box(&self.rng);
    }
}

/// The random words of one draw, erased from memory when dropped.
#[derive(Zeroize, ZeroizeOnDrop)]
pub(crate) struct Draw {
    words: [u64; WORDS],
    more: [Vec<u64>; USED],
}

/// The leading bits of one uniform: its word, and the refinements read so far.
#[derive(Clone, Copy)]
pub(crate) struct Bits<'a> {
    pub(crate) word: u64,
    pub(crate) more: &'a [u64],
}

impl Draw {
    /// Returns a draw of these words, and no refinements.
    #[cfg(test)]
    pub(crate) fn of_words(words: [u64; WORDS]) -> Draw {
        Draw {
            words,
            more: Default::default(),
        }
    }

    fn bits(&self, number: usize) -> Bits<'_> {
        Bits {
            word: self.words[number],
            more: &self.more[number],
        }
    }

    /// Returns U: the zero test of the top draw, or `U_j` of a jump.
    pub(crate) fn first(&self) -> Bits<'_> {
        self.bits(0)
    }

    /// Returns whether the sign is negative.
    pub(crate) fn negative(&self) -> bool {
        self.words[1] >> 63 == 1
    }

    /// Returns the uniform of the geometric's high part.
    pub(crate) fn high(&self) -> Bits<'_> {
        self.bits(2)
    }

    /// Returns the uniform of low digit `digit` (0, 1 or 2) of the geometric.
    pub(crate) fn low(&self, digit: usize) -> Bits<'_> {
        self.bits(3 + digit)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    const WORDS_VECTORS: &str = include_str!("../../tests/vectors/words-v1.csv");

    #[test]
    fn words_and_refinements_are_those_of_the_vectors() {
        let mut rows = 0;
        for line in WORDS_VECTORS.lines().skip(1) {
            let fields: Vec<&str> = line.split(',').collect();
            let [key, coordinate, block, word, refinement, value] = fields[..] else {
                panic!("not a vector: {line}");
            };
            let key: Vec<u8> = (0..32)
                .map(|i| u8::from_str_radix(&key[2 * i..2 * i + 2], 16).unwrap())
                .collect();
            let seed = Seed::try_from(key.as_slice()).unwrap();
            let mut stream = Stream::new(&seed, coordinate.parse().unwrap());
            let block = block.parse().unwrap();
            let value = u64::from_str_radix(value, 16).unwrap();
            let word: usize = word.parse().unwrap();
            if refinement.is_empty() {
                assert_eq!(stream.draw(block, 0).unwrap().bits(word).word, value);
            } else {
                let refinement: usize = refinement.parse().unwrap();
                let draw = stream.draw(block, refinement + 1).unwrap();
                assert_eq!(draw.bits(word).more[refinement], value, "{line}");
            }
            rows += 1;
        }
        assert!(rows > 200, "only {rows} rows were compared");
    }

    #[test]
    fn the_stream_ends_where_the_layout_says() {
        let mut stream = Stream::new(&Seed::from_bytes([1; 32]), 0);
        assert!(matches!(stream.draw(DRAWS, 0), Err(Error::StreamExhausted)));
        assert!(matches!(
            stream.draw(0, REFINEMENTS + 1),
            Err(Error::StreamExhausted)
        ));
        assert_eq!(stream.draw(0, 65_536).unwrap().high().more.len(), 65_536);
    }

    #[test]
    fn a_draw_does_not_depend_on_what_was_read_before() {
        let seed = Seed::from_bytes([9; 32]);
        let mut one = Stream::new(&seed, 5);
        let first = one.draw(0, 3).unwrap();
        let second = one.draw(1, 0).unwrap();
        let mut other = Stream::new(&seed, 5);
        assert_eq!(other.draw(1, 2).unwrap().words, second.words);
        let again = other.draw(0, 1).unwrap();
        assert_eq!(again.words, first.words);
        assert_eq!(again.low(1).more[0], first.low(1).more[0]);
    }
}
