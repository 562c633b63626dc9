//! The compression function of SHA-256 (FIPS 180-4, 6.2.2) over several messages at once. The rounds of one message depend
//! on each other; with the instructions of two messages interleaved, a processor works on one while the other waits: with
//! the SHA instructions of x86, 3.2 instead of 1.8 GB/s. A processor without them, or on which they fail the self-test,
//! uses the crate `sha2`.
//!
//! `unsafe`, because not all processors have these instructions; they are called only after the processor was queried.
#![allow(unsafe_code)]

#[cfg(target_arch = "x86_64")]
use std::sync::LazyLock;

use sha2::compress256;
use sha2::digest::generic_array::GenericArray;

pub type State = [u32; 8];
pub type Block = [u8; 64];

/// FIPS 180-4, 5.3.3.
pub const BEGIN: State = [
    0x6a09_e667,
    0xbb67_ae85,
    0x3c6e_f372,
    0xa54f_f53a,
    0x510e_527f,
    0x9b05_688c,
    0x1f83_d9ab,
    0x5be0_cd19,
];

/// Updates each state with its blocks; both messages have the same number of blocks.
pub fn compress<const N: usize>(states: [&mut State; N], blocks: [&[Block]; N]) {
    #[cfg(target_arch = "x86_64")]
    if *USES_X86 {
        // SAFETY: the processor has the instructions of the function.
        return unsafe { x86::compress(states, blocks) };
    }
    compress_in_turns(states, blocks);
}

/// Whether the processor has the instructions, and they give the same result as `sha2`: tested once, in microseconds.
#[cfg(target_arch = "x86_64")]
static USES_X86: LazyLock<bool> = LazyLock::new(|| {
    is_x86_feature_detected!("sha")
        && is_x86_feature_detected!("sse4.1")
        && is_x86_feature_detected!("ssse3")
        // SAFETY: the processor has the instructions of the function.
        && agrees_with_sha2(|states, blocks| unsafe { x86::compress(states, blocks) })
});

/// Compares a compression function with that of `sha2`, on two messages of different content.
#[cfg(target_arch = "x86_64")]
fn agrees_with_sha2(compress: impl Fn([&mut State; 2], [&[Block]; 2])) -> bool {
    let message = |seed: u8| [[seed; 64], std::array::from_fn(|at| (at as u8).wrapping_mul(seed))];
    let (first, second) = (message(0x9d), message(0x3b));
    let (mut one, mut other) = (BEGIN, BEGIN);
    compress([&mut one, &mut other], [&first, &second]);
    let (mut expected_one, mut expected_other) = (BEGIN, BEGIN);
    compress_in_turns([&mut expected_one, &mut expected_other], [&first, &second]);
    (one, other) == (expected_one, expected_other)
}

fn compress_in_turns<const N: usize>(mut states: [&mut State; N], blocks: [&[Block]; N]) {
    for at in 0..count(blocks) {
        for (state, lane) in states.iter_mut().zip(blocks) {
            compress256(state, std::slice::from_ref(GenericArray::from_slice(&lane[at])));
        }
    }
}

