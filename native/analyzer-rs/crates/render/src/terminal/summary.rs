//! The results of the scan in numbers that add up, with the most important cycles, identical files and identical
//! functions.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use crate::coverage::{coverage_of, is_incomplete};
use crate::json::paths_of;
use crate::lists::group_classes::LIST_CLASSES;
use crate::lists::listed_groups::{ListedGroups, counts_apart};
use parse::facts::DeclarationKind;
use relate::copies::LeftOutRuns;
use relate::model::{Cycle, LinkState};
use scan::model::{ENGINE, FileStatus, Runtime, Scan};
use tree::walk::ExcludedPath;

use super::cells::wrapped;
use super::group_words::{kind_word, lines_of, locations_of};
use super::lists::{Line, ListOptions, list, some, table, title};
use super::marks::{Marks, group_mark};
use super::numbers::{bytes, duration, grouped, plural};
use super::row::Detail;
use super::style::{TerminalStyle, Tone};

/// Maximum length of a list in the summary, and of the list of copies; `--detail full` and JSON have all.
const SHOWN: usize = 10;
const SHOWN_GROUPS: usize = 30;
pub fn push_summary(out: &mut String, scan: &Scan, style: &TerminalStyle, marks: &Marks<'_>, detail: Detail) {
    let upto = |shown| if detail == Detail::Full { usize::MAX } else { shown };
    let options = ListOptions {
        style,
        most: upto(SHOWN),
    };
    let mut lines: Vec<String> = Vec::new();
    account(&mut lines, scan, style);
    excluded_sources(&mut lines, scan, options);
    languages(&mut lines, scan, style);
    links(&mut lines, scan, style);
    configuration_problems(&mut lines, scan, options);
    cycles(&mut lines, scan, options);
    duplicates(&mut lines, scan, options, marks);
    let most = upto(SHOWN_GROUPS);
    groups(&mut lines, scan, ListOptions { style, most }, marks);
    runs_left_out(&mut lines, scan, style);
    lines.push(String::new());
    for line in lines {
        out.push_str(&line);
        out.push('\n');
    }
}

/// The last line: the only one that differs between two runs over the same tree.
pub fn push_run_line(out: &mut String, Runtime { jobs, wall_ms, .. }: &Runtime, style: &TerminalStyle) {
    let workers = plural(*jobs as u64, "worker");
    let line = format!("{ENGINE} engine, {workers}, {}", duration(*wall_ms));
    out.push_str(&style.line(Tone::Faint, &line));
    out.push('\n');
}

fn account(out: &mut Vec<String>, scan: &Scan, style: &TerminalStyle) {
    let coverage = coverage_of(scan);
    let paths = plural(scan.entries.len() as u64 + coverage.excluded, "path");
    out.push(title(
        style,
        "Account",
        &format!("{paths} below {}", style.name(&scan.root)),
    ));
    let mut lines = Vec::new();
    for (status, count) in FileStatus::ALL.into_iter().zip(coverage.files) {
        if count > 0 {
            let text = examples(scan, status, style);
            lines.push(Line {
                label: status.name().to_owned(),
                count: grouped(count).into(),
                text,
                below: String::new(),
            });
        }
    }
    let kinds = [
        ("directory", coverage.directory),
        ("symlink", coverage.symlink),
        ("special", coverage.special),
    ];
    for (label, count) in kinds {
        if count > 0 {
            lines.push(Line {
                label: label.to_owned(),
                count: grouped(count).into(),
                text: String::new(),
                below: String::new(),
            });
        }
    }
    if coverage.excluded > 0 {
        let rules: Vec<String> = scan
            .exclusions
            .iter()
            .map(|it| format!("{} {}", it.cut.reason.name(), it.cut.rule))
            .collect();
        let text = by_count(rules.iter().map(String::as_str), style);
        lines.push(Line {
            label: "excluded".to_owned(),
            count: grouped(coverage.excluded).into(),
            text,
            below: String::new(),
        });
    }
    table(out, &lines, style);
    if !coverage.complete {
        let missing = plural(
            scan.entries.iter().filter(|it| is_incomplete(it)).count() as u64,
            "path",
        );
        out.push(style.line(
            Tone::Warning,
            &format!("  Not complete: code analysis lacks {missing}."),
        ));
    }
}

/// Directories with source files that a scan excludes without an option that says so.
pub fn excluded_sources(out: &mut Vec<String>, scan: &Scan, options: ListOptions<'_>) {
    let style = options.style;
    let directories: Vec<&ExcludedPath> = scan.exclusions.iter().filter(|it| it.sources).collect();
    if directories.is_empty() {
        return;
    }
    out.push(title(
        style,
        "Excluded directories with source files",
        &grouped(directories.len() as u64),
    ));
    list(out, &directories, options, |it, _| Line {
        label: it.cut.reason.name().to_owned(),
        count: String::new(),
        text: format!("{}/  {}", style.name(&it.path), style.name(&it.cut.rule)),
        below: String::new(),
    });
}

