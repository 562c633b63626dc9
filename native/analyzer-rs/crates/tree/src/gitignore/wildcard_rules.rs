//! The rules of one file with wildcards.

use rustc_hash::FxHashMap;

use crate::globs::Automaton;

use super::wildmatch::Wildmatch;

struct WildcardRule {
    /// Among all rules of the file.
    index: usize,
    prefix: String,
    ending: String,
    automaton: Automaton,
}

/// Up to here each rule is tried: most files have less, and looking up the pieces of a path takes as long.
const MAX_TRIED: usize = 32;
/// Bytes of a piece by which rules are found.
const PIECE: usize = 3;

/// Many are found by the first bytes of their longest literal piece, which each text that matches contains: the rules of
/// a file must not multiply with the paths. Strings have one character for each byte.
#[derive(Default)]
pub struct WildcardRules {
    rules: Vec<WildcardRule>,
    /// Positions of rules.
    by_piece: FxHashMap<u32, Vec<usize>>,
}

impl WildcardRules {
    /// `index` is above that of each earlier rule.
    pub fn add(&mut self, index: usize, compiled: Wildmatch) {
        let Wildmatch {
            steps,
            prefix,
            ending,
            piece,
        } = compiled;
        let start: Vec<char> = piece.chars().take(PIECE).collect();
        self.by_piece.entry(key_of(&start)).or_default().push(self.rules.len());
        self.rules.push(WildcardRule {
            index,
            prefix,
            ending,
            automaton: Automaton::new(steps),
        });
    }

    /// The index of the last rule after `best` that applies and matches, else `best`.
    pub fn last(&self, text: &str, best: Option<usize>, applies: impl Fn(usize) -> bool) -> Option<usize> {
        let matches = |rule: &&WildcardRule| applies(rule.index) && rule.matches(text);
        if self.rules.len() <= MAX_TRIED {
            let later = self.rules.iter().rev().take_while(|it| Some(it.index) > best);
            return later.into_iter().find(matches).map_or(best, |it| Some(it.index));
        }
        let mut last = best;
        for key in keys_of(text) {
            let Some(shelf) = self.by_piece.get(&key) else {
                continue;
            };
            let rules = shelf.iter().rev().map(|at| &self.rules[*at]);
            let found = rules.take_while(|it| Some(it.index) > last).find(matches);
            last = found.map_or(last, |it| Some(it.index));
        }
        last
    }
}

impl WildcardRule {
    fn matches(&self, text: &str) -> bool {
        text.starts_with(&self.prefix) && text.ends_with(&self.ending) && self.automaton.reads(text)
    }
}

/// Of all pieces of a text, also of the empty one, each once.
fn keys_of(text: &str) -> Vec<u32> {
    let chars: Vec<char> = text.chars().collect();
    let pieces = (1..=PIECE).flat_map(|length| chars.windows(length));
    let mut keys: Vec<u32> = pieces.map(key_of).chain([key_of(&[])]).collect();
    keys.sort_unstable();
    keys.dedup();
    keys
}

/// A number for up to three bytes, also for none.
fn key_of(piece: &[char]) -> u32 {
    let length = piece.len() as u32;
    piece.iter().fold(length, |key, it| key << 8 | *it as u32)
}
