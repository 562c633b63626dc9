//! The lines of a fact: what it is, what it saves, what differs, and the command that opens it.

use std::borrow::Cow;

use relate::model::Group;
use scan::model::Scan;

use crate::relations::model::{CopyRelation, RelationKind};

use super::cells::pad_end;
use super::numbers::{grouped, plural};
use super::screen_facts::ScreenFact;
use super::style::{TerminalStyle, Tone};
use super::summary::{kind_word, locations_of, some};

/// Columns of the words before a fact.
const LABEL_WIDTH: i64 = 15;

/// `path`: of the scanned folder, as the user wrote it.
pub fn push_facts(out: &mut Vec<String>, facts: &[ScreenFact<'_>], scan: &Scan, path: &str, style: &TerminalStyle) {
    for fact in facts {
        let (label, lines, target) = match fact {
            ScreenFact::Relation(it) => (kind_text(it.kind).into(), relation_lines(it, style), target_of(it)),
            ScreenFact::Group(it) => (kind_word(scan, it), group_lines(it, scan, style), it.id.as_str()),
        };
        for (index, line) in lines.iter().enumerate() {
            let (label, tone) = if index == 0 {
                (label.as_ref(), Tone::Plain)
            } else {
                ("", Tone::Faint)
            };
            out.push(style.line(tone, &format!("  {}{line}", pad_end(label, LABEL_WIDTH))));
        }
        // Not cut to the width, because it is a command.
        let mut words = command_argument(target).into_owned();
        if path != "." {
            words += &format!(" {}", command_argument(path));
        }
        let indent = pad_end("", LABEL_WIDTH);
        out.push(format!("  {indent}analyzer show {}", style.name(&words)));
    }
}

fn relation_lines(relation: &CopyRelation, style: &TerminalStyle) -> Vec<String> {
    let saved = if relation.kind == RelationKind::SharedHelper {
        plural(relation.lines, "line")
    } else {
        plural(relation.lines, "equal line")
    };
    let mut gist = saved.to_string();
    if relation.pairs.len() > 1 {
        gist += &format!(" in {} of files", plural(relation.pairs.len() as u64, "pair"));
    }
    if !relation.groups.is_empty() {
        gist += &format!(", {} of copies", plural(relation.groups.len() as u64, "group"));
    }
    if relation.elsewhere > 0 {
        gist += &format!(", {} more with copies elsewhere too", grouped(relation.elsewhere));
    }
    let differs = relation.differs.as_ref().map(|it| style.name(it).into_owned());
    [sides_text(relation, style), gist].into_iter().chain(differs).collect()
}

fn sides_text(CopyRelation { kind, sides, .. }: &CopyRelation, style: &TerminalStyle) -> String {
    if let [one, other] = sides.as_slice() {
        return format!("{} and {}", style.name(one), style.name(other));
    }
    let what = if *kind == RelationKind::FolderFamily {
        "folders"
    } else {
        "files"
    };
    format!("{} {what}: {}", sides.len(), some(sides.iter(), style))
}

fn group_lines(group: &Group, scan: &Scan, style: &TerminalStyle) -> Vec<String> {
    let mut locations = locations_of(scan, group);
    let first = locations.next().unwrap_or_default();
    let copies = match group.occurrences.len() + group.blocks.len() {
        1 => "1 copy".to_owned(),
        more => format!("{} copies", grouped(more as u64)),
    };
    vec![format!("{copies}: {}", style.name(&first)), some(locations, style)]
}

fn kind_text(kind: RelationKind) -> &'static str {
    match kind {
        RelationKind::Mirror => "mirror",
        RelationKind::FolderFamily | RelationKind::FileFamily => "family",
        RelationKind::Fork => "fork",
        RelationKind::SharedHelper => "shared",
    }
}

/// What `analyzer show` opens: the last folder or file, which is the inner one of two; the group of a shared helper.
fn target_of(relation: &CopyRelation) -> &str {
    let target = if relation.kind == RelationKind::SharedHelper {
        relation.groups.first()
    } else {
        relation.sides.last()
    };
    target.map_or("", String::as_str)
}

/// A path as an argument of a command line: in single quotes if a shell would change it.
pub fn command_argument(path: &str) -> Cow<'_, str> {
    let written: Cow<'_, str> = if path.starts_with('-') {
        format!("./{path}").into()
    } else {
        path.into()
    };
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_./@:+,%=-".contains(&byte);
    if !written.is_empty() && written.bytes().all(is_plain) {
        return written;
    }
    format!("'{}'", written.replace('\'', "'\\''")).into()
}
