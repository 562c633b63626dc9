//! The parser of one language, independent of its adapter: text in, flat tree out.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::adapters::Parsed;
use super::adapters::bash::BashAdapter;
use super::adapters::grammars::GRAMMARS;
use super::adapters::oxc::OxcAdapter;
use super::adapters::tree_sitter::{Grammar, TreeSitterAdapter};
use super::flat_tree::{FlatTree, NameTable};
use super::nesting;
use base::languages::mode::ParseMode;

/// A parser that can be stopped is stopped after this time.
const LONGEST: Duration = Duration::from_secs(20);
/// Number of calls of the parser's stop callback between two reads of the clock.
const CALLS_PER_CHECK: u32 = 64;

pub enum SyntaxParser {
    Bash(Box<BashAdapter>),
    Oxc(Box<OxcAdapter>),
    TreeSitter(Box<TreeSitterAdapter>),
}

impl SyntaxParser {
    /// `parser` and `grammar` are in the data of the language `id`. Fails if they do not fit the linked grammar.
    pub fn new(id: &str, parser: &str, grammar: Option<&Grammar>) -> Result<Self, String> {
        let language = GRAMMARS
            .iter()
            .find(|(name, _)| *name == id)
            .map(|(_, grammar)| grammar);
        Ok(match (parser, language, grammar) {
            ("tree-sitter", Some(language), Some(grammar)) => {
                Self::TreeSitter(Box::new(TreeSitterAdapter::new(language, grammar)?))
            }
            ("bash-syntax", ..) => Self::Bash(Box::default()),
            ("oxc", ..) => Self::Oxc(Box::default()),
            (parser, ..) => return Err(format!("no {parser} parser of {id} is linked")),
        })
    }

    pub fn names_mut(&mut self) -> &mut NameTable {
        match self {
            Self::Bash(bash) => bash.names_mut(),
            Self::Oxc(oxc) => oxc.names_mut(),
            Self::TreeSitter(tree_sitter) => tree_sitter.names_mut(),
        }
    }

    /// `cancelled`: set by another thread when the tree is no longer needed.
    pub fn parse(&mut self, source: &str, mode: ParseMode<'_>, cancelled: &AtomicBool) -> Parsed {
        match self {
            Self::Bash(bash) => bash.parse(source),
            Self::Oxc(oxc) => {
                let Some(stack) = nesting::stack_for(source) else {
                    return Parsed::TooDeep;
                };
                stacker::maybe_grow(stack, stack, || oxc.parse(source, mode))
            }
            Self::TreeSitter(tree_sitter) => tree_sitter.parse(source, &mut stopper(cancelled)),
        }
    }

    /// The tree of the last `parse`, which was of this source.
    pub fn tree<'a>(&'a self, source: &'a str) -> FlatTree<'a> {
        match self {
            Self::Bash(bash) => bash.tree(source),
            Self::Oxc(oxc) => oxc.tree(source),
            Self::TreeSitter(tree_sitter) => tree_sitter.tree(source),
        }
    }
}

/// Processor time, so that a busy machine stops no parser.
fn stopper(cancelled: &AtomicBool) -> impl FnMut() -> bool {
    let begin = processor_time();
    let mut asked = 0_u32;
    move || {
        asked = asked.wrapping_add(1);
        let is_late = asked.is_multiple_of(CALLS_PER_CHECK) && processor_time().saturating_sub(begin) > LONGEST;
        is_late || cancelled.load(Ordering::Relaxed)
    }
}

/// Of this thread.
fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or(0))
}
