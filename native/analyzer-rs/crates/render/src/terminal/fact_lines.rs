//! The lines of a fact: what it is, what it saves, what differs, and the command that opens it.

use std::borrow::Cow;

use relate::model::Group;
use scan::model::Scan;

use crate::relations::folders::{folders_of as folders_of_path, is_in};
use crate::relations::model::{CopyRelation, RelationKind};

use super::cells::{pad_end, wrapped};
use super::group_words::{kind_word, length_text, locations_of};
use super::lists::some;
use super::locations::{fitting_places, place_lines};
use super::numbers::{grouped, plural};
use super::relation_folders::{folders_of, is_of_files};
use super::screen_fact::{FactSubject, ScreenFact};
use super::style::{TerminalStyle, Tone};

/// Columns of the words before a fact.
const LABEL_WIDTH: i64 = 15;

/// `path`: of the scanned folder, as the user wrote it.
pub fn push_facts(out: &mut Vec<String>, facts: &[ScreenFact<'_>], scan: &Scan, path: &str, style: &TerminalStyle) {
    let width = style.width - LABEL_WIDTH - 2;
    for fact in facts {
        let (label, mut lines) = match &fact.subject {
            FactSubject::Relations(its) => relations_lines(its, fact.more, style),
            FactSubject::Group(group, files) => (
                kind_word(scan, group),
                group_lines(group, fact.more, files, (scan, style, width)),
            ),
        };
        if fact.twins > 0 {
            let groups = plural(fact.twins, "more group");
            lines.push(format!(
                "and {groups} of synchronous and asynchronous code: --detail full"
            ));
        }
        for (index, line) in lines.iter().flat_map(|line| wrapped(line, width)).enumerate() {
            let (label, tone) = if index == 0 {
                (label.as_ref(), Tone::Plain)
            } else {
                ("", Tone::Faint)
            };
            // Not cut to the width, because it can be a path with lines, or a command.
            let mut painted = String::new();
            style.paint(&mut painted, tone, &format!("  {}{line}", pad_end(label, LABEL_WIDTH)));
            out.push(painted);
        }
        let mut words = command_argument(target_of(fact)).into_owned();
        if path != "." {
            words += &format!(" {}", command_argument(path));
        }
        let indent = pad_end("", LABEL_WIDTH);
        out.push(format!("  {indent}analyzer show {}", style.name(&words)));
    }
}

/// One relation, or the forks and families of files, or shared helpers, in the same folders.
fn relations_lines(relations: &[&CopyRelation], more: u64, style: &TerminalStyle) -> (Cow<'static, str>, Vec<String>) {
    let first = relations[0];
    let is_helper = first.kind == RelationKind::SharedHelper;
    let rest = match first.kind {
        RelationKind::SharedHelper if relations.len() == 1 => more_line(more, first.sides.len(), "file"),
        _ if is_of_files(first) || is_helper => more_line(more, folders_of(first).len(), "folder"),
        _ => more_line(more, first.sides.len(), "folder"),
    };
    if relations.len() > 1 && first.kind == RelationKind::VendoredLibrary {
        return (kind_text(first.kind).into(), libraries_lines(relations, style));
    }
    if relations.len() == 1 {
        let mut lines = relation_lines(first, style);
        lines.extend(rest);
        return (kind_text(first.kind).into(), lines);
    }
    let forks = relations.iter().filter(|it| it.kind == RelationKind::Fork).count() as u64;
    let families = if is_helper { 0 } else { relations.len() as u64 - forks };
    let mut counts = Vec::new();
    if forks > 0 {
        counts.push(plural(forks, "fork").to_string());
    }
    match families {
        0 => {}
        1 => counts.push("1 family".to_owned()),
        many => counts.push(format!("{} families", grouped(many))),
    }
    let what = if is_helper {
        plural(relations.len() as u64, "shared helper").to_string()
    } else {
        format!("{} of files", counts.join(" and "))
    };
    let folders = folders_of(first);
    let places = match folders.as_slice() {
        [one, other] => format!("{} and {}", style.name(one), style.name(other)),
        _ => some(folders.iter(), style),
    };
    let sum = |number: fn(&CopyRelation) -> u64| relations.iter().map(|it| number(it)).sum::<u64>();
    let gist = gist_text(
        &plural(sum(|it| it.lines), if is_helper { "line" } else { "equal line" }).to_string(),
        sum(|it| it.pairs.len() as u64),
        sum(|it| it.groups.len() as u64),
        sum(|it| it.elsewhere),
    );
    let kind = if families > 0 {
        RelationKind::FileFamily
    } else {
        first.kind
    };
    let mut lines = vec![
        format!("{what} in {places}"),
        gist,
        format!("the largest: {}", sides_text(largest_of(relations), style)),
    ];
    lines.extend(rest);
    (kind_text(kind).into(), lines)
}

/// Several vendored libraries.
fn libraries_lines(libraries: &[&CopyRelation], style: &TerminalStyle) -> Vec<String> {
    let count = libraries.len() as u64;
    let lines: u64 = libraries.iter().map(|it| it.lines).sum();
    let folder = common_folder(libraries);
    let mut shown = vec![
        format!("{} libraries in {}", grouped(count), style.name(folder)),
        plural(lines, "line").to_string(),
    ];
    for library in libraries.iter().take(MAX_LIBRARIES) {
        shown.push(style.name(library.differs.as_deref().unwrap_or_default()).into_owned());
    }
    let rest = libraries.len().saturating_sub(MAX_LIBRARIES) as u64;
    if rest > 0 {
        shown.push(format!("and {} more", grouped(rest)));
    }
    shown
}

/// The largest libraries that a fact names.
const MAX_LIBRARIES: usize = 3;

/// The innermost folder that has all libraries; `.` is the scanned folder.
fn common_folder<'a>(libraries: &[&'a CopyRelation]) -> &'a str {
    let has_all = |folder: &&str| libraries.iter().all(|it| is_in(&it.sides[0], folder));
    let folder = folders_of_path(&libraries[0].sides[0])
        .find(has_all)
        .unwrap_or_default();
    if folder.is_empty() { "." } else { folder }
}

