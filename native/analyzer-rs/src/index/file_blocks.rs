//! Token records and element blocks need more memory than all other facts: they are written as soon as they are
//! available.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use parse::facts::FileFacts;
use scan::read_entries::BlockSink;

use super::output::Output;

/// Blocks that were written, each kind by number from 1.
pub struct FileBlocks<'a> {
    output: &'a Output,
    known: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    last: WrittenBlocks,
    /// By the address of the facts, which are shared and never moved.
    blocks: HashMap<usize, WrittenBlocks>,
}

/// The numbers of a file's blocks; 0 for none.
#[derive(Clone, Copy, Default)]
pub struct WrittenBlocks {
    pub tokens: u32,
    pub elements: u32,
}

impl<'a> FileBlocks<'a> {
    pub fn new(output: &'a Output) -> Self {
        Self {
            output,
            known: Mutex::default(),
        }
    }

    pub fn of(&self, facts: &FileFacts) -> WrittenBlocks {
        self.known().blocks.get(&address_of(facts)).copied().unwrap_or_default()
    }

    fn known(&self) -> std::sync::MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn address_of(facts: &FileFacts) -> usize {
    std::ptr::from_ref(facts).addr()
}

impl BlockSink for FileBlocks<'_> {
    fn add(&self, facts: &FileFacts, tokens: &[u8], elements: &[u8]) {
        let mut known = self.known();
        let number = |last: &mut u32, block: &[u8]| {
            if block.is_empty() {
                return 0;
            }
            *last += 1;
            *last
        };
        let written = WrittenBlocks {
            tokens: number(&mut known.last.tokens, tokens),
            elements: number(&mut known.last.elements, elements),
        };
        // Freed facts may have had the same address.
        known.blocks.insert(address_of(facts), written);
        drop(known);
        // A closed pipe sets `cancelled`.
        if written.tokens > 0 {
            let _ = self.output.write(&format!("{{\"tokens\":{}}}", written.tokens), tokens);
        }
        if written.elements > 0 {
            let _ = self
                .output
                .write(&format!("{{\"elements\":{}}}", written.elements), elements);
        }
    }
}
