//! The lines of a fact: what it is, what it saves, what differs, and the command that opens it.

use std::borrow::Cow;

use relate::model::{Group, GroupKind};
use scan::model::Scan;

use crate::relations::async_twins::{TwinSign, twin_sign};
use crate::relations::folders::{folders_of as folders_of_path, is_in};
use crate::relations::model::{CopyRelation, RelationKind};

use super::cells::{pad_end, wrapped};
use super::group_words::{kind_word, length_text};
use super::lists::{SHOWN_LOCATIONS, some};
use super::numbers::{grouped, plural};
use super::relation_folders::{folders_of, is_of_files, largest_of, lines_of};
use super::screen_fact::{CodePlace, CodePlaces, FactSubject, ScreenFact};
use super::style::{TerminalStyle, Tone};
use super::worth::{are_equal, is_renamed};

/// Columns of the words before a fact.
const LABEL_WIDTH: i64 = 15;

/// `path`: of the scanned folder, as the user wrote it.
pub fn push_facts(out: &mut Vec<String>, facts: &[ScreenFact<'_>], scan: &Scan, path: &str, style: &TerminalStyle) {
    let width = style.width - LABEL_WIDTH - 2;
    for fact in facts {
        let (label, mut lines) = match &fact.subject {
            FactSubject::Relations(its) => relations_lines(its, style),
            FactSubject::Group(group) => (
                fact_word(scan, group, &fact.places),
                group_lines(scan, group, &fact.places, style),
            ),
        };
        let mut also = places_lines(&fact.also, style);
        if let Some(first) = also.first_mut() {
            first.insert_str(0, "also ");
        }
        lines.extend(also);
        lines.extend(twins_lines(&fact.twins, style));
        if fact.more > 0 {
            let groups = plural(fact.more, "more group");
            lines.push(format!("and {groups} of copies there"));
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

/// One relation, or the forks and families of files in the same folders.
fn relations_lines(relations: &[&CopyRelation], style: &TerminalStyle) -> (Cow<'static, str>, Vec<String>) {
    let first = relations[0];
    if relations.len() > 1 && first.kind == RelationKind::VendoredLibrary {
        return (kind_text(first.kind).into(), libraries_lines(relations, style));
    }
    if relations.len() == 1 {
        return relation_lines(first, style);
    }
    let forks = relations.iter().filter(|it| it.kind == RelationKind::Fork).count() as u64;
    let families = relations.len() as u64 - forks;
    let mut counts = Vec::new();
    if forks > 0 {
        counts.push(plural(forks, "fork"));
    }
    match families {
        0 => {}
        1 => counts.push("1 family".to_owned()),
        many => counts.push(format!("{} families", grouped(many))),
    }
    let folders = folders_of(first);
    let places = match folders.as_slice() {
        [one, other] => format!("{} and {}", style.name(one), style.name(other)),
        _ => some(folders.iter(), style),
    };
    let lines = vec![
        format!("{} of files in {places}", counts.join(" and ")),
        plural(lines_of(relations), "equal line"),
        format!("the largest: {}", sides_text(largest_of(relations), style)),
    ];
    (if families == 0 { "fork" } else { "family" }.into(), lines)
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

/// The label, what is related, what it saves, and what differs.
fn relation_lines(relation: &CopyRelation, style: &TerminalStyle) -> (Cow<'static, str>, Vec<String>) {
    let is_of_code = !matches!(
        relation.kind,
        RelationKind::SharedHelper | RelationKind::VendoredLibrary
    );
    let sides: Vec<(&str, &str)> = relation.sides.iter().map(|path| (path.as_str(), "")).collect();
    let label = if is_of_code && twin_sign(&sides) == Some(TwinSign::Names) {
        "sync and async"
    } else {
        kind_text(relation.kind)
    };
    let mut gist = plural(relation.lines, if is_of_code { "equal line" } else { "line" });
    if relation.pairs.len() > 1 && !is_of_files(relation) {
        gist += &format!(" in {} of files", plural(relation.pairs.len() as u64, "pair"));
    }
    let differs = relation.differs.as_ref().map(|it| style.name(it).into_owned());
    let lines = [sides_text(relation, style), gist].into_iter().chain(differs);
    (label.into(), lines.collect())
}

/// What else is synchronous and asynchronous code, the largest first.
fn twins_lines(twins: &[CodePlaces<'_>], style: &TerminalStyle) -> Vec<String> {
    let Some(most) = twins.iter().map(|it| it.saved).max() else {
        return Vec::new();
    };
    let largest = twins.iter().find(|it| it.saved == most);
    let places = largest.map_or(&[][..], |it| &it.places);
    let names: Vec<String> = places.iter().take(2).map(|it| place_text(it, style)).collect();
    let mut lines = vec![format!("also {}: {}", names.join(" and "), plural(most, "equal line"))];
    if twins.len() > 1 {
        let rest = grouped(twins.len() as u64 - 1);
        lines.push(format!("and {rest} more of synchronous and asynchronous code"));
    }
    lines
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

fn group_lines(scan: &Scan, group: &Group, places: &CodePlaces<'_>, style: &TerminalStyle) -> Vec<String> {
    let copies = match places.places.len() {
        1 => "1 copy".to_owned(),
        more => format!("{} copies", grouped(more as u64)),
    };
    let in_all = if places.places.len() > 2 { " in all" } else { "" };
    let gist = match places.lines {
        Some(lines) if is_renamed(group.kind) && !are_equal(lines, places.saved) => {
            format!("{copies} of {}, equal except for names", range_text(lines))
        }
        Some(lines) => {
            let equal = plural(places.saved, "equal line");
            format!("{copies} of {}, {equal}{in_all}", range_text(lines))
        }
        None => format!("{copies} of {}", length_text(scan, group)),
    };
    std::iter::once(gist)
        .chain(places_lines(&places.places, style))
        .collect()
}

/// Without the similarity, because equal lines say how much is equal; renamed copies whose lines are all equal are not.
fn fact_word(scan: &Scan, group: &Group, places: &CodePlaces<'_>) -> Cow<'static, str> {
    let word = kind_word(scan, group);
    let are_equal = places.lines.is_some_and(|lines| are_equal(lines, places.saved));
    match group.kind {
        GroupKind::Near if word != "identical" => "edited".into(),
        GroupKind::BlockShape if are_equal => "block".into(),
        GroupKind::FunctionShape if are_equal => "identical".into(),
        _ => word,
    }
}

/// Each place in a line, and the number of further ones, if there are several.
fn places_lines(places: &[CodePlace<'_>], style: &TerminalStyle) -> Vec<String> {
    let count = if places.len() == SHOWN_LOCATIONS + 1 {
        places.len()
    } else {
        SHOWN_LOCATIONS
    };
    let shown = places.iter().take(count).map(|it| place_text(it, style));
    let rest = places.len().saturating_sub(count) as u64;
    let more = (rest > 0).then(|| format!("and {} more", grouped(rest)));
    shown.chain(more).collect()
}

fn place_text(place: &CodePlace<'_>, style: &TerminalStyle) -> String {
    let mut text = place.path.to_owned();
    match place.lines {
        Some((start, end)) if start == end => text += &format!(":{start}"),
        Some((start, end)) => text += &format!(":{start}-{end}"),
        None => {}
    }
    if !place.name.is_empty() {
        text += &format!(" {}", place.name);
    } else if let Some(within) = place.within {
        text += &format!(" in {within}");
    }
    style.name(&text).into_owned()
}

fn range_text(lines: &[u64]) -> String {
    let least = lines.iter().copied().min().unwrap_or_default();
    let most = lines.iter().copied().max().unwrap_or_default();
    if least == most {
        plural(most, "line")
    } else {
        format!("{} to {}", grouped(least), plural(most, "line"))
    }
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
        FactSubject::Group(_) if fact.more > 0 => return fact.places.files.first().copied().unwrap_or_default(),
        FactSubject::Group(group) => return &group.id,
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
    } else {
        first.sides.last()
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
