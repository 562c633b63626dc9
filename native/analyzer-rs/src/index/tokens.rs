//! Token records need more memory than all other facts, and few of them are used in the end: they are written as soon
//! as they are available.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use crate::parse::facts::FileFacts;
use crate::scan::read_entries::TokenBlockSink;

use super::output::Output;

/// Blocks of token records that were written, by number from 1.
pub struct TokenBlocks<'a> {
    output: &'a Output,
    known: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    last: u32,
    /// By the address of a file's declarations, which does not change when the facts are moved.
    blocks: HashMap<usize, u32>,
}

impl<'a> TokenBlocks<'a> {
    pub fn new(output: &'a Output) -> Self {
        Self {
            output,
            known: Mutex::default(),
        }
    }

    /// The number of a file's block, if one of its functions has a record.
    pub fn of(&self, facts: &FileFacts) -> Option<u32> {
        self.known().blocks.get(&address_of(facts)).copied()
    }

    fn known(&self) -> std::sync::MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn address_of(facts: &FileFacts) -> usize {
    facts.declarations.as_ptr().addr()
}

impl TokenBlockSink for TokenBlocks<'_> {
    fn add(&self, facts: &FileFacts, block: &[u8]) {
        let mut known = self.known();
        if block.is_empty() {
            // Freed facts may have had the same address.
            known.blocks.remove(&address_of(facts));
            return;
        }
        known.last += 1;
        let number = known.last;
        known.blocks.insert(address_of(facts), number);
        drop(known);
        // A closed pipe sets `cancelled`.
        let _ = self.output.write(&format!("{{\"block\":{number}}}"), block);
    }
}
