//! Token records take more memory than all other facts together, and few of them are needed in the end: they are
//! handed on as soon as they are there.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::parse::engine::{Parse, ParseMode, ParseOutcome};
use crate::parse::facts::FileFacts;
use crate::parse::token_block::token_block;

use super::output::Output;

/// Blocks of token records that were handed on, by number from 1.
pub struct TokenBlocks<'a> {
    output: &'a Output,
    known: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    last: u32,
    /// By the address of a file's declarations, which stays when the facts are moved.
    blocks: HashMap<usize, u32>,
}

impl<'a> TokenBlocks<'a> {
    pub fn new(output: &'a Output) -> Self {
        Self {
            output,
            known: Mutex::default(),
        }
    }

    /// The number of a file's block, if some function in it has a record.
    pub fn of(&self, facts: &FileFacts) -> Option<u32> {
        self.known().blocks.get(&address_of(facts)).copied()
    }

    fn take_from(&self, facts: &mut FileFacts) {
        let records = facts.tokens.take().unwrap_or_default();
        let block = token_block(&facts.declarations, &records);
        let mut known = self.known();
        if block.is_empty() {
            // Facts that are gone may have stood there.
            known.blocks.remove(&address_of(facts));
            return;
        }
        known.last += 1;
        let number = known.last;
        known.blocks.insert(address_of(facts), number);
        drop(known);
        // That nobody reads any more shows in `cancelled`.
        let _ = self.output.write(&format!("{{\"block\":{number}}}"), &block);
    }

    fn known(&self) -> std::sync::MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn address_of(facts: &FileFacts) -> usize {
    facts.declarations.as_ptr().addr()
}

/// A parser whose facts come without token records.
pub struct WithoutTokens<'a, P> {
    pub parser: P,
    pub blocks: &'a TokenBlocks<'a>,
}

impl<P: Parse> Parse for WithoutTokens<'_, P> {
    fn parse(&mut self, path: &str, bytes: &[u8], mode: ParseMode<'_>) -> ParseOutcome {
        let mut outcome = self.parser.parse(path, bytes, mode);
        if let ParseOutcome::Analyzed { facts, .. } | ParseOutcome::Partial { facts, .. } = &mut outcome {
            self.blocks
                .take_from(Arc::get_mut(facts).expect("nobody else has facts that were just made"));
        }
        outcome
    }

    fn hand_out_grams(&mut self, wanted: bool) {
        self.parser.hand_out_grams(wanted);
    }
}
