//! What a first reader needs: a headline, the largest facts about repeated code, cycles, what was not read, and commands.

use std::borrow::Cow;

use rustc_hash::{FxHashMap, FxHashSet};

use relate::model::{FileIndex, Group};
use scan::model::{FileStatus, Scan};

use crate::coverage::is_incomplete;
use crate::lists::group_classes::ranges_of;
use crate::lists::ignored_code::counted_groups;
use crate::lists::listed_groups::ListedGroups;
use crate::relations::model::CopyRelations;

use super::cells::{width_of, wrapped};
use super::fact_lines::{command_argument, push_facts};
use super::lists::{Line, ListOptions, some, table, title};
use super::numbers::{grouped, plural};
use super::screen_fact::CodePlaces;
use super::screen_facts::screen_facts;
use super::style::{TerminalStyle, Tone};
use super::summary::{apart_lines, configuration_problems, cycles, excluded_sources, runs_left_out};

/// Maximum items of the other lists.
const SHOWN: usize = 3;

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
    let facts = screen_facts(relations, listed, |group| places_of_group(scan, group));
    if !facts.facts.is_empty() {
        lines.push(title(style, "What is repeated", ""));
        push_facts(&mut lines, &facts.facts, scan, path, style);
        let mut rest = Vec::new();
        if facts.more_relations > 0 {
            rest.push(plural(facts.more_relations, "more relation").to_string());
        }
        if facts.more_groups > 0 {
            rest.push(plural(facts.more_groups, "more group").to_string());
        }
        if !rest.is_empty() {
            let rest = rest.join(" and ");
            lines.push(style.line(Tone::Faint, &format!("  and {rest}: --detail full, or --format json")));
        }
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

fn places_of_group<'a>(scan: &'a Scan, group: &'a Group) -> CodePlaces<'a> {
    let declarations = group.occurrences.iter().map(|it| {
        let declaration = scan.declaration(*it);
        let lines = declaration.end_line - declaration.start_line + 1;
        (scan.path_of(it.file), declaration.qualified_name.as_str(), lines)
    });
    let blocks = group.blocks.iter().map(|it| {
        let name = it.name.as_deref().unwrap_or_default();
        (scan.path_of(it.file), name, it.end_line - it.start_line + 1)
    });
    let mut places = CodePlaces {
        files: Vec::new(),
        names: Vec::new(),
        saved: 0,
    };
    let mut largest = 0;
    for (path, name, lines) in declarations.chain(blocks) {
        if !places.files.contains(&path) {
            places.files.push(path);
        }
        places.names.push(format!("{path} {name}"));
        places.saved += u64::from(lines);
        largest = largest.max(u64::from(lines));
    }
    places.saved -= largest;
    places
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

/// Code that no fact is about.
fn not_read(out: &mut Vec<String>, scan: &Scan, relations: &CopyRelations, options: ListOptions<'_>) {
    let style = options.style;
    let lines: Vec<Line> = FileStatus::ALL
        .into_iter()
        .filter_map(|status| {
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
    configuration_problems(out, scan, options);
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