/// Of a status that the user may want to act on: some paths; of languages that are not parsed: their names.
pub fn examples(scan: &Scan, status: FileStatus, style: &TerminalStyle) -> String {
    let entries = scan.entries.iter().filter(|entry| entry.status() == Some(status));
    match status {
        FileStatus::Analyzed | FileStatus::Inventory => String::new(),
        FileStatus::UnsupportedLanguage => by_count(
            entries.map(|entry| entry.file().and_then(|it| it.language).unwrap_or("")),
            style,
        ),
        _ => some(entries.map(|entry| entry.path.as_str()), style),
    }
}

/// The distinct strings with their numbers, the most frequent first.
fn by_count<'t>(texts: impl Iterator<Item = &'t str>, style: &TerminalStyle) -> String {
    let mut counts: Vec<(&str, u64)> = Vec::new();
    let mut locations: FxHashMap<&str, usize> = FxHashMap::default();
    for text in texts {
        let at = *locations.entry(text).or_insert(counts.len());
        match counts.get_mut(at) {
            Some(count) => count.1 += 1,
            None => counts.push((text, 1)),
        }
    }
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let shown: Vec<String> = counts
        .iter()
        .map(|(text, count)| format!("{text} ({})", grouped(*count)))
        .collect();
    some(shown.iter().map(String::as_str), style)
}

#[derive(Default)]
struct Total {
    files: u64,
    lines: u64,
    size: u64,
    functions: u64,
}

fn languages(out: &mut Vec<String>, scan: &Scan, style: &TerminalStyle) {
    let mut totals: Vec<(&str, Total)> = Vec::new();
    for file in scan.entries.iter().filter_map(|it| it.file()) {
        let (Some(language), Some(facts)) = (file.language, &file.facts) else {
            continue;
        };
        let at = totals
            .iter()
            .position(|(name, _)| *name == language)
            .unwrap_or_else(|| {
                totals.push((language, Total::default()));
                totals.len() - 1
            });
        let total = &mut totals[at].1;
        total.files += 1;
        total.lines += file.content.map_or(0, |it| it.lines);
        total.size += file.size;
        let is_function = |kind| matches!(kind, DeclarationKind::Function | DeclarationKind::Method);
        total.functions += facts.declarations.iter().filter(|it| is_function(it.kind)).count() as u64;
    }
    if totals.is_empty() {
        return;
    }
    out.push(title(style, "Languages", ""));
    totals.sort_by_key(|(_, total)| std::cmp::Reverse(total.lines));
    let lines: Vec<Line> = totals
        .into_iter()
        .map(|(language, total)| Line {
            label: language.to_owned(),
            count: grouped(total.lines).into(),
            text: format!(
                "{}, {}, {}, {}",
                if total.lines == 1 { "line" } else { "lines" },
                bytes(total.size),
                plural(total.files, "file"),
                plural(total.functions, "function")
            ),
            below: String::new(),
        })
        .collect();
    table(out, &lines, style);
}

fn links(out: &mut Vec<String>, scan: &Scan, style: &TerminalStyle) {
    let mut imports = [0; LinkState::ALL.len()];
    let mut calls = [0; LinkState::ALL.len()];
    let mut bases = [0; LinkState::ALL.len()];
    for relations in scan.relations.iter().flatten() {
        for import in &relations.imports {
            imports[import.link.destination.state as usize] += 1;
        }
        for call in 0..relations.calls.of_call.len() {
            calls[relations.calls.outcome(call).state as usize] += 1;
        }
        for base in &relations.bases {
            bases[base.state as usize] += 1;
        }
    }
    let lines: Vec<Line> = [("imports", imports), ("calls", calls), ("bases", bases)]
        .into_iter()
        .filter(|(_, counts)| counts.iter().sum::<u64>() > 0)
        .map(|(label, counts)| {
            let parts: Vec<String> = LinkState::ALL
                .into_iter()
                .zip(counts)
                .filter(|(_, count)| *count > 0)
                .map(|(state, count)| format!("{} {}", grouped(count), state.name()))
                .collect();
            Line {
                label: label.to_owned(),
                count: grouped(counts.iter().sum()).into(),
                text: parts.join(", "),
                below: String::new(),
            }
        })
        .collect();
    if !lines.is_empty() {
        out.push(title(style, "Links", ""));
        table(out, &lines, style);
    }
}

fn cycles(out: &mut Vec<String>, scan: &Scan, options: ListOptions<'_>) {
    let style = options.style;
    let glyph = style.glyphs.cycle;
    let label_of = |index: usize| format!("{glyph}{}", index + 1);
    cycle_list(out, "Import cycles", &scan.cycles, scan, options, &label_of);
    let name = "Import cycles not at load";
    cycle_list(out, name, &scan.non_load_cycles, scan, options, &|_| String::new());
}

pub fn configuration_problems(out: &mut Vec<String>, scan: &Scan, options: ListOptions<'_>) {
    let style = options.style;
    let problems = &scan.configuration_problems;
    if problems.is_empty() {
        return;
    }
    out.push(title(
        style,
        "Configuration not understood",
        &grouped(problems.len() as u64),
    ));
    list(out, problems, options, |it, _| Line {
        label: String::new(),
        count: String::new(),
        text: format!("{}: {}", style.name(&it.path), it.problem),
        below: String::new(),
    });
}

