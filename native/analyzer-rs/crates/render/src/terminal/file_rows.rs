//! Converts the flat list of paths to rows: folders, files, links, and with detail `full` excluded paths.

use std::rc::Rc;

use compact_str::format_compact;
use rustc_hash::FxHashMap;

use parse::facts::ErrorRanges;
use relate::model::FileIndex;
use relate::paths::folder_of;
use scan::model::{EntryKind, FileEntry, FileStatus, Scan};
use tree::globs::last_name;
use tree::path_kind::PathKind;
use tree::walk::ExcludedPath;

use super::cells::width_of;
use super::fact_rows::{FactRows, line_range_width, most_line_range_width};
use super::marks::Marks;
use super::numbers::{bytes, grouped};
use super::row::{Detail, Note, Row};
use super::style::{TerminalStyle, Tone};
use super::tree::Widest;

#[derive(Clone, Copy)]
enum Member<'a> {
    Entry(usize),
    Exclusion(&'a ExcludedPath),
}

/// Entries and exclusions of one folder, and the sums of its files.
#[derive(Default)]
struct Folder<'a> {
    members: Vec<Member<'a>>,
    lines: u64,
    size: u64,
}

pub struct FileRows<'a> {
    scan: &'a Scan,
    style: &'a TerminalStyle,
    marks: &'a Marks<'a>,
    detail: Detail,
    folders: FxHashMap<&'a str, Folder<'a>>,
}

impl<'a> FileRows<'a> {
    pub fn new(scan: &'a Scan, style: &'a TerminalStyle, marks: &'a Marks<'a>, detail: Detail) -> Self {
        let mut rows = Self {
            scan,
            style,
            marks,
            detail,
            folders: FxHashMap::default(),
        };
        let mut at = 0;
        // Consecutive entries mostly are in one folder, which is looked up once for them.
        while let Some(first) = scan.entries.get(at) {
            let path = folder_of(&first.path);
            let mut folder = rows.folders.remove(path).unwrap_or_default();
            let mut own = (0, 0);
            while let Some(entry) = scan.entries.get(at).filter(|it| folder_of(&it.path) == path) {
                folder.members.push(Member::Entry(at));
                if let Some(file) = entry.file() {
                    own.0 += file.content.map_or(0, |it| it.lines);
                    own.1 += file.size;
                }
                at += 1;
            }
            rows.folders.insert(path, folder);
            rows.add_up(path, own);
        }
        if detail == Detail::Full {
            for exclusion in &scan.exclusions {
                rows.folder(folder_of(&exclusion.path))
                    .members
                    .push(Member::Exclusion(exclusion));
            }
            let path_of = |member: &Member<'a>| match member {
                Member::Entry(index) => scan.entries[*index].path.as_str(),
                Member::Exclusion(exclusion) => exclusion.path.as_str(),
            };
            for folder in rows.folders.values_mut() {
                folder.members.sort_by(|a, b| path_of(a).cmp(path_of(b)));
            }
        }
        rows
    }

    /// Of all rows: no folder has more lines than the root, and no row of a file a higher line number.
    pub fn widest(&self) -> Widest {
        let mut widest = Widest {
            language: 0,
            lines: self.folders.get("").map_or(0, |root| width_of(&grouped(root.lines))),
        };
        for file in self.scan.entries.iter().filter_map(|entry| entry.file()) {
            if let Some(language) = file.language {
                widest.language = widest.language.max(width_of(&self.style.name(language)));
            }
            // Reading all declarations again costs much if they are no longer in the cache.
            let may_be_wider = file
                .content
                .is_none_or(|it| most_line_range_width(it.lines) > widest.lines);
            let facts = file
                .facts
                .as_ref()
                .filter(|_| self.detail != Detail::Files && may_be_wider);
            for declaration in facts.into_iter().flat_map(|facts| &facts.declarations) {
                widest.lines = widest.lines.max(line_range_width(declaration));
            }
        }
        widest
    }

    /// Adds to a folder and all its parents.
    fn add_up(&mut self, path: &'a str, (lines, size): (u64, u64)) {
        let mut at = path;
        loop {
            let folder = self.folder(at);
            folder.lines += lines;
            folder.size += size;
            if at.is_empty() {
                return;
            }
            at = folder_of(at);
        }
    }

    fn folder(&mut self, path: &'a str) -> &mut Folder<'a> {
        self.folders.entry(path).or_default()
    }
}

pub fn root_row<'a>(rows: &Rc<FileRows<'a>>) -> Row<'a> {
    folder_row(rows, &rows.scan.root, "", Vec::new())
}

