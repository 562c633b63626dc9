//! Comments above a declaration. Lines are returned from the last one up.

use super::lines::LinesAround;

/// The comment lines above a function of Bash.
pub fn comment_lines<'a>(lines: &LinesAround<'a>, start: usize) -> Vec<&'a str> {
    (lines.first..start)
        .rev()
        .map_while(|at| bash_comment(lines.at(at)))
        .filter(|text| !is_directive(text))
        .collect()
}

fn bash_comment(line: &str) -> Option<&str> {
    let text = line.trim_ascii_start().strip_prefix('#')?;
    let is_interpreter = text.starts_with('!');
    let is_end = |char: char| char == '#' || char.is_ascii_whitespace();
    (!is_interpreter).then(|| text.trim_ascii_start().trim_end_matches(is_end))
}

fn is_directive(text: &str) -> bool {
    let rest = text.strip_prefix("shellcheck").unwrap_or_default();
    rest.starts_with(|char: char| char.is_ascii_whitespace())
}

/// The lines of the comment with two stars above a declaration; empty without one.
pub fn doc_block<'a>(lines: &LinesAround<'a>, start: usize) -> Vec<&'a str> {
    let above = (lines.first..start).rev().skip_while(|at| is_between(lines.at(*at)));
    let mut found = Vec::new();
    for at in above {
        let line = lines.at(at);
        if found.is_empty() && !line.trim_ascii_end().ends_with("*/") {
            break;
        }
        let open = line.find("/*");
        let text = &line[open.unwrap_or(0)..];
        found.push(text_of_comment(text));
        if open.is_some() {
            return if text.starts_with("/**") { found } else { Vec::new() };
        }
    }
    Vec::new()
}

/// Lines between a doc comment and the declaration: decorators, attributes, and the start of an assignment.
fn is_between(line: &str) -> bool {
    let line = line.trim_ascii();
    is_decorator(line)
        || (line.starts_with("#[") && line.ends_with(']'))
        || line
            .strip_suffix("=>")
            .or_else(|| line.strip_suffix('='))
            .is_some_and(|before| !before.contains(['*', '/']))
}

fn is_decorator(line: &str) -> bool {
    let Some(text) = line.strip_prefix('@') else {
        return false;
    };
    let rest = text.trim_start_matches(|char: char| char.is_ascii_alphanumeric() || matches!(char, '_' | '$' | '.'));
    rest.len() < text.len() && (rest.is_empty() || (rest.starts_with('(') && rest.ends_with(')')))
}

/// A line of a comment without its start and its end.
fn text_of_comment(line: &str) -> &str {
    let line = line.trim_ascii();
    let text = &line[length_of_start(line)..];
    let before = text.strip_suffix("*/").map(|before| before.trim_end_matches('*'));
    before.unwrap_or(text).trim_ascii()
}

/// A star before a slash is part of the end.
fn length_of_start(line: &str) -> usize {
    let slash = usize::from(line.starts_with('/'));
    let rest = line[slash..].trim_start_matches('*');
    let stars = line.len() - slash - rest.len();
    let stars = if rest.starts_with('/') {
        stars.saturating_sub(1)
    } else {
        stars
    };
    match (slash, stars) {
        (_, 0) => 0,
        (0, _) => 1,
        _ => slash + stars,
    }
}
