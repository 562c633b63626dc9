//! The value of a leaf of a here-document: its text without the removed indentation.

use std::borrow::Cow;

use super::stream_rules::HereDocumentRule;
use syntax::flat_tree::{FlatTree, NodeId};

const BLANKS: [char; 2] = [' ', '\t'];

pub fn here_document_text<'a>(
    tree: FlatTree<'a>,
    leaf: NodeId,
    text: Cow<'a, str>,
    rule: &HereDocumentRule,
) -> Cow<'a, str> {
    let parent = tree.parent(leaf).unwrap_or(0);
    let is_body = rule.bodies.has(tree.kind(parent));
    let document = if is_body {
        tree.parent(parent).unwrap_or(0)
    } else {
        parent
    };
    let before = tree.source.get(..tree.node(leaf).start as usize).unwrap_or("");
    let is_single = !text.contains('\n') && !before.trim_end_matches(BLANKS).ends_with('\n');
    if is_single {
        return text;
    }
    for child in tree.children(document) {
        let kind = Some(tree.kind(child));
        if kind == rule.tabs {
            return without_tabs(before, &text).into();
        }
        if kind == rule.closing {
            return without_indent(before, text, indent(tree, child));
        }
    }
    text
}

/// Number of blanks before the closing delimiter.
fn indent(tree: FlatTree<'_>, closing: NodeId) -> usize {
    let before = tree.source.get(..tree.node(closing).start as usize).unwrap_or("");
    let rest = before.trim_end_matches(BLANKS);
    if rest.ends_with('\n') {
        before.len() - rest.len()
    } else {
        0
    }
}

/// Removes leading tabs of every line that starts in the text or directly before it; a continued line does not start.
fn without_tabs(before: &str, text: &str) -> String {
    let line = before.trim_end_matches('\t');
    let is_fresh = line.ends_with('\n') && !line.ends_with("\\\n");
    let mut rest = if is_fresh { text.trim_start_matches('\t') } else { text };
    let mut result = String::with_capacity(rest.len());
    while let Some(end) = rest.find('\n') {
        let is_joined = rest[..end].ends_with('\\');
        result.push_str(&rest[..=end]);
        rest = &rest[end + 1..];
        if !is_joined {
            rest = rest.trim_start_matches('\t');
        }
    }
    result.push_str(rest);
    result
}

/// Removes up to that number of blanks of every line that starts in the text, or before it within the indentation.
fn without_indent<'a>(before: &str, text: Cow<'a, str>, width: usize) -> Cow<'a, str> {
    if width == 0 {
        return text;
    }
    let line = before.trim_end_matches(BLANKS);
    let mut left = if line.ends_with('\n') {
        width.saturating_sub(before.len() - line.len())
    } else {
        0
    };
    let mut result = String::with_capacity(text.len());
    for one in text.chars() {
        if left > 0 && BLANKS.contains(&one) {
            left -= 1;
            continue;
        }
        left = if one == '\n' { width } else { 0 };
        result.push(one);
    }
    result.into()
}
