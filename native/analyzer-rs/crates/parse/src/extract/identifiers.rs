//! The identifiers of a stream, in order.

use std::hash::Hasher;

use hashbrown::HashTable;
use rustc_hash::FxHasher;

use super::stream_rules::Role;
use syntax::flat_tree::NodeId;
use syntax::reuse::{empty, empty_table};

#[derive(Clone, Copy, Debug)]
pub struct Identifier {
    /// The range of its element in the stream's bytes.
    pub from: u32,
    pub to: u32,
    pub node: NodeId,
    /// A number for each spelling, consecutive from 0.
    pub spelling: u32,
    /// Its index among the leaves; only if leaves are recorded.
    pub leaf: u32,
    pub role: Role,
}

#[derive(Default)]
pub struct Identifiers {
    pub list: Vec<Identifier>,
    /// Range of the first occurrence of each spelling in the stream's bytes.
    spellings: Vec<(u32, u32)>,
    numbers: HashTable<u32>,
}

impl Identifiers {
    pub fn begin(&mut self) {
        empty(&mut self.list);
        empty(&mut self.spellings);
        empty_table(&mut self.numbers);
    }

    pub fn count(&self) -> u32 {
        self.list.len() as u32
    }

    /// Number of distinct spellings.
    pub fn spellings(&self) -> usize {
        self.spellings.len()
    }

    /// The number of a spelling; `None` if the stream does not contain it.
    pub fn spelling_of(&self, stream: &[u8], text: &[u8]) -> Option<u32> {
        let is_same = |&number: &u32| self.bytes(stream, number) == text;
        self.numbers.find(hash(text), is_same).copied()
    }

    /// The number of the spelling at a range of the stream.
    pub fn number(&mut self, stream: &[u8], from: u32, to: u32) -> u32 {
        let text = &stream[from as usize..to as usize];
        if let Some(number) = self.spelling_of(stream, text) {
            return number;
        }
        let number = self.spellings.len() as u32;
        self.spellings.push((from, to));
        let spellings = &self.spellings;
        self.numbers.insert_unique(hash(text), number, |&number| {
            let (from, to) = spellings[number as usize];
            hash(&stream[from as usize..to as usize])
        });
        number
    }

    fn bytes<'s>(&self, stream: &'s [u8], number: u32) -> &'s [u8] {
        let (from, to) = self.spellings[number as usize];
        &stream[from as usize..to as usize]
    }
}

fn hash(text: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(text);
    hasher.finish()
}
