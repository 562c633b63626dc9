//! Where to cut a source that does not parse as a whole: line by line, without knowing the language. A wrong cut (a
//! here-document that looks like a function) costs nothing, because the cut reading is taken only when it is better.

use std::ops::Range;

use regex_lite::Regex;
use serde::Deserialize;

#[derive(Clone, Deserialize)]
pub struct Pieces {
    /// The kind of the root that joins them.
    pub root: String,
    /// Regular expressions over one line: a piece begins, is over on the very line it begins, ends.
    begin: String,
    whole: String,
    end: String,
}

/// The expressions, ready for use.
pub struct PieceRule {
    begin: Regex,
    whole: Regex,
    end: Regex,
}

impl PieceRule {
    pub fn new(pieces: &Pieces) -> Result<Self, regex_lite::Error> {
        let compile = |pattern: &str| Regex::new(&portable(pattern));
        Ok(Self {
            begin: compile(&pieces.begin)?,
            whole: compile(&pieces.whole)?,
            end: compile(&pieces.end)?,
        })
    }
}

/// The data has ECMAScript's expressions, whose `.` leaves out all line ends and whose `\s` holds more than ASCII.
fn portable(pattern: &str) -> String {
    let blanks = r"\t\n\x0b\f\r \u{a0}\u{1680}\u{2000}-\u{200a}\u{2028}\u{2029}\u{202f}\u{205f}\u{3000}\u{feff}";
    let mut text = String::new();
    let mut in_class = false;
    let mut rest = pattern.chars();
    while let Some(one) = rest.next() {
        match one {
            '\\' => match rest.next() {
                Some('s') if in_class => text.push_str(blanks),
                Some('s') => text.push_str(&format!("[{blanks}]")),
                Some(escaped) => text.extend(['\\', escaped]),
                None => text.push('\\'),
            },
            '.' if !in_class => text.push_str(r"[^\n\r\u{2028}\u{2029}]"),
            _ => {
                in_class = (in_class || one == '[') && one != ']';
                text.push(one);
            }
        }
    }
    text
}

/// Cuts a source into pieces that cover it: what stands in a piece, and what stands between two of them.
pub fn cut_into_pieces(source: &str, rule: &PieceRule) -> Vec<Range<usize>> {
    let mut pieces = Vec::new();
    let mut from = 0;
    let mut is_inside = false;
    let mut line = 0;
    let mut cut = |at: usize| {
        if at > from {
            pieces.push(from..at);
        }
        from = at;
    };
    while line < source.len() {
        let lf = memchr::memchr(b'\n', &source.as_bytes()[line..]).map(|at| line + at);
        let next = lf.map_or(source.len(), |lf| lf + 1);
        let text = &source[line..lf.unwrap_or(next)];
        if rule.begin.is_match(text) {
            cut(line);
            is_inside = !rule.whole.is_match(text);
            if !is_inside {
                cut(next);
            }
        } else if is_inside && rule.end.is_match(text) {
            is_inside = false;
            cut(next);
        }
        line = next;
    }
    cut(source.len());
    pieces
}
