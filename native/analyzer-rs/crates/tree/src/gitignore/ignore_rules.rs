//! The rules of one `.gitignore`, of which the last match counts.

use rustc_hash::FxHashMap;

use crate::names::show_text;

use super::wildcard_rules::WildcardRules;
use super::wildmatch::{compile_wildmatch, literal_length};

pub struct IgnoreRule {
    /// Number of the line, from 1.
    pub line: usize,
    /// As written, without trailing blanks.
    pub source: String,
    /// The line starts with `!`.
    pub negated: bool,
    /// It matches directories only.
    pub directory: bool,
}

/// Maximum bytes of a line: no path that the system opens is longer.
const MAX_LINE_LENGTH: usize = 4096;
const BOM: &[u8] = b"\xef\xbb\xbf";

/// Names, paths and `*.extension` are looked up, other rules with wildcards by a piece that they contain. Strings have
/// one character for each byte.
#[derive(Default)]
pub struct IgnoreRules {
    rules: Vec<IgnoreRule>,
    by_name: FxHashMap<String, Vec<usize>>,
    by_path: FxHashMap<String, Vec<usize>>,
    by_ending: FxHashMap<String, Vec<usize>>,
    name_wildcards: WildcardRules,
    path_wildcards: WildcardRules,
    /// Bytes of the rules with wildcards: the most that a path can cost.
    pub effort: usize,
    /// Numbers of the lines that are too long to be a rule.
    pub long_lines: Vec<usize>,
}

impl IgnoreRules {
    pub fn new(bytes: &[u8]) -> Self {
        let mut rules = Self::default();
        let lines = bytes.strip_prefix(BOM).unwrap_or(bytes).split(|it| *it == b'\n');
        for (index, line) in lines.enumerate() {
            let source = without_trailing_spaces(line.strip_suffix(b"\r").unwrap_or(line));
            if source.is_empty() || source.starts_with(b"#") {
                continue;
            }
            if source.len() > MAX_LINE_LENGTH {
                rules.long_lines.push(index + 1);
            } else {
                rules.add(source, index + 1);
            }
        }
        rules
    }

    /// `path` below the directory of the file; `name`: its last name.
    pub fn last(&self, path: &str, name: &str, is_directory: bool) -> Option<&IgnoreRule> {
        let mut best: Option<usize> = None;
        let applies = |index: usize| is_directory || !self.rules[index].directory;
        let mut consider = |indexes: Option<&Vec<usize>>| {
            let found = indexes.and_then(|it| it.iter().rev().find(|index| applies(**index)));
            best = best.max(found.copied());
        };
        consider(self.by_name.get(name));
        consider(self.by_path.get(path));
        if !self.by_ending.is_empty() {
            for (dot, _) in name.match_indices('.') {
                consider(self.by_ending.get(&name[dot..]));
            }
        }
        best = self.name_wildcards.last(name, best, applies);
        best = self.path_wildcards.last(path, best, applies);
        best.map(|index| &self.rules[index])
    }

    fn add(&mut self, source: &[u8], line: usize) {
        let negated = source.starts_with(b"!");
        let body = if negated { &source[1..] } else { source };
        let directory = body.ends_with(b"/");
        let pattern = body.strip_suffix(b"/").unwrap_or(body);
        let is_path = pattern.contains(&b'/');
        let pattern = pattern.strip_prefix(b"/").unwrap_or(pattern);
        if pattern.is_empty() {
            return;
        }
        let index = self.rules.len();
        let chars: Vec<char> = pattern.iter().map(|it| char::from(*it)).collect();
        if literal_length(&chars) == chars.len() {
            let map = if is_path { &mut self.by_path } else { &mut self.by_name };
            map.entry(chars.into_iter().collect()).or_default().push(index);
        } else if !is_path && chars.starts_with(&['*', '.']) && literal_length(&chars[1..]) == chars.len() - 1 {
            let ending = chars[1..].iter().collect();
            self.by_ending.entry(ending).or_default().push(index);
        } else {
            let Some(compiled) = compile_wildmatch(&chars, is_path) else {
                return;
            };
            let wildcards = if is_path {
                &mut self.path_wildcards
            } else {
                &mut self.name_wildcards
            };
            wildcards.add(index, compiled);
            self.effort += chars.len();
        }
        self.rules.push(IgnoreRule {
            line,
            source: show_text(source),
            negated,
            directory,
        });
    }
}

/// A backslash makes the space after it significant.
fn without_trailing_spaces(line: &[u8]) -> &[u8] {
    let end = line.iter().rposition(|it| *it != b' ').map_or(0, |last| last + 1);
    if end == line.len() {
        return line;
    }
    let backslashes = line[..end].iter().rev().take_while(|it| **it == b'\\').count();
    &line[..end + backslashes % 2]
}
