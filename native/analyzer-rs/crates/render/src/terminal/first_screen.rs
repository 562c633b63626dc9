//! What a first reader needs: a headline, the largest facts about repeated code, cycles, what was not read, and commands.

use std::borrow::Cow;

use rustc_hash::{FxHashMap, FxHashSet};

use relate::model::{Cycle, FileIndex, Group};
use scan::model::{FileStatus, Scan};

use crate::coverage::{Coverage, coverage_of, is_incomplete};
use crate::lists::group_classes::ranges_of;
use crate::lists::ignored_code::counted_groups;
use crate::lists::listed_groups::ListedGroups;
use crate::relations::model::CopyRelations;
use crate::relations::rules::RELATIONS;

use super::cells::{width_of, wrapped};
use super::fact_lines::{command_argument, push_facts};
use super::group_places::group_places;
use super::lists::{Line, ListOptions, some, table, title};
use super::numbers::{grouped, plural};
use super::screen_facts::screen_facts;
use super::style::{TerminalStyle, Tone};
use super::summary::{apart_lines, configuration_problems, cycle_lines, examples, excluded_sources, runs_left_out};

/// Maximum items of the other lists.
const SHOWN: usize = 3;
/// One configuration that is not understood, such as a generated one that is absent, is often the same in many packages.
const SHOWN_PROBLEMS: usize = 1;

pub fn push_first_screen(
    out: &mut String,
    scan: &Scan,
    relations: &CopyRelations,
    listed: &ListedGroups<'_>,
    path: &str,
    style: &TerminalStyle,
) {
    let mut lines = Vec::new();
    headline(&mut lines, scan, listed, style);
    let facts = screen_facts(relations, listed, |group| group_places(scan, relations, group));
    let mut rest = Vec::new();
    if facts.more_relations > 0 {
        rest.push(plural(facts.more_relations, "more relation"));
    }
    if facts.more_groups > 0 {
        rest.push(plural(facts.more_groups, "more group"));
    }
    if !facts.facts.is_empty() || !rest.is_empty() {
        let unit = "in lines with code, without comments and imports";
        lines.push(title(style, "What is repeated", unit));
        push_facts(&mut lines, &facts.facts, scan, path, style);
    }
    if !rest.is_empty() {
        let start = if facts.facts.is_empty() { "" } else { "and " };
        let rest = rest.join(" and ");
        lines.push(style.line(
            Tone::Faint,
            &format!("  {start}{rest}: --detail full, or --format json"),
        ));
    }
    apart_lines(&mut lines, listed, style);
    let options = ListOptions { style, most: SHOWN };
    cycles(&mut lines, scan, options);
    not_read(&mut lines, scan, relations, options);
    next(&mut lines, path, style);
    for line in lines {
        out.push_str(&line);
        out.push('\n');
    }
    out.push('\n');
}

fn headline(out: &mut Vec<String>, scan: &Scan, listed: &ListedGroups<'_>, style: &TerminalStyle) {
    let mut languages: Vec<(&str, u64)> = Vec::new();
    let (mut files, mut product, mut apart) = (0, 0, 0);
    for file in scan.entries.iter().filter_map(|it| it.file()) {
        let (Some(language), Some(_)) = (file.language, &file.facts) else {
            continue;
        };
        let lines = file.content.map_or(0, |it| it.lines);
        files += 1;
        match languages.iter_mut().find(|(name, _)| *name == language) {
            Some(known) => known.1 += lines,
            None => languages.push((language, lines)),
        }
        if file.roles.bits() == 0 {
            product += lines;
        } else {
            apart += lines;
        }
    }
    languages.sort_by_key(|(_, lines)| std::cmp::Reverse(*lines));
    let text = some(
        languages
            .iter()
            .map(|(name, lines)| format!("{name} {}", grouped(*lines))),
        style,
    );
    let mut total = format!("{}, {}", plural(files, "file"), plural(product + apart, "line"));
    if !text.is_empty() {
        total += &format!(": {text}");
    }
    let name = style.name(&scan.root);
    let root = style.cut(&name, style.width);
    let mut line = String::new();
    style.paint(&mut line, Tone::Strong, &root);
    if width_of(&root) + 2 + width_of(&total) <= style.width {
        line.extend(["  ", &total]);
        out.push(line);
    } else {
        out.push(line);
        out.extend(wrapped(&total, style.width));
    }
    if product == 0 {
        return;
    }
    // Rounded as in the other engine, half up.
    let share = (lines_in_copies(scan, listed) * 200 + product) / (2 * product);
    let others = if apart == 0 {
        String::new()
    } else {
        format!("; {} of tests and other classes apart", plural(apart, "line"))
    };
    let lines = plural(product, "line");
    let line = format!("{share} % of {lines} of product code are in the copies that are listed{others}");
    out.extend(wrapped(&line, style.width));
}

