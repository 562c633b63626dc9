//! The comments of a file that silence copies.

use std::borrow::Cow;

use memchr::memmem;

use super::compile::CompiledFacts;
use super::cut::cut;
use super::positions::Positions;
use crate::facts::IgnoreComment;
use syntax::flat_tree::FlatTree;

const MARK: &str = "analyzer-ignore-";

/// The same words in a string, or after code, are not such a comment.
pub fn ignore_comments(tree: FlatTree<'_>, language: &CompiledFacts, positions: &Positions) -> Vec<IgnoreComment> {
    let marks = marks_alone(tree.source);
    if marks.is_empty() {
        return Vec::new();
    }
    let has_comments = !language.comment_kinds.is_empty();
    let kinds = if has_comments {
        &language.comment_kinds
    } else {
        &language.text_kinds
    };
    let ranges = Ranges::new(tree, kinds);
    let comments = marks.into_iter().filter_map(|at| {
        let rest = &tree.source[at + MARK.len()..];
        let line = &rest[..memchr::memchr(b'\n', rest.as_bytes()).unwrap_or(rest.len())];
        let is_kind = |byte: &u8| byte.is_ascii_lowercase() || *byte == b'-';
        let length = line.bytes().take_while(is_kind).count();
        if length == 0 || ranges.has(at as u32) != has_comments {
            return None;
        }
        Some(IgnoreComment {
            line: positions.line(at as u32),
            kind: cut(Cow::Borrowed(&line[..length])).into(),
            reason: cut(Cow::Borrowed(reason_of(&line[length..]))).into(),
        })
    });
    comments.collect()
}

/// Offsets of the marks without code before them in their lines.
fn marks_alone(source: &str) -> Vec<usize> {
    let bytes = source.as_bytes();
    let marks = memmem::find_iter(bytes, MARK);
    let alone = marks.filter(|at| {
        let start = memchr::memrchr(b'\n', &bytes[..*at]).map_or(0, |end| end + 1);
        let mut before = bytes[start..*at].iter();
        before.all(|byte| is_blank(char::from(*byte)) || matches!(byte, b'/' | b'*' | b'#'))
    });
    alone.collect()
}

/// The words after a colon, without the end of the comment.
fn reason_of(rest: &str) -> &str {
    let text = rest.trim_matches(is_blank);
    let text = text.strip_suffix("*/").unwrap_or(text);
    let reason = text.trim_matches(is_blank).strip_prefix(':').unwrap_or_default();
    reason.trim_matches(is_blank)
}

fn is_blank(it: char) -> bool {
    matches!(it, ' ' | '\t' | '\r' | '\u{b}' | '\u{c}')
}

/// Nodes of some kinds, which do not overlap, in the order of their starts.
struct Ranges(Vec<(u32, u32)>);

impl Ranges {
    fn new(tree: FlatTree<'_>, kinds: &[u16]) -> Self {
        let nodes = tree.nodes.iter().filter(|node| kinds.contains(&node.kind));
        let mut ranges: Vec<(u32, u32)> = nodes.map(|node| (node.start, node.end)).collect();
        ranges.sort_by_key(|(start, _)| *start);
        Self(ranges)
    }

    fn has(&self, offset: u32) -> bool {
        let after = self.0.partition_point(|(start, _)| *start <= offset);
        after > 0 && offset < self.0[after - 1].1
    }
}
