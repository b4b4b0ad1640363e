//! ChaCha20 for many streams at once: one block for each of 16 pairs of stream and block number, in
//! the registers' lanes.
//!
//! `rand_chacha` works on four blocks of one stream, and starting a stream costs more than the
//! blocks that one coordinate needs. Here every lane is a stream of its own (RFC 8439, section 2.3,
//! with the original 64-bit counter and 64-bit stream number). It is written as a plain loop over
//! lanes, without a branch, a table or an index that depends on a secret; the compiler makes vector
//! instructions of it. The tests compare every word with `rand_chacha`.

use zeroize::{Zeroize, ZeroizeOnDrop};

use crate::seed::Seed;

/// Blocks computed together.
pub(crate) const LANES: usize = 16;
/// Words of 32 bits that are kept of each block: `w0 ..= w5` of the layout.
pub(crate) const KEPT: usize = 12;

const CONSTANTS: [u32; 4] = [0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574];

/// The key's words.
#[derive(Zeroize, ZeroizeOnDrop)]
pub(crate) struct Key([u32; 8]);

impl Key {
    pub(crate) fn new(seed: &Seed) -> Key {
        let mut key = [0; 8];
        for (word, bytes) in key.iter_mut().zip(seed.as_bytes().as_chunks().0) {
            *word = u32::from_le_bytes(*bytes);
        }
        Key(key)
    }
}

/// Block and stream number of each lane, as the last four words of ChaCha's state.
#[derive(Clone, Copy, Zeroize)]
pub(crate) struct Places([[u32; LANES]; 4]);

impl Places {
    pub(crate) const NOWHERE: Places = Places([[0; LANES]; 4]);

    #[allow(clippy::cast_possible_truncation, reason = "the two halves of a word")]
    #[inline(always)]
    pub(crate) fn set(&mut self, lane: usize, block: u64, stream: u64) {
        let Places([block_low, block_high, stream_low, stream_high]) = self;
        block_low[lane] = block as u32;
        block_high[lane] = (block >> 32) as u32;
        stream_low[lane] = stream as u32;
        stream_high[lane] = (stream >> 32) as u32;
    }

    /// Returns the state words of one lane, for [`put`](Places::put).
    #[inline(always)]
    pub(crate) fn get(&self, lane: usize) -> [u32; 4] {
        self.0.map(|word| word[lane])
    }

    /// Sets the state words of one lane.
    #[inline(always)]
    pub(crate) fn put(&mut self, lane: usize, place: [u32; 4]) {
        for (word, place) in self.0.iter_mut().zip(place) {
            word[lane] = place;
        }
    }

    /// Moves every lane on to its next block, within the first 2^32.
    #[inline(always)]
    pub(crate) fn advance(&mut self) {
        for block in &mut self.0[0] {
            *block = block.wrapping_add(1);
        }
    }
}

/// The kept words of each lane's block: word by word, lane by lane.
pub(crate) type Words = [[u32; LANES]; KEPT];

macro_rules! quarter_round {
    ($a:ident, $b:ident, $c:ident, $d:ident) => {
        $a = $a.wrapping_add($b);
        $d = ($d ^ $a).rotate_left(16);
        $c = $c.wrapping_add($d);
        $b = ($b ^ $c).rotate_left(12);
        $a = $a.wrapping_add($b);
        $d = ($d ^ $a).rotate_left(8);
        $c = $c.wrapping_add($d);
        $b = ($b ^ $c).rotate_left(7);
    };
}

