//! Words in which a script computes a path from its own: `$0`, `${BASH_SOURCE[0]}`, `dirname`, `%/*`, `cd … && pwd`,
//! `readlink -f`, `realpath`, and variables with only one assignment. Nothing is executed: other words have no value.

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScriptPath {
    /// The running script.
    Script,
    /// A folder by its path relative to the script's folder: empty, or `/` before each name.
    Folder(String),
}

/// Bytes of a word.
const LONGEST: usize = 1000;
/// Variables and substitutions in each other.
const DEEPEST: u32 = 16;
const ENDS_WORD: &[u8] = b" \t\n;|&<>()";
const EXPANDS: &[u8] = b"*?[{~";

pub struct ScriptPaths<'a> {
    /// The word that a variable has in the complete file; none if it can have another value.
    pub assigned: &'a dyn Fn(&str) -> Option<&'a str>,
}

impl ScriptPaths<'_> {
    /// An expansion can only be at the start of the word.
    pub fn word(&self, word: &str) -> Option<ScriptPath> {
        self.word_at(word, 0)
    }

    fn word_at(&self, word: &str, depth: u32) -> Option<ScriptPath> {
        if depth == DEEPEST || word.len() > LONGEST {
            return None;
        }
        let bytes = word.as_bytes();
        let mut value = None;
        let mut literal = String::new();
        let mut quoted = false;
        let mut at = 0;
        while let Some(&one) = bytes.get(at) {
            match one {
                b'"' => {
                    quoted = !quoted;
                    at += 1;
                }
                b'\'' if !quoted => {
                    let end = find(bytes, b'\'', at + 1)?;
                    literal.push_str(&word[at + 1..end]);
                    at = end + 1;
                }
                b'$' => {
                    let end = expansion_end(bytes, at)?;
                    if value.is_some() || !literal.is_empty() {
                        return None;
                    }
                    value = Some(self.expansion(&word[at..end], depth)?);
                    at = end;
                }
                b'\\' | b'`' => return None,
                _ if !quoted && (ENDS_WORD.contains(&one) || EXPANDS.contains(&one)) => return None,
                _ => {
                    let end = at + word[at..].chars().next().map_or(1, char::len_utf8);
                    literal.push_str(&word[at..end]);
                    at = end;
                }
            }
        }
        match value? {
            _ if quoted => None,
            value if literal.is_empty() => Some(value),
            ScriptPath::Folder(path) if literal.starts_with('/') => Some(ScriptPath::Folder(path + &literal)),
            _ => None,
        }
    }

    fn expansion(&self, text: &str, depth: u32) -> Option<ScriptPath> {
        if text.starts_with("$((") {
            return None;
        }
        if let Some(rest) = text.strip_prefix("$(") {
            return self.substitution(&rest[..rest.len() - 1], depth);
        }
        match text.strip_prefix("${") {
            Some(rest) => self.parameter(&rest[..rest.len() - 1], depth),
            None => self.variable(&text[1..], depth),
        }
    }

    /// `name`, `name%/*`, and for the array of scripts `BASH_SOURCE[0]` and `BASH_SOURCE:-$0`.
    fn parameter(&self, text: &str, depth: u32) -> Option<ScriptPath> {
        let name = match text.strip_prefix('0') {
            Some(_) => "0",
            None => &text[..name_length(text.as_bytes())],
        };
        if name.is_empty() {
            return None;
        }
        let rest = &text[name.len()..];
        let is_source = name == "BASH_SOURCE";
        let rest = match rest.strip_prefix("[0]") {
            Some(rest) if is_source => rest,
            Some(_) => return None,
            None => rest,
        };
        let value = self.variable(name, depth);
        match rest {
            "" => value,
            "%/*" => folder_of(value),
            ":-$0" | "-$0" | ":-${0}" | "-${0}" if is_source => value,
            _ => None,
        }
    }

    fn variable(&self, name: &str, depth: u32) -> Option<ScriptPath> {
        if name == "0" || name == "BASH_SOURCE" {
            return Some(ScriptPath::Script);
        }
        self.word_at((self.assigned)(name)?, depth + 1)
    }

    fn substitution(&self, text: &str, depth: u32) -> Option<ScriptPath> {
        let commands = commands_of(text)?;
        let (first, second) = match commands.as_slice() {
            [first] => (first, None),
            [first, second] => (first, Some(second)),
            _ => return None,
        };
        let mut words = first
            .iter()
            .copied()
            .skip_while(|it| matches!(*it, "builtin" | "command" | "CDPATH="))
            .peekable();
        let name = words.next()?;
        let mut options = Vec::new();
        while let Some(option) = words.next_if(|it| it.starts_with('-')) {
            options.push(option);
        }
        let value = match (words.next(), words.next()) {
            (Some(operand), None) => self.word_at(operand, depth + 1),
            _ => None,
        };
        if let Some(second) = second {
            let (command, rest) = second.split_first()?;
            let is_folder = name == "cd" && *command == "pwd" && rest.iter().all(|it| it.starts_with('-'));
            return value.filter(|it| is_folder && matches!(it, ScriptPath::Folder(_)));
        }
        let is_complete = |it: &&str| matches!(it.as_bytes(), [b'-', b'e' | b'f' | b'm', ..]);
        match name {
            "dirname" => folder_of(value),
            "readlink" => value.filter(|_| options.iter().any(is_complete)),
            "realpath" => value,
            _ => None,
        }
    }
}