fn count<const N: usize>(blocks: [&[Block]; N]) -> usize {
    blocks.map(<[Block]>::len).into_iter().min().unwrap_or(0)
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::*;

    use super::{Block, State, count};

    /// FIPS 180-4, 4.2.2.
    #[rustfmt::skip]
    const K: [[u32; 4]; 16] = [
        [0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5],
        [0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5],
        [0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3],
        [0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174],
        [0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc],
        [0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da],
        [0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7],
        [0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967],
        [0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13],
        [0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85],
        [0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3],
        [0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070],
        [0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5],
        [0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3],
        [0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208],
        [0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2],
    ];

    /// A state in the form of the instructions: the words f, e, b, a and h, g, d, c.
    #[derive(Clone, Copy)]
    struct Halves(__m128i, __m128i);

    /// Without closures: the compiler would compile a closure's caller without these instructions and call it.
    #[expect(
        clippy::needless_range_loop,
        reason = "iterators over lanes keep words in memory: a quarter of the speed"
    )]
    #[target_feature(enable = "sha,sse2,ssse3,sse4.1")]
    pub fn compress<const N: usize>(states: [&mut State; N], blocks: [&[Block]; N]) {
        let nothing = _mm_setzero_si128();
        let mut held = [Halves(nothing, nothing); N];
        for lane in 0..N {
            held[lane] = enter(states[lane]);
        }
        for at in 0..count(blocks) {
            let before = held;
            let mut words = [[nothing; 4]; N];
            for quarter in 0..4 {
                for lane in 0..N {
                    words[lane][quarter] = load(&blocks[lane][at], quarter);
                    held[lane] = rounds(held[lane], words[lane][quarter], quarter);
                }
            }
            for quarter in 4..16 {
                for lane in 0..N {
                    let [_, b, c, d] = words[lane];
                    words[lane] = [b, c, d, schedule(words[lane])];
                    held[lane] = rounds(held[lane], words[lane][3], quarter);
                }
            }
            for lane in 0..N {
                let (Halves(x, y), Halves(x_before, y_before)) = (held[lane], before[lane]);
                held[lane] = Halves(_mm_add_epi32(x, x_before), _mm_add_epi32(y, y_before));
            }
        }
        for (state, halves) in states.into_iter().zip(held) {
            *state = leave(halves);
        }
    }

    /// Four rounds.
    #[inline]
    #[target_feature(enable = "sha,sse2,ssse3,sse4.1")]
    fn rounds(Halves(x, y): Halves, words: __m128i, quarter: usize) -> Halves {
        let sum = _mm_add_epi32(words, four(K[quarter]));
        let y = _mm_sha256rnds2_epu32(y, x, sum);
        Halves(_mm_sha256rnds2_epu32(x, y, _mm_shuffle_epi32::<0x0e>(sum)), y)
    }

    /// The next four words after sixteen.
    #[inline]
    #[target_feature(enable = "sha,sse2,ssse3,sse4.1")]
    fn schedule([a, b, c, d]: [__m128i; 4]) -> __m128i {
        let sum = _mm_add_epi32(_mm_sha256msg1_epu32(a, b), _mm_alignr_epi8::<4>(d, c));
        _mm_sha256msg2_epu32(sum, d)
    }

    /// Four words of a block, big-endian.
    #[inline]
    #[target_feature(enable = "sha,sse2,ssse3,sse4.1")]
    fn load(block: &Block, quarter: usize) -> __m128i {
        let (eights, _) = block.as_chunks::<8>();
        let (low, high) = (eights[2 * quarter], eights[2 * quarter + 1]);
        let words = _mm_set_epi64x(i64::from_le_bytes(high), i64::from_le_bytes(low));
        let highest_first = _mm_set_epi64x(0x0c0d_0e0f_0809_0a0b, 0x0405_0607_0001_0203);
        _mm_shuffle_epi8(words, highest_first)
    }

    #[inline]
    #[target_feature(enable = "sha,sse2,ssse3,sse4.1")]
    fn enter(state: &State) -> Halves {
        let [a, b, c, d, e, f, g, h] = *state;
        Halves(four([f, e, b, a]), four([h, g, d, c]))
    }

    #[inline]
    #[target_feature(enable = "sha,sse2,ssse3,sse4.1")]
    fn leave(Halves(x, y): Halves) -> State {
        let ([f, e, b, a], [h, g, d, c]) = (words_of(x), words_of(y));
        [a, b, c, d, e, f, g, h]
    }

    #[inline]
    #[target_feature(enable = "sha,sse2,ssse3,sse4.1")]
    fn four(words: [u32; 4]) -> __m128i {
        let [a, b, c, d] = words;
        _mm_set_epi32(d.cast_signed(), c.cast_signed(), b.cast_signed(), a.cast_signed())
    }

    #[inline]
    #[target_feature(enable = "sha,sse2,ssse3,sse4.1")]
    fn words_of(four: __m128i) -> [u32; 4] {
        [
            _mm_extract_epi32::<0>(four).cast_unsigned(),
            _mm_extract_epi32::<1>(four).cast_unsigned(),
            _mm_extract_epi32::<2>(four).cast_unsigned(),
            _mm_extract_epi32::<3>(four).cast_unsigned(),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(target_arch = "x86_64")]
    #[test]
    fn the_self_test_rejects_a_function_with_another_result() {
        assert!(agrees_with_sha2(compress_in_turns));
        assert!(!agrees_with_sha2(|states, blocks| {
            let [one, other] = states;
            compress_in_turns([one, other], blocks);
            other[7] ^= 1;
        }));
    }

    /// On a processor without the instructions, both sides are the same code.
    #[test]
    fn two_messages_have_the_hashes_of_each_alone() {
        let blocks: Vec<Block> = (0..40_u32)
            .map(|block| std::array::from_fn(|at| ((block * 64 + at as u32).wrapping_mul(0x9e37_79b9) >> 24) as u8))
            .collect();
        for length in 0..20 {
            let (first, second) = (&blocks[..length], &blocks[20..20 + length]);
            let (mut one, mut other) = (BEGIN, BEGIN);
            compress([&mut one, &mut other], [first, second]);
            for (together, lane) in [(one, first), (other, second)] {
                let (mut alone, mut in_turns) = (BEGIN, BEGIN);
                compress([&mut alone], [lane]);
                compress_in_turns([&mut in_turns], [lane]);
                assert_eq!(together, in_turns);
                assert_eq!(alone, in_turns);
            }
        }
    }
}
