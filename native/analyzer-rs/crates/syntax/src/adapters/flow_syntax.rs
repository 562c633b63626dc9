//! Whether an error of the parser is at syntax that only Flow has.

/// Positions at which the parser stops.
#[derive(Clone, Copy)]
pub struct Stops {
    /// The first error of the source as JavaScript.
    pub javascript: usize,
    /// An error of the same source as TypeScript.
    pub typed: usize,
}

/// Types that a Flow enum can have.
const ENUM_TYPES: [&[u8]; 5] = [b"bigint", b"boolean", b"number", b"string", b"symbol"];
/// Words before parentheses that are not those of a call.
const OPERATORS: [&[u8]; 6] = [b"await", b"default", b"return", b"throw", b"typeof", b"yield"];

/// Whether the syntax at the error is valid only in Flow. Types precede the error if the source continues further as
/// TypeScript; where it does not, only syntax counts that a typo hardly gives.
pub fn is_flow_syntax(source: &str, stops: Stops) -> bool {
    let source = Source(source.as_bytes());
    let at = source.skip_blanks(stops.typed);
    source.is_declaration(at)
        || source.is_type_import(at)
        || source.is_cast(stops)
        || stops.typed > stops.javascript && source.is_type_syntax(at)
}

struct Source<'a>(&'a [u8]);

impl<'a> Source<'a> {
    fn is_type_syntax(&self, at: usize) -> bool {
        let before = self.byte_before(at);
        let next = self.byte(at + 1);
        match self.byte(at) {
            // `{| a: b |}`
            Some(b'|') => self.byte_at_end(at) == Some(b'{'),
            // `A?.['b']`
            Some(b'?') if self.starts_with(at, b"?.[") => is_name(before),
            // `(?A) => B`
            Some(b'?') => is_one_of(before, b"(,:<|&=[") && starts_type(next),
            // `{ +a: B }`, `class A<+B>`
            Some(b'+' | b'-') => is_one_of(before, b"{,;|<") && starts_type(next),
            // `{ ...A }`, `{ a: B, ... }`
            Some(b'.') => {
                self.starts_with(at, b"...")
                    && (is_one_of(before, b",;") || is_one_of(before, b"{|") && is_name(self.byte(at + 3)))
            }
            // `A<*>`
            Some(b'*') => is_one_of(before, b"<,") && is_one_of(self.byte(self.skip_blanks(at + 1)), b">,"),
            // `function f<A: B>`
            Some(b':') => is_name(before) && is_one_of(self.byte_before(self.word_start(at)), b"<,"),
            // `type A = B => C`
            Some(b'=') => next == Some(b'>') && (is_name(before) || is_one_of(before, b">}]")),
            Some(b'%') => self.word_at(at + 1) == b"checks",
            // `enum A of string {}`
            _ => self.word_at(at) == b"of" && ENUM_TYPES.contains(&self.word_at(self.skip_blanks(at + 2))),
        }
    }

    /// `component A() {}`, `hook useA() {}`.
    fn is_declaration(&self, at: usize) -> bool {
        let name = self.word_at(at);
        if name.is_empty() || !is_one_of(self.byte(at + name.len()), b"(<") {
            return false;
        }
        match self.word_before(at) {
            b"component" => true,
            b"hook" => name.starts_with(b"use"),
            _ => false,
        }
    }

    /// `import { typeof A } from 'b'`, `import type A, { B } from 'b'`.
    fn is_type_import(&self, at: usize) -> bool {
        let before = &self.0[..at];
        let start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let line = &before[start..];
        let name = self.word_at(at);
        if line == b"import type " {
            return self.starts_with(at + name.len(), b", {");
        }
        name == b"typeof" && line.starts_with(b"import ") && is_one_of(self.byte_before(at), b"{,")
    }

    /// `(a.b: C)`, not in a call and not as parameters.
    fn is_cast(&self, Stops { javascript, typed }: Stops) -> bool {
        let colon = self.skip_blanks(javascript);
        if !self.starts_with(colon, b": ") {
            return false;
        }
        let mut open = colon;
        while is_name(self.byte_at_end(open)) || self.byte_at_end(open) == Some(b'.') {
            open -= 1;
        }
        if open == colon || self.byte_at_end(open) != Some(b'(') {
            return false;
        }
        let callee = self.byte_before(open - 1);
        if is_name(callee) && !OPERATORS.contains(&self.word_before(open - 1)) || is_one_of(callee, b")]") {
            return false;
        }
        let mut end = colon + 2;
        while is_name(self.byte(end)) || is_one_of(self.byte(end), b".<>[]|& ") {
            end += 1;
        }
        self.byte(end) == Some(b')') && end > colon + 2 && (typed == colon || self.skip_blanks(typed) > end)
    }

    fn byte(&self, at: usize) -> Option<u8> {
        self.0.get(at).copied()
    }

    /// The last byte before a position.
    fn byte_at_end(&self, at: usize) -> Option<u8> {
        at.checked_sub(1).and_then(|last| self.byte(last))
    }

    fn starts_with(&self, at: usize, start: &[u8]) -> bool {
        self.0.get(at..).is_some_and(|rest| rest.starts_with(start))
    }

    fn skip_blanks(&self, from: usize) -> usize {
        let mut at = from;
        while is_one_of(self.byte(at), b" \t\r\n") {
            at += 1;
        }
        at
    }

    fn word_at(&self, start: usize) -> &'a [u8] {
        let mut end = start;
        while is_name(self.byte(end)) {
            end += 1;
        }
        self.0.get(start..end).unwrap_or_default()
    }

    /// The byte before a position and the blanks before it.
    fn byte_before(&self, at: usize) -> Option<u8> {
        self.byte_at_end(self.trim_blanks(at))
    }

    fn word_before(&self, at: usize) -> &'a [u8] {
        &self.0[self.word_start(at)..self.trim_blanks(at)]
    }

    /// The start of the word that ends at a position or before the blanks before it.
    fn word_start(&self, at: usize) -> usize {
        let mut start = self.trim_blanks(at);
        while is_name(self.byte_at_end(start)) {
            start -= 1;
        }
        start
    }

    fn trim_blanks(&self, at: usize) -> usize {
        let mut end = at;
        while is_one_of(self.byte_at_end(end), b" \t\r\n") {
            end -= 1;
        }
        end
    }
}

fn starts_type(byte: Option<u8>) -> bool {
    is_name(byte) || is_one_of(byte, b"{([?")
}

fn is_name(byte: Option<u8>) -> bool {
    byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 128)
}

fn is_one_of(byte: Option<u8>, bytes: &[u8]) -> bool {
    byte.is_some_and(|byte| bytes.contains(&byte))
}