fn folder_row<'a>(rows: &Rc<FileRows<'a>>, name: &str, path: &'a str, notes: Vec<Note>) -> Row<'a> {
    let mut row = Row::new(Tone::Strong, format!("{}/", rows.style.name(name)));
    row.notes = notes;
    if let Some(folder) = rows.folders.get(path) {
        let all = rows.clone();
        row.children = Some(Box::new(move || {
            all.folders[path]
                .members
                .iter()
                .map(|it| member_row(&all, *it))
                .collect()
        }));
        if folder.size > 0 {
            row.lines = Some(grouped(folder.lines));
            row.size = Some(bytes(folder.size));
        }
    }
    row
}

fn member_row<'a>(rows: &Rc<FileRows<'a>>, member: Member<'a>) -> Row<'a> {
    let style = rows.style;
    let index = match member {
        Member::Exclusion(exclusion) => return exclusion_row(exclusion, style),
        Member::Entry(index) => index,
    };
    let entry = &rows.scan.entries[index];
    let name = last_name(&entry.path);
    match &entry.what {
        EntryKind::File(file) => file_row(rows, index, name, file),
        EntryKind::Symlink { target } => {
            let (target, note) = match target {
                Some(target) => (format!(" {} {}", style.glyphs.arrow, style.name(target)), "link"),
                None => (String::new(), "link to outside"),
            };
            let mut row = Row::new(Tone::Plain, format!("{}{target}", style.name(name)));
            row.notes = vec![Note::faint(note)];
            row
        }
        EntryKind::Special { .. } => {
            let mut row = Row::new(Tone::Plain, style.name(name));
            row.notes = vec![Note::faint("special")];
            row
        }
        EntryKind::Directory { unreadable } => {
            let status = FileStatus::Unreadable.name();
            let notes = unreadable
                .iter()
                .map(|reason| trouble(status, Some(reason), style))
                .collect();
            folder_row(rows, name, &entry.path, notes)
        }
    }
}

fn exclusion_row<'a>(exclusion: &ExcludedPath, style: &TerminalStyle) -> Row<'a> {
    let slash = if exclusion.kind == PathKind::Directory { "/" } else { "" };
    let mut row = Row::new(
        Tone::Faint,
        format!("{}{slash}", style.name(last_name(&exclusion.path))),
    );
    let cut = &exclusion.cut;
    row.notes = vec![Note::faint(format!(
        "excluded: {} {}",
        cut.reason.name(),
        style.name(&cut.rule)
    ))];
    row
}

fn file_row<'a>(rows: &Rc<FileRows<'a>>, index: usize, name: &'a str, file: &'a FileEntry) -> Row<'a> {
    let style = rows.style;
    let mut row = Row::new(Tone::Plain, style.name(name));
    row.size = Some(bytes(file.size));
    row.notes = file_notes(rows, index as FileIndex, file);
    row.language = file.language.map(|it| style.name(it));
    row.lines = file.content.map(|it| grouped(it.lines));
    if rows.detail != Detail::Files
        && let (Some(facts), Some(relations)) = (&file.facts, &rows.scan.relations[index])
        && (rows.detail == Detail::Full || !facts.declarations.is_empty())
    {
        let all = rows.clone();
        row.children = Some(Box::new(move || {
            let full = all.detail == Detail::Full;
            FactRows::new(
                all.scan,
                index as FileIndex,
                (facts, relations),
                all.style,
                all.marks,
                full,
            )
            .rows()
        }));
    }
    row
}

fn file_notes(rows: &FileRows<'_>, index: FileIndex, file: &FileEntry) -> Vec<Note> {
    let mut notes = rows.marks.of_file(index).to_vec();
    match file.status {
        FileStatus::Analyzed => {}
        FileStatus::Inventory | FileStatus::UnsupportedLanguage => notes.push(Note::faint(file.status.name())),
        status => {
            let reason = file.reason.clone().or_else(|| file.error_ranges().and_then(error_text));
            notes.push(trouble(status.name(), reason.as_deref(), rows.style));
        }
    }
    let roles = file.roles;
    for (holds, role) in [
        (roles.is_test, "test"),
        (roles.is_vendored, "vendored"),
        (roles.is_generated, "generated"),
        (roles.is_example, "example"),
        (roles.is_benchmark, "benchmark"),
        (roles.is_configuration, "configuration"),
    ] {
        if holds {
            notes.push(Note::faint(role));
        }
    }
    notes
}

fn trouble(status: &str, reason: Option<&str>, style: &TerminalStyle) -> Note {
    let text = reason.map_or_else(
        || status.into(),
        |reason| format_compact!("{status}: {}", style.name(reason)),
    );
    Note {
        tone: Tone::Warning,
        text,
    }
}

fn error_text(errors: &ErrorRanges) -> Option<String> {
    let first = errors.ranges.first()?;
    let what = format!(
        "{}, line {}",
        first.message.as_deref().unwrap_or("syntax error"),
        first.start_line
    );
    let more = u64::from(errors.count).saturating_sub(1);
    Some(if more == 0 {
        what
    } else {
        format!("{what}, and {} more", grouped(more))
    })
}
