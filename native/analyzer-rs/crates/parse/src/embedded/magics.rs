//! Lines of a cell that are commands of IPython or of a shell.

use base::languages::hosts::HOSTS;

use super::regions::CellLine;

/// A cell without those lines.
pub fn without_magics(mut cell: Vec<CellLine>) -> Vec<CellLine> {
    let Some(magic) = cell.first().and_then(|first| first.text.strip_prefix("%%")) else {
        return without_line_magics(cell);
    };
    let is_name = |it: char| it.is_ascii_alphanumeric() || it == '_';
    let name = &magic[..magic.find(|it| !is_name(it)).unwrap_or(magic.len())];
    if !HOSTS.is_python_cell(name) {
        return Vec::new();
    }
    cell.remove(0);
    without_line_magics(cell)
}

fn without_line_magics(mut cell: Vec<CellLine>) -> Vec<CellLine> {
    let mut scan = PythonLines::default();
    let mut is_command = false;
    for CellLine { text, .. } in &mut cell {
        let is_continued = is_command;
        is_command = is_command || (scan.is_statement_start() && is_magic(text));
        if !is_command {
            scan.read(text.as_bytes());
            continue;
        }
        is_command = text.ends_with('\\');
        let indent = text.len() - text.trim_start_matches([' ', '\t']).len();
        text.truncate(indent);
        // A block may have no other statement.
        if indent > 0 && !is_continued {
            text.push_str("pass");
        } else {
            text.clear();
        }
    }
    cell
}

/// `%time`, `!ls`, `?list`; the first two assigned to names; `list?`.
fn is_magic(text: &str) -> bool {
    let text = without_blanks(text);
    if text.starts_with(['%', '!', '?']) {
        return true;
    }
    let is_in_names = |it: char| it.is_ascii_alphanumeric() || it == '_' || it == '.';
    let after = text.trim_start_matches(is_in_names);
    if after.len() == text.len() {
        return false;
    }
    if let Some(rest) = after.strip_prefix('?') {
        return without_blanks(rest.strip_prefix('?').unwrap_or(rest)).is_empty();
    }
    let after = after.trim_start_matches(|it| is_in_names(it) || matches!(it, ',' | '\t' | ' '));
    after
        .strip_prefix('=')
        .is_some_and(|value| without_blanks(value).starts_with(['%', '!']))
}

fn without_blanks(text: &str) -> &str {
    text.trim_start_matches([' ', '\t'])
}

/// Whether the next line starts a statement, by brackets, strings and backslashes of the lines before.
#[derive(Default)]
struct PythonLines {
    depth: usize,
    /// The quote of an open string in three quotes.
    open: Option<u8>,
    is_joined: bool,
}

impl PythonLines {
    fn is_statement_start(&self) -> bool {
        self.depth == 0 && self.open.is_none() && !self.is_joined
    }

    fn read(&mut self, text: &[u8]) {
        self.is_joined = false;
        let mut at = 0;
        while let Some(&byte) = text.get(at) {
            if byte == b'\\' {
                self.is_joined = at + 1 == text.len();
                at += 2;
            } else if let Some(quote) = self.open {
                let is_end = text[at..].starts_with(&[quote; 3]);
                at += if is_end { 3 } else { 1 };
                if is_end {
                    self.open = None;
                }
            } else if byte == b'#' {
                return;
            } else if matches!(byte, b'"' | b'\'') {
                if text[at..].starts_with(&[byte; 3]) {
                    self.open = Some(byte);
                    at += 3;
                } else {
                    at = end_of_string(text, at);
                }
            } else {
                match byte {
                    b'(' | b'[' | b'{' => self.depth += 1,
                    b')' | b']' | b'}' => self.depth = self.depth.saturating_sub(1),
                    _ => {}
                }
                at += 1;
            }
        }
    }
}

/// After the closing quote, or the end of the line.
fn end_of_string(text: &[u8], from: usize) -> usize {
    let mut at = from + 1;
    while text.get(at).is_some_and(|byte| *byte != text[from]) {
        at += if text[at] == b'\\' { 2 } else { 1 };
    }
    at + 1
}