fn cycle_list(
    out: &mut Vec<String>,
    name: &str,
    cycles: &[Cycle],
    scan: &Scan,
    options: ListOptions<'_>,
    label_of: &dyn Fn(usize) -> String,
) {
    if cycles.is_empty() {
        return;
    }
    out.push(title(options.style, name, &grouped(cycles.len() as u64)));
    let cycles: Vec<&Cycle> = cycles.iter().collect();
    cycle_lines(out, &cycles, scan, options, label_of);
}

/// The size of each cycle and an example of its imports.
pub fn cycle_lines(
    out: &mut Vec<String>,
    cycles: &[&Cycle],
    scan: &Scan,
    options: ListOptions<'_>,
    label_of: &dyn Fn(usize) -> String,
) {
    let style = options.style;
    list(out, cycles, options, |it, index| {
        let path: Vec<Cow<'_, str>> = it
            .example
            .iter()
            .chain(it.example.first())
            .map(|file| style.name(scan.path_of(*file)))
            .collect();
        Line {
            label: label_of(index),
            count: plural(it.files.len() as u64, "file"),
            text: path.join(&format!(" {} ", style.glyphs.arrow)),
            below: String::new(),
        }
    });
}

fn duplicates(out: &mut Vec<String>, scan: &Scan, options: ListOptions<'_>, marks: &Marks<'_>) {
    let style = options.style;
    if marks.duplicates.is_empty() {
        return;
    }
    out.push(title(style, "Same files", &grouped(marks.duplicates.len() as u64)));
    list(out, &marks.duplicates, options, |it, index| Line {
        label: format!("={}", index + 1),
        count: format!("{} {} {}", it.files.len(), style.glyphs.times, bytes(it.size)),
        text: some(it.files.iter().map(|file| scan.path_of(*file)), style),
        below: String::new(),
    });
}

fn groups(out: &mut Vec<String>, scan: &Scan, options: ListOptions<'_>, marks: &Marks<'_>) {
    let style = options.style;
    let listed = &marks.listed;
    if listed.shown.is_empty() && listed.apart.is_empty() && listed.silenced == 0 {
        return;
    }
    let more = match listed.inside {
        0 => String::new(),
        inside => format!(", {} more inside these", grouped(inside)),
    };
    let shown = grouped(listed.shown.len() as u64);
    out.push(title(style, "Copies", &format!("{shown}{more}")));
    list(out, &listed.shown, options, |group, index| {
        let mut locations = locations_of(scan, group);
        let first = locations.next().unwrap_or_default();
        Line {
            label: group_mark(group, index, style).into(),
            count: format!(
                "{} {} {}",
                group.occurrences.len() + group.blocks.len(),
                style.glyphs.times,
                plural(lines_of(scan, group), "line")
            ),
            text: format!("{}  {}", kind_word(scan, group), style.name(&first)),
            below: some(locations, style),
        }
    });
    apart_lines(out, listed, style);
    let similar = style.glyphs.similar;
    let legend = format!("  = identical files   =* identical functions   {similar} other copies");
    out.push(style.line(Tone::Faint, &legend));
}

/// The groups that are not listed, with the option that lists them.
pub fn apart_lines(out: &mut Vec<String>, listed: &ListedGroups<'_>, style: &TerminalStyle) {
    if !listed.apart.is_empty() {
        let counts = counts_apart(&listed.apart);
        let classes = || LIST_CLASSES.into_iter().zip(counts).filter(|(_, count)| *count > 0);
        let words: Vec<String> = classes()
            .map(|(name, count)| format!("{} {}", grouped(count), class_words(name)))
            .collect();
        let names: Vec<&str> = classes().map(|(name, _)| name).collect();
        let (words, names) = (words.join(", "), names.join(","));
        let text = format!("apart: {words}; --include {names} lists them");
        let lines = wrapped(&text, style.width - 2);
        out.extend(lines.iter().map(|line| style.line(Tone::Faint, &format!("  {line}"))));
    }
    if listed.silenced > 0 {
        let groups = plural(listed.silenced, "group");
        let line = format!("  silenced by comments in the source: {groups}");
        out.push(style.line(Tone::Faint, &line));
    }
}

/// Files with more repeated runs than are compared.
pub fn runs_left_out(out: &mut Vec<String>, scan: &Scan, style: &TerminalStyle) {
    let LeftOutRuns { occurrences, files } = &scan.runs_left_out;
    if files.is_empty() {
        return;
    }
    let count = format!(
        "{}, in {} with too many",
        grouped(*occurrences),
        plural(files.len() as u64, "file")
    );
    out.push(title(style, "Repeated runs left out", &count));
    let line = Line {
        label: String::new(),
        count: String::new(),
        text: some(paths_of(scan, files), style),
        below: String::new(),
    };
    table(out, &[line], style);
}

/// What follows the number of groups of a class.
fn class_words(name: &str) -> Cow<'static, str> {
    match name {
        "small" => "small".into(),
        "data" => "of data".into(),
        files => format!("in {files}").into(),
    }
}
