//! Data of files that facts do not contain. Token records and element blocks need more memory than all other facts: they
//! are written as soon as they are available.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use parse::facts::FileFacts;
use scan::read_entries::{BlockSink, ParsedSource};

use super::docs::doc_sentences;
use super::output::Output;

/// Blocks that were written, each kind by number from 1.
pub struct FileBlocks<'a> {
    output: &'a Output,
    with_docs: bool,
    known: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    last: WrittenBlocks,
    /// By the address of the facts, which are shared and never moved.
    blocks: HashMap<usize, WrittenBlocks>,
}

/// The numbers of a file's blocks; 0 for none.
#[derive(Clone, Default)]
pub struct WrittenBlocks {
    pub tokens: u32,
    pub elements: u32,
    /// Of `doc_sentences`; not written yet.
    pub docs: Option<Arc<[u8]>>,
}

impl<'a> FileBlocks<'a> {
    /// `with_docs`: the sentences of doc comments are wanted.
    pub fn new(output: &'a Output, with_docs: bool) -> Self {
        Self {
            output,
            with_docs,
            known: Mutex::default(),
        }
    }

    pub fn of(&self, facts: &FileFacts) -> WrittenBlocks {
        self.known().blocks.get(&address_of(facts)).cloned().unwrap_or_default()
    }

    fn known(&self) -> std::sync::MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn address_of(facts: &FileFacts) -> usize {
    std::ptr::from_ref(facts).addr()
}

impl BlockSink for FileBlocks<'_> {
    fn add(&self, source: ParsedSource<'_>, facts: &FileFacts, tokens: &[u8], elements: &[u8]) {
        let wants_docs = self.with_docs && !facts.declarations.is_empty();
        let docs = wants_docs.then(|| doc_sentences(source, facts)).flatten();
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
            docs: docs.map(Into::into),
        };
        // Freed facts may have had the same address.
        known.blocks.insert(address_of(facts), written.clone());
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
