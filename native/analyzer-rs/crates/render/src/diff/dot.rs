//! The added and removed imports between files, for Graphviz: added ones green, removed ones red and dashed; the colour
//! of a file is its change, and a dotted line leads from the origin of a moved or copied file.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::dot::quoted;
use crate::out::Out;
use base::errors::AnalyzerError;
use diff::model::{Diff, FileChange, FileChangeKind, ImportChange, ImportChangeKind};
use relate::model::LinkState;

pub fn render_diff_dot(out: &mut Out<'_>, diff: &Diff) -> Result<(), AnalyzerError> {
    let links: Vec<&ImportChange> = diff
        .imports
        .iter()
        .filter(|it| it.state == LinkState::Resolved)
        .collect();
    let colors: FxHashMap<&str, &str> = diff
        .files
        .iter()
        .map(|it| (it.path(diff), color_of(it.change)))
        .collect();
    let moves: Vec<(&str, &str)> = diff.files.iter().filter_map(|it| way_of(diff, it)).collect();
    let linked = links.iter().flat_map(|it| [it.path(diff), it.target(diff)]);
    let paths = linked.chain(moves.iter().flat_map(|(from, to)| [*from, *to]));
    let mut nodes: BTreeMap<&str, usize> = paths.map(|path| (path, 0)).collect();
    for (number, node) in nodes.values_mut().enumerate() {
        *node = number;
    }

    let roots = format!("{} {}", diff.before.root, diff.after.root);
    out.text.push_str(&format!("digraph {} {{\n", quoted(&roots)));
    out.text
        .push_str("  rankdir=LR; node [shape=box, fontname=\"Helvetica\", fontsize=10]; edge [arrowsize=0.6];\n");
    for (path, node) in &nodes {
        let color = colors.get(path).map_or(String::new(), |it| format!(", color={it}"));
        out.text
            .push_str(&format!("  f{node} [label={}{color}];\n", quoted(path)));
        out.hand_on()?;
    }
    for it in links {
        let style = match it.change {
            ImportChangeKind::Appeared => "color=green",
            ImportChangeKind::Vanished => "color=red, style=dashed",
        };
        let (from, to) = (nodes[it.path(diff)], nodes[it.target(diff)]);
        out.text.push_str(&format!("  f{from} -> f{to} [{style}];\n"));
        out.hand_on()?;
    }
    for (from, to) in moves {
        let (from, to) = (nodes[from], nodes[to]);
        out.text
            .push_str(&format!("  f{from} -> f{to} [color=blue, style=dotted];\n"));
        out.hand_on()?;
    }
    out.text.push_str("}\n");
    out.flush()
}

fn color_of(change: FileChangeKind) -> &'static str {
    match change {
        FileChangeKind::Added | FileChangeKind::Copied => "green",
        FileChangeKind::Removed => "red",
        FileChangeKind::Modified => "orange",
        FileChangeKind::Moved | FileChangeKind::MovedEdited => "blue",
        FileChangeKind::Unreadable => "gray",
    }
}

/// Origin and target of a moved or copied file.
fn way_of<'d>(diff: &'d Diff, it: &FileChange) -> Option<(&'d str, &'d str)> {
    let is_elsewhere = matches!(
        it.change,
        FileChangeKind::Moved | FileChangeKind::MovedEdited | FileChangeKind::Copied
    );
    let (before, after) = (it.before?, it.after?);
    is_elsewhere.then(|| (diff.path_before(before), diff.path_after(after)))
}
