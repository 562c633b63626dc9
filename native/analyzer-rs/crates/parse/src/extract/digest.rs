//! SHA-256 (FIPS 180-4) of messages that are hashed in pairs.

use super::sha256::{BEGIN, Block, State, compress};
use crate::facts::Hash;

/// A long message: part of it is hashed together with each shorter message.
pub struct LongMessage<'m> {
    state: State,
    /// The unread bytes, except the end.
    rest: &'m [Block],
    end: End,
}

impl<'m> LongMessage<'m> {
    /// Hashes `begin`, then `bytes`, without copying `bytes`. Overwrites `begin`.
    pub fn new(begin: &mut Vec<u8>, bytes: &'m [u8]) -> Self {
        let length = begin.len() + bytes.len();
        let missing = begin.len().next_multiple_of(size_of::<Block>()) - begin.len();
        let (first, bytes) = bytes.split_at(missing.min(bytes.len()));
        begin.extend_from_slice(first);
        let (blocks, left) = begin.as_chunks();
        let mut state = BEGIN;
        compress([&mut state], [blocks]);
        let (rest, end) = bytes.as_chunks();
        // `bytes` ends within the block that `begin` starts.
        let end = if left.is_empty() { end } else { left };
        let end = End::new(end, length);
        Self { state, rest, end }
    }

    pub fn finish(mut self) -> Hash {
        compress([&mut self.state], [self.rest]);
        compress([&mut self.state], [self.end.blocks()]);
        bytes_of(self.state)
    }

    /// Returns the blocks that were not paired with other blocks.
    fn read_beside<'b>(&mut self, state: &mut State, blocks: &'b [Block]) -> &'b [Block] {
        let count = blocks.len().min(self.rest.len());
        let (own, rest) = self.rest.split_at(count);
        let (others, left) = blocks.split_at(count);
        compress([state, &mut self.state], [others, own]);
        self.rest = rest;
        left
    }
}

/// The last blocks of a message, padded.
struct End {
    blocks: [Block; 2],
    count: usize,
}

impl End {
    /// `bytes`: those after the last complete block of a message of `length` bytes.
    fn new(bytes: &[u8], length: usize) -> Self {
        let mut blocks = [[0; size_of::<Block>()]; 2];
        let all = blocks.as_flattened_mut();
        all[..bytes.len()].copy_from_slice(bytes);
        all[bytes.len()] = PADDING;
        let padded = padded_length(bytes.len());
        all[padded - size_of::<u64>()..padded].copy_from_slice(&bits_of(length));
        let count = padded / size_of::<Block>();
        Self { blocks, count }
    }

    fn blocks(&self) -> &[Block] {
        &self.blocks[..self.count]
    }
}

/// The hash of a message; overwrites the bytes after it.
pub fn digest_beside(message: &mut Vec<u8>, long: &mut LongMessage<'_>) -> Hash {
    let mut state = BEGIN;
    let left = long.read_beside(&mut state, blocks_of(message));
    compress([&mut state], [left]);
    bytes_of(state)
}

/// The hashes of both; overwrites the bytes after the messages.
pub fn digest_both_beside(first: &mut Vec<u8>, second: &mut Vec<u8>, long: &mut LongMessage<'_>) -> [Hash; 2] {
    let mut states = [BEGIN; 2];
    let first = long.read_beside(&mut states[0], blocks_of(first));
    let second = long.read_beside(&mut states[1], blocks_of(second));
    compress_both(states, [first, second])
}

/// The hashes of both; overwrites the bytes after the messages.
pub fn digest_both(first: &mut Vec<u8>, second: &mut Vec<u8>) -> [Hash; 2] {
    compress_both([BEGIN; 2], [blocks_of(first), blocks_of(second)])
}

fn compress_both([mut one, mut other]: [State; 2], [first, second]: [&[Block]; 2]) -> [Hash; 2] {
    let both = first.len().min(second.len());
    compress([&mut one, &mut other], [&first[..both], &second[..both]]);
    compress([&mut one], [&first[both..]]);
    compress([&mut other], [&second[both..]]);
    [one, other].map(bytes_of)
}

/// The blocks of a complete message, which is padded in place.
fn blocks_of(message: &mut Vec<u8>) -> &[Block] {
    let length = message.len();
    message.push(PADDING);
    message.resize(padded_length(length) - size_of::<u64>(), 0);
    message.extend_from_slice(&bits_of(length));
    message.as_chunks().0
}

/// FIPS 180-4, 5.1.1: after a message follow this byte, zeros and its length in bits.
const PADDING: u8 = 0x80;

fn padded_length(length: usize) -> usize {
    (length + size_of_val(&PADDING) + size_of::<u64>()).next_multiple_of(size_of::<Block>())
}

fn bits_of(length: usize) -> [u8; size_of::<u64>()] {
    (length as u64 * 8).to_be_bytes()
}

fn bytes_of(state: State) -> Hash {
    let mut hash = Hash::default();
    for (word, bytes) in state.iter().zip(hash.chunks_exact_mut(size_of::<u32>())) {
        bytes.copy_from_slice(&word.to_be_bytes());
    }
    hash
}

#[cfg(test)]
mod tests {
    use sha2::{Digest, Sha256};

    use super::*;

    #[test]
    fn hashes_are_those_of_the_library() {
        let text: Vec<u8> = (0..1_000_u32).map(|at| ((at * 7919) >> 3) as u8).collect();
        for length in (0..200).chain([447, 448, 449, 511, 512, 513, 1_000]) {
            for other in [0, 1, 55, 56, 63, 64, 65, 119, 120, 700] {
                for (begin, long) in [(0, 0), (0, 64), (3, 20), (60, 4), (63, 1_000), (64, 129), (130, 400)] {
                    let (first, second) = (&text[..length], &text[1_000 - other..]);
                    let mut beside = LongMessage::new(&mut text[..begin].to_vec(), &text[..long]);
                    let one = digest_beside(&mut second.to_vec(), &mut beside);
                    let both = digest_both_beside(&mut first.to_vec(), &mut second.to_vec(), &mut beside);
                    let alone = [first, second].map(|message| Hash::from(Sha256::digest(message)));
                    assert_eq!(one, alone[1]);
                    assert_eq!(both, alone);
                    assert_eq!(digest_both(&mut first.to_vec(), &mut second.to_vec()), alone);
                    let whole = [&text[..begin], &text[..long]].concat();
                    assert_eq!(beside.finish(), Hash::from(Sha256::digest(whole)));
                }
            }
        }
    }
}
