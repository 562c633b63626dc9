//! Estimates the machine stack that oxc needs for the nesting of a JavaScript or TypeScript source, by a linear scan
//! of its tokens. `packages/core/src/parse/portable/nesting-estimate.ts` computes the same numbers;
//! `fixtures/vectors/nesting.json` tests both.
//!
//! oxc calls itself for every level of brackets, tags and types and for every link of a chain (`a.b.c`, `a + b + c`,
//! `else if`). The estimate is the maximum over all positions of a sum: the open brackets, and the tokens that
//! precede the position in the same statement or list item of each open level. A closed bracket, a closed JSX element,
//! a comma and the end of a statement remove their tokens from the sum, so that the estimate depends on nesting and not on size.
//! Heuristics skip strings, comments, templates and regular expressions. A source that misleads them gets a wrong
//! estimate, never a wrong result.

/// Bytes of stack by kind of token, above the measured use of oxc 0.146 for a level that starts with it.
pub const BRACKET: usize = 2048;
pub const MARK: usize = 256;
pub const WORD: usize = 576;

/// Words before which a line break does not end a statement.
const CONTINUING: [&str; 13] = [
    "as",
    "catch",
    "else",
    "extends",
    "finally",
    "from",
    "implements",
    "in",
    "instanceof",
    "is",
    "of",
    "satisfies",
    "while",
];
/// Words that an expression follows, so that a slash after them starts a regular expression.
const PREFIXES: [&str; 20] = [
    "async",
    "await",
    "case",
    "delete",
    "do",
    "else",
    "extends",
    "in",
    "infer",
    "instanceof",
    "keyof",
    "new",
    "of",
    "readonly",
    "return",
    "throw",
    "typeof",
    "unique",
    "void",
    "yield",
];
/// Words whose statement continues after a closing parenthesis and a line break.
const HEADERS: [&str; 8] = ["catch", "do", "else", "for", "if", "switch", "while", "with"];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Opened {
    Bracket,
    Template,
    /// `${`
    Substitution,
}

struct Level {
    opened: Opened,
    /// Of the tokens since the last comma or statement end.
    chain: usize,
    /// `<` after a value: type arguments, or a comparison.
    generics: usize,
    /// Other `<`: JSX elements that are open, or type assertions.
    tags: usize,
    /// The chain before the JSX element whose closing tag is read.
    closing: Option<usize>,
    /// Whether the statement contains one of `HEADERS`.
    has_header: bool,
}

/// A JSX element that is open.
struct Tag {
    /// The chain before it.
    chain: usize,
    /// Before the `>` of its opening tag.
    is_head: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    Operator,
    Value,
    CloseParenthesis,
}

struct Scan<'s> {
    source: &'s [u8],
    at: usize,
    levels: Vec<Level>,
    /// Of all levels, those of the top one last.
    tags: Vec<Tag>,
    sum: usize,
    highest: usize,
    before: Before,
    is_new_line: bool,
    /// Up to this offset the line contains no further `'`, `"` or `/` that closes.
    unclosed: [usize; 3],
}

/// The stack in bytes.
pub fn nesting_stack(source: &str) -> usize {
    let mut scan = Scan {
        source: source.as_bytes(),
        at: 0,
        levels: vec![Level::new(Opened::Bracket)],
        tags: Vec::new(),
        sum: 0,
        highest: 0,
        before: Before::Operator,
        is_new_line: false,
        unclosed: [0; 3],
    };
    while let Some(byte) = scan.byte(0) {
        scan.token(byte);
    }
    scan.highest
}

impl Level {
    fn new(opened: Opened) -> Self {
        Self {
            opened,
            chain: 0,
            generics: 0,
            tags: 0,
            closing: None,
            has_header: false,
        }
    }
}