/// Computes the blocks at `places`.
///
/// The rounds are unrolled by hand: a loop in the loop would keep the compiler from using vectors
/// for the outer one.
#[inline(always)]
pub(crate) fn blocks(key: &Key, places: &Places, words: &mut Words) {
    let key = &key.0;
    let Places([d0, d1, d2, d3]) = places;
    let [o0, o1, o2, o3, o4, o5, o6, o7, o8, o9, o10, o11] = words;
    for lane in 0..LANES {
        let [mut a0, mut a1, mut a2, mut a3] = CONSTANTS;
        let [
            mut b0,
            mut b1,
            mut b2,
            mut b3,
            mut c0,
            mut c1,
            mut c2,
            mut c3,
        ] = *key;
        let (mut d0, mut d1, mut d2, mut d3) = (d0[lane], d1[lane], d2[lane], d3[lane]);
        macro_rules! double_round {
            () => {
                quarter_round!(a0, b0, c0, d0);
                quarter_round!(a1, b1, c1, d1);
                quarter_round!(a2, b2, c2, d2);
                quarter_round!(a3, b3, c3, d3);
                quarter_round!(a0, b1, c2, d3);
                quarter_round!(a1, b2, c3, d0);
                quarter_round!(a2, b3, c0, d1);
                quarter_round!(a3, b0, c1, d2);
            };
        }
        double_round!();
        double_round!();
        double_round!();
        double_round!();
        double_round!();
        double_round!();
        double_round!();
        double_round!();
        double_round!();
        double_round!();
        o0[lane] = a0.wrapping_add(CONSTANTS[0]);
        o1[lane] = a1.wrapping_add(CONSTANTS[1]);
        o2[lane] = a2.wrapping_add(CONSTANTS[2]);
        o3[lane] = a3.wrapping_add(CONSTANTS[3]);
        o4[lane] = b0.wrapping_add(key[0]);
        o5[lane] = b1.wrapping_add(key[1]);
        o6[lane] = b2.wrapping_add(key[2]);
        o7[lane] = b3.wrapping_add(key[3]);
        o8[lane] = c0.wrapping_add(key[4]);
        o9[lane] = c1.wrapping_add(key[5]);
        o10[lane] = c2.wrapping_add(key[6]);
        o11[lane] = c3.wrapping_add(key[7]);
        // The last four words are w6 and w7, which the layout does not use.
        let _ = (d0, d1, d2, d3);
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    #[cfg(feature = "simd")]
    use fearless_simd::{Level, Simd, dispatch};
    use rand_chacha::ChaCha20Rng;
    use rand_chacha::rand_core::{Rng, SeedableRng};

    use super::*;

    /// Known answer: the first block of the all-zero key, from draft-agl-tls-chacha20poly1305-04,
    /// section 7.
    #[test]
    fn the_first_block_is_that_of_the_draft() {
        let mut words = [[0; LANES]; KEPT];
        blocks(
            &Key::new(&Seed::from_bytes([0; 32])),
            &Places::NOWHERE,
            &mut words,
        );
        let expected = [0xade0_b876_u32, 0x903d_f1a0, 0xe56a_5d40, 0x28bd_8653];
        for (word, expected) in words.iter().zip(expected) {
            assert_eq!(*word, [expected; LANES]);
        }
    }

    #[test]
    fn every_lane_is_the_generator_at_its_place() {
        let mut places = Places::NOWHERE;
        let mut at = Vec::new();
        for seed in [
            [7; 32],
            std::array::from_fn(|i| u8::try_from(i * 7).unwrap()),
        ] {
            let key = Key::new(&Seed::from_bytes(seed));
            for round in 0..8_u64 {
                at.clear();
                for lane in 0..LANES {
                    let (i, far) = (u64::try_from(lane).unwrap(), u64::MAX >> (round * 8));
                    at.push((
                        i * round * 0x1_0001_0001 % (1 << 43),
                        far.wrapping_sub(i) >> 1,
                    ));
                    places.set(lane, at[lane].0, at[lane].1);
                }
                let mut words = [[0; LANES]; KEPT];
                let (key, places, target) = (&key, &places, &mut words);
                #[cfg(feature = "simd")]
                dispatch!(Level::new(), simd => simd.vectorize(
                    #[inline(always)]
                    || blocks(key, places, target)
                ));
                #[cfg(not(feature = "simd"))]
                blocks(key, places, target);
                for (lane, (block, stream)) in at.iter().enumerate() {
                    let mut rng = ChaCha20Rng::from_seed(seed);
                    rng.set_stream(*stream);
                    rng.set_word_pos(u128::from(*block) * 16);
                    for word in &words {
                        assert_eq!(word[lane], rng.next_u32());
                    }
                }
            }
        }
    }
}