/// The lines of product code in copies of listed groups and of those that they represent, each line once; edited ones count as a
/// whole.
fn lines_in_copies(scan: &Scan, listed: &ListedGroups<'_>) -> u64 {
    let counted = counted_groups(scan).groups;
    let holders: FxHashMap<&str, Option<&str>> = counted
        .iter()
        .map(|it| (it.id.as_str(), it.folded_into.as_deref()))
        .collect();
    let shown: FxHashSet<&str> = listed.shown.iter().map(|it| it.id.as_str()).collect();
    let is_shown = |group: &&Cow<'_, Group>| {
        let mut ids = std::iter::successors(Some(group.id.as_str()), |id| holders.get(id).copied().flatten());
        ids.any(|id| shown.contains(id))
    };
    let mut ranges: FxHashMap<FileIndex, Vec<(u32, u32)>> = FxHashMap::default();
    for range in counted.iter().filter(is_shown).flat_map(|group| ranges_of(scan, group)) {
        let file = scan.entries[range.file as usize].file();
        if file.is_some_and(|it| it.roles.bits() == 0) {
            let its = ranges.entry(range.file).or_default();
            its.push((range.start_line, range.end_line));
        }
    }
    let mut lines = 0;
    for its in ranges.values_mut() {
        its.sort_unstable();
        let mut last = 0;
        for (start, end) in its {
            if *end > last {
                lines += u64::from(*end - last.max(*start - 1));
                last = *end;
            }
        }
    }
    lines
}

/// The cycles at load of product code; others are only counted, because most are only of types or wanted.
fn cycles(out: &mut Vec<String>, scan: &Scan, options: ListOptions<'_>) {
    let style = options.style;
    let is_product = |file: &FileIndex| {
        let file = scan.entries[*file as usize].file();
        file.is_some_and(|it| it.roles.bits() == 0)
    };
    let shown: Vec<&Cycle> = scan
        .cycles
        .iter()
        .filter(|it| it.files.iter().any(is_product))
        .collect();
    let mut rest = Vec::new();
    let numbers = [scan.cycles.len() - shown.len(), scan.non_load_cycles.len()];
    for (number, what) in numbers.into_iter().zip(["of tests or other classes", "not at load"]) {
        if number > 0 {
            rest.push(format!("{} {what}", grouped(number as u64)));
        }
    }
    if !shown.is_empty() || !rest.is_empty() {
        let mut counts = match shown.len() {
            0 => "none at load".to_owned(),
            some => grouped(some as u64).to_string(),
        };
        if !rest.is_empty() {
            counts += &format!(", and {}: --detail full", rest.join(", "));
        }
        out.push(title(style, "Import cycles", &counts));
    }
    let glyph = style.glyphs.cycle;
    cycle_lines(out, &shown, scan, options, &|index| format!("{glyph}{}", index + 1));
}

/// Code that no fact is about.
/// Languages that are not analyzed, if a reader could take the analyzed files for all.
fn unsupported(scan: &Scan, style: &TerminalStyle) -> Option<Line> {
    let status = FileStatus::UnsupportedLanguage;
    let Coverage { files, .. } = coverage_of(scan);
    let (analyzed, its) = (files[FileStatus::Analyzed as usize], files[status as usize]);
    let is_shown = its > 0 && its * 100 >= analyzed * RELATIONS.screen.unsupported.least_percent;
    is_shown.then(|| Line::new(status.name(), grouped(its), examples(scan, status, style)))
}

fn not_read(out: &mut Vec<String>, scan: &Scan, relations: &CopyRelations, options: ListOptions<'_>) {
    let style = options.style;
    let lines: Vec<Line> = FileStatus::ALL
        .into_iter()
        .filter_map(|status| {
            if status == FileStatus::UnsupportedLanguage {
                return unsupported(scan, style);
            }
            let incomplete = scan.entries.iter().filter(|it| is_incomplete(it));
            let its: Vec<&str> = incomplete
                .filter(|it| it.status() == Some(status))
                .map(|it| it.path.as_str())
                .collect();
            let line = || Line::new(status.name(), grouped(its.len() as u64), some(its.iter(), style));
            (!its.is_empty()).then(line)
        })
        .collect();
    if !lines.is_empty() {
        out.push(title(style, "Not read completely", ""));
        table(out, &lines, style);
    }
    excluded_sources(out, scan, options);
    let most = SHOWN_PROBLEMS;
    configuration_problems(out, scan, ListOptions { style, most });
    runs_left_out(out, scan, style);
    match relations.left_out {
        0 => {}
        1 => out.push(style.line(Tone::Faint, "  not compared for relations: 1 group or pair")),
        more => {
            let line = format!("  not compared for relations: {} groups or pairs", grouped(more));
            out.push(style.line(Tone::Faint, &line));
        }
    }
}

fn next(out: &mut Vec<String>, path: &str, style: &TerminalStyle) {
    out.push(title(style, "Next", ""));
    let argument = command_argument(path);
    let folder = style.name(&argument);
    let last = if path == "." {
        String::new()
    } else {
        format!(" {folder}")
    };
    let commands = [
        (
            format!("analyzer show FILE{last}"),
            "copies in a file, folder or FILE:LINE, with code",
        ),
        (
            format!("analyzer {folder} --detail files"),
            "the tree, and longer lists",
        ),
        (
            format!("analyzer map {folder}"),
            "all copies with their code, as a page",
        ),
        (
            format!("analyzer baseline {folder}"),
            "then analyzer check fails only for new copies",
        ),
    ];
    let lines = commands.map(|(label, text)| Line::new(&label, String::new(), text.to_owned()));
    table(out, &lines, style);
}
