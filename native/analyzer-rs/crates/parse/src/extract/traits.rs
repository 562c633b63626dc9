//! Properties of a kind as bits: one lookup per node instead of one per rule.

use super::stream_edits::is_ruled;
use super::stream_rules::StreamRules;
use syntax::flat_tree::NameTable;

const KNOWN: u8 = 1;
pub const DROPPED: u8 = 2;
pub const LIST: u8 = 4;
pub const NULL: u8 = 8;
pub const SCALAR: u8 = 16;
pub const TOKEN: u8 = 32;
/// Counts as a node: has a `type` (ESTree), is named (tree-sitter).
pub const COUNTED: u8 = 64;
/// Other rules apply to it too; plain kinds are written unchanged.
pub const RULED: u8 = 128;

#[derive(Default)]
pub struct Traits {
    of_kinds: Vec<u8>,
}

impl Traits {
    #[inline]
    pub fn of(&mut self, rules: &StreamRules, names: &NameTable, kind: u16) -> u8 {
        match self.of_kinds.get(usize::from(kind)) {
            Some(&known) if known != 0 => known,
            _ => self.learn(rules, names, kind),
        }
    }

    #[cold]
    fn learn(&mut self, rules: &StreamRules, names: &NameTable, kind: u16) -> u8 {
        let known = &rules.known;
        let mut traits = KNOWN;
        if rules.dropped.has(kind) {
            traits |= DROPPED;
        }
        if names.is_token(kind) {
            traits |= TOKEN;
        } else if rules.fields && kind == known.list {
            traits |= LIST;
        } else if rules.fields && kind == known.null {
            traits |= NULL;
        } else if rules.fields && kind == known.scalar {
            traits |= SCALAR;
        } else if kind != known.gap && kind != known.plain {
            traits |= COUNTED;
        }
        if is_ruled(rules, kind) {
            traits |= RULED;
        }
        let at = usize::from(kind);
        if at >= self.of_kinds.len() {
            self.of_kinds.resize(at.max(names.len()) + 1, 0);
        }
        self.of_kinds[at] = traits;
        traits
    }
}