fn folder_of(value: Option<ScriptPath>) -> Option<ScriptPath> {
    Some(ScriptPath::Folder(match value? {
        ScriptPath::Script => String::new(),
        ScriptPath::Folder(path) => path + "/..",
    }))
}

/// The words of commands that `&&` or `;` separates, without redirections; none for other commands.
fn commands_of(text: &str) -> Option<Vec<Vec<&str>>> {
    let bytes = text.as_bytes();
    let mut commands = vec![Vec::new()];
    let mut at = 0;
    while let Some(&one) = bytes.get(at) {
        let next = bytes.get(at + 1).copied().unwrap_or(0);
        match one {
            b' ' | b'\t' | b'\n' => at += 1,
            b';' => {
                commands.push(Vec::new());
                at += 1;
            }
            b'&' if next == b'&' => {
                commands.push(Vec::new());
                at += 2;
            }
            b'>' => at = redirection_end(bytes, at + 1)?,
            b'1' | b'2' | b'&' if next == b'>' => at = redirection_end(bytes, at + 2)?,
            _ => {
                let end = word_end(bytes, at).filter(|end| *end > at)?;
                commands.last_mut()?.push(text.get(at..end)?);
                at = end;
            }
        }
    }
    Some(commands)
}

/// `start`: after the operator's `>`.
fn redirection_end(text: &[u8], start: usize) -> Option<usize> {
    let mut at = start;
    if matches!(text.get(at), Some(b'>' | b'&')) {
        at += 1;
    }
    while matches!(text.get(at), Some(b' ' | b'\t')) {
        at += 1;
    }
    word_end(text, at).filter(|end| *end > at)
}

fn word_end(text: &[u8], start: usize) -> Option<usize> {
    let mut at = start;
    while let Some(&one) = text.get(at) {
        if ENDS_WORD.contains(&one) {
            break;
        }
        at = match one {
            b'"' => quote_end(text, at)?,
            b'\'' => find(text, b'\'', at + 1)? + 1,
            _ if opens(text, at) => closing_end(text, at)?,
            b'\\' => at + 2,
            _ => at + 1,
        };
    }
    Some(at)
}

/// `start`: of a double quote.
fn quote_end(text: &[u8], start: usize) -> Option<usize> {
    let mut at = start + 1;
    while let Some(&one) = text.get(at) {
        at = match one {
            b'"' => return Some(at + 1),
            _ if opens(text, at) => closing_end(text, at)?,
            b'\\' => at + 2,
            _ => at + 1,
        };
    }
    None
}

/// The end of a variable, `${…}` or `$(…)` whose `$` is at `start`; none for another text.
pub fn expansion_end(text: &[u8], start: usize) -> Option<usize> {
    if opens(text, start) {
        return closing_end(text, start);
    }
    let name = &text[start + 1..];
    match name.first() {
        Some(first) if first.is_ascii_digit() => Some(start + 2),
        _ => Some(name_length(name)).filter(|it| *it > 0).map(|it| start + 1 + it),
    }
}

/// Bytes of the variable's name at the start of a text.
fn name_length(text: &[u8]) -> usize {
    let is_name = |one: &u8| one.is_ascii_alphanumeric() || *one == b'_';
    match text.first() {
        Some(first) if is_name(first) && !first.is_ascii_digit() => text.iter().take_while(|one| is_name(one)).count(),
        _ => 0,
    }
}

/// Whether `$(` or `${` is here.
fn opens(text: &[u8], at: usize) -> bool {
    text[at] == b'$' && matches!(text.get(at + 1), Some(b'(' | b'{'))
}

/// The end of `$(…)` or `${…}`, with expansions and quotes in it.
fn closing_end(text: &[u8], start: usize) -> Option<usize> {
    let closer = |open: u8| if open == b'(' { b')' } else { b'}' };
    let mut open = vec![closer(text[start + 1])];
    let mut at = start + 2;
    while let Some(&one) = text.get(at) {
        let top = *open.last()?;
        if one == b'\\' {
            at += 2;
        } else if opens(text, at) {
            open.push(closer(text[at + 1]));
            at += 2;
        } else if one == b'"' && top != b'"' {
            open.push(b'"');
            at += 1;
        } else if one == top {
            open.pop();
            at += 1;
            if open.is_empty() {
                return Some(at);
            }
        } else if one == b'\'' && top != b'"' {
            at = find(text, b'\'', at + 1)? + 1;
        } else {
            if one == b'(' && top == b')' {
                open.push(b')');
            }
            at += 1;
        }
    }
    None
}

fn find(text: &[u8], wanted: u8, start: usize) -> Option<usize> {
    let rest = text.get(start..)?;
    Some(start + rest.iter().position(|one| *one == wanted)?)
}