impl Scan<'_> {
    fn byte(&self, offset: usize) -> Option<u8> {
        self.source.get(self.at + offset).copied()
    }

    fn top(&mut self) -> &mut Level {
        self.levels.last_mut().expect("the level of the source is never closed")
    }

    fn token(&mut self, byte: u8) {
        match byte {
            b' ' | b'\t' => self.at += 1,
            b'\n' | b'\r' => {
                self.is_new_line = true;
                self.at += 1;
            }
            b'\'' => self.string(byte, 0),
            b'"' => self.string(byte, 1),
            b'/' => self.slash(),
            b'`' => {
                self.open(Opened::Template);
                self.template_text();
            }
            b'(' | b'[' | b'{' => self.open(Opened::Bracket),
            b')' | b']' | b'}' => self.close_bracket(byte),
            b'<' => self.open_angle(),
            b'>' => self.close_angle(),
            b';' => {
                self.end_statement();
                self.at += 1;
            }
            b',' => {
                self.end_item();
                self.mark();
            }
            b'$' | b'_' | b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' | 0x80.. => self.word(),
            _ => self.mark(),
        }
    }

    fn add(&mut self, weight: usize) {
        self.top().chain += weight;
        self.sum += weight;
        self.highest = self.highest.max(self.sum);
        self.is_new_line = false;
    }

    fn mark(&mut self) {
        self.add(MARK);
        self.before = Before::Operator;
        self.at += 1;
    }

    fn value(&mut self, end: usize) {
        self.add(WORD);
        self.before = Before::Value;
        self.at = end;
    }

    fn end_item(&mut self) {
        self.cut_chain(0);
    }

    /// Removes the tokens after a length of the chain from the sum.
    fn cut_chain(&mut self, length: usize) {
        let top = self.top();
        let removed = top.chain.saturating_sub(length);
        top.chain -= removed;
        self.sum -= removed;
    }

    /// The chain before the JSX element.
    fn close_tag(&mut self) -> usize {
        self.top().tags -= 1;
        self.sum -= BRACKET;
        self.tags.pop().map_or(0, |tag| tag.chain)
    }

    fn end_statement(&mut self) {
        self.end_item();
        let top = self.top();
        let tags = std::mem::take(&mut top.tags);
        let angles = std::mem::take(&mut top.generics) + tags;
        top.closing = None;
        top.has_header = false;
        self.tags.truncate(self.tags.len() - tags);
        self.sum -= angles * BRACKET;
        self.before = Before::Operator;
    }

    fn open(&mut self, opened: Opened) {
        self.levels.push(Level::new(opened));
        self.sum += BRACKET;
        self.highest = self.highest.max(self.sum);
        self.before = Before::Operator;
        self.is_new_line = false;
        self.at += 1;
    }

    fn close(&mut self) {
        self.end_statement();
        if self.levels.len() > 1 {
            self.levels.pop();
            self.sum -= BRACKET;
        }
        self.is_new_line = false;
    }

    fn close_bracket(&mut self, byte: u8) {
        self.at += 1;
        let is_substitution = self.top().opened == Opened::Substitution;
        if is_substitution && byte != b'}' {
            return;
        }
        self.close();
        if is_substitution {
            self.template_text();
            return;
        }
        self.add(MARK);
        self.before = if byte == b')' {
            Before::CloseParenthesis
        } else {
            Before::Value
        };
    }

    /// From a backquote or the end of a substitution to the next substitution or the end.
    fn template_text(&mut self) {
        while let Some(byte) = self.byte(0) {
            match byte {
                b'\\' => self.at += 2,
                b'`' => {
                    self.close();
                    self.value(self.at + 1);
                    return;
                }
                b'$' if self.byte(1) == Some(b'{') => {
                    self.at += 1;
                    self.open(Opened::Substitution);
                    return;
                }
                _ => self.at += 1,
            }
        }
    }

    fn string(&mut self, quote: u8, kind: usize) {
        match self.closer(kind, |byte, _| byte == quote) {
            Some(end) => self.value(end),
            None => self.mark(),
        }
    }

    fn slash(&mut self) {
        match self.byte(1) {
            Some(b'/') => {
                while self.byte(0).is_some_and(|byte| byte != b'\n' && byte != b'\r') {
                    self.at += 1;
                }
            }
            Some(b'*') => self.block_comment(),
            Some(b'>') if self.top().tags > 0 => {
                let chain = self.close_tag();
                self.cut_chain(chain);
                self.at += 2;
                self.before = Before::Value;
            }
            _ if self.before == Before::Operator => {
                let closer = self.closer(2, |byte, is_in_class| byte == b'/' && !is_in_class);
                match closer {
                    Some(end) => self.value(end),
                    None => self.mark(),
                }
            }
            _ => self.mark(),
        }
    }

    fn block_comment(&mut self) {
        self.at += 2;
        while let Some(byte) = self.byte(0) {
            if byte == b'*' && self.byte(1) == Some(b'/') {
                self.at += 2;
                return;
            }
            self.is_new_line |= byte == b'\n';
            self.at += 1;
        }
    }

    /// The offset after the closing character, if it is on the same line.
    fn closer(&mut self, kind: usize, is_closer: impl Fn(u8, bool) -> bool) -> Option<usize> {
        if self.at < self.unclosed[kind] {
            return None;
        }
        let mut is_in_class = false;
        let mut at = self.at + 1;
        while let Some(&byte) = self.source.get(at) {
            match byte {
                b'\\' => at += 1,
                b'\n' | b'\r' => break,
                _ if is_closer(byte, is_in_class) => return Some(at + 1),
                b'[' => is_in_class = true,
                b']' => is_in_class = false,
                _ => {}
            }
            at += 1;
        }
        self.unclosed[kind] = at;
        None
    }

    fn open_angle(&mut self) {
        if self.byte(1) == Some(b'/') {
            if self.top().tags > 0 {
                let chain = self.close_tag();
                self.top().closing = Some(chain);
            }
            self.mark();
            self.at += 1;
            return;
        }
        let is_in_head = self.tags.last().is_none_or(|tag| tag.is_head);
        let is_operator = self.before == Before::Operator;
        let top = self.top();
        if is_operator || (top.tags > 0 && !is_in_head) {
            top.tags += 1;
            let chain = top.chain;
            self.tags.push(Tag { chain, is_head: true });
        } else {
            top.generics += 1;
        }
        self.sum += BRACKET;
        self.mark();
    }

    fn close_angle(&mut self) {
        if self.at > 0 && self.source[self.at - 1] == b'=' {
            self.mark();
            return;
        }
        let top = self.top();
        if let Some(chain) = top.closing.take() {
            self.cut_chain(chain);
            self.before = Before::Operator;
            self.at += 1;
            return;
        }
        if top.generics > 0 {
            top.generics -= 1;
            self.sum -= BRACKET;
        } else if top.tags > 0
            && let Some(tag) = self.tags.last_mut()
        {
            tag.is_head = false;
        }
        self.mark();
    }

    fn word(&mut self) {
        let length = self.source[self.at..]
            .iter()
            .take_while(|byte| is_of_word(**byte))
            .count();
        let end = self.at + length;
        let word = std::str::from_utf8(&self.source[self.at..end]).unwrap_or("");
        if std::mem::take(&mut self.is_new_line) && self.ends_before(word) {
            self.end_statement();
        }
        self.value(end);
        if PREFIXES.contains(&word) {
            self.before = Before::Operator;
        }
        if HEADERS.contains(&word) {
            self.top().has_header = true;
        }
    }

    /// Whether a line break before a word ends the statement.
    fn ends_before(&mut self, word: &str) -> bool {
        let may_end = match self.before {
            Before::Operator => false,
            Before::Value => true,
            Before::CloseParenthesis => !self.top().has_header,
        };
        may_end && !CONTINUING.contains(&word)
    }
}

fn is_of_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'$' || byte == b'_' || byte >= 0x80
}