fn largest_of<'a>(relations: &[&'a CopyRelation]) -> &'a CopyRelation {
    let later = |largest: &'a CopyRelation, it: &&'a CopyRelation| {
        if it.lines > largest.lines { it } else { largest }
    };
    relations.iter().fold(relations[0], later)
}

fn relation_lines(relation: &CopyRelation, style: &TerminalStyle) -> Vec<String> {
    let saved = if matches!(
        relation.kind,
        RelationKind::SharedHelper | RelationKind::VendoredLibrary
    ) {
        plural(relation.lines, "line")
    } else {
        plural(relation.lines, "equal line")
    };
    let (pairs, groups) = (relation.pairs.len() as u64, relation.groups.len() as u64);
    let gist = gist_text(&saved.to_string(), pairs, groups, relation.elsewhere);
    let differs = relation.differs.as_ref().map(|it| style.name(it).into_owned());
    [sides_text(relation, style), gist].into_iter().chain(differs).collect()
}

fn gist_text(saved: &str, pairs: u64, groups: u64, elsewhere: u64) -> String {
    let mut gist = saved.to_owned();
    if pairs > 1 {
        gist += &format!(" in {} of files", plural(pairs, "pair"));
    }
    if groups > 0 {
        gist += &format!(", {} of copies", plural(groups, "group"));
    }
    if elsewhere > 0 {
        gist += &format!(", {} more with copies elsewhere too", grouped(elsewhere));
    }
    gist
}

/// `more`: number of groups in the same files or folders.
fn more_line(more: u64, places: usize, what: &str) -> Option<String> {
    let groups = plural(more, "more group");
    let line = match places {
        1 => format!("and {groups} of copies in this {what}"),
        _ => format!("and {groups} of copies in these {what}s"),
    };
    (more > 0).then_some(line)
}

fn sides_text(CopyRelation { kind, sides, .. }: &CopyRelation, style: &TerminalStyle) -> String {
    if *kind == RelationKind::VendoredLibrary {
        return style.name(&sides[0]).into_owned();
    }
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

fn group_lines(
    group: &Group,
    more: u64,
    files: &[&str],
    (scan, style, width): (&Scan, &TerminalStyle, i64),
) -> Vec<String> {
    let mut locations = locations_of(scan, group);
    let first = locations.next().unwrap_or_default();
    let copies = match group.occurrences.len() + group.blocks.len() {
        1 => "1 copy".to_owned(),
        more => format!("{} copies", grouped(more as u64)),
    };
    let words = format!("{copies} of {}:", length_text(scan, group));
    let mut lines = place_lines(&words, &first, width, style);
    let others: Vec<String> = locations.collect();
    lines.push(fitting_places(&others, width, style));
    lines.extend(more_line(more, files.len(), "file"));
    lines
}

fn kind_text(kind: RelationKind) -> &'static str {
    match kind {
        RelationKind::Mirror => "mirror",
        RelationKind::FolderFamily | RelationKind::FileFamily => "family",
        RelationKind::Fork => "fork",
        RelationKind::SharedHelper => "shared",
        RelationKind::VendoredLibrary => "vendored",
    }
}

/// What `analyzer show` opens: the last folder or file, which is the inner one of two; the group of a shared helper; a file if
/// the fact has further groups.
fn target_of<'a>(fact: &ScreenFact<'a>) -> &'a str {
    let relations = match &fact.subject {
        FactSubject::Group(_, files) if fact.more > 0 => return files.first().copied().unwrap_or_default(),
        FactSubject::Group(group, _) => return &group.id,
        FactSubject::Relations(its) => its,
    };
    let first = relations[0];
    let target = if relations.len() > 1 || (is_of_files(first) && fact.more > 0) {
        let folder = if first.kind == RelationKind::VendoredLibrary {
            Some(common_folder(relations))
        } else {
            folders_of(first).last().copied()
        };
        match folder {
            Some(folder) if folder != "." => return folder,
            _ => largest_of(relations).sides.last(),
        }
    } else if first.kind != RelationKind::SharedHelper {
        first.sides.last()
    } else if fact.more > 0 {
        first.sides.first()
    } else {
        first.groups.first()
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
