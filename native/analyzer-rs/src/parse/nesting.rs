//! A bound for the machine stack that oxc needs for a source, so that no input overflows it.
//!
//! oxc and its serializer call themselves for every level of nesting and every link of a chain (`a.b.c`, `a + b + c`,
//! `else if`), and each of these takes at least one token. So no tree is deeper than the tokens of its source, each
//! counted with the most stack that a level begun by it was measured to take, times a margin. Strings, comments and
//! templates are not told from code: telling them needs the parser, and counting what they hold errs on the safe side.
//! A bound that is too high costs address space, not memory.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// More stack than this is given to no file.
const MOST_STACK: usize = 4 << 30;
/// Files that may need more than this are parsed one at a time, whatever the number of threads.
const LARGE_STACK: usize = 1 << 30;
/// For what a parser needs beside levels.
const BASE: usize = 256 << 10;
/// Without optimization frames are larger.
const MARGIN: usize = if cfg!(debug_assertions) { 16 } else { 2 };
const MOST_PIPES: u32 = 5_000;
/// Brackets in brackets that no one writes. Their stack would be used, not only reserved.
const MOST_BRACKETS: i32 = 50_000;

/// Bytes of stack by kind of token. Measured with oxc 0.146, parsing and serializing, per level: `[`, `{a:` 1942,
/// `@(` 2466, `class A{m(){` 2291, `A<` 1593, `a=>` 982, `class A extends` 1331, `new`, `yield`, `keyof` 545, `a =` 545,
/// `.a` 196, `!` 174.
const BRACKET: u16 = 2048;
const MARK: u16 = 256;
const WORD: usize = 576;

/// What a byte of a source says.
#[derive(Clone, Copy)]
struct Sign {
    /// Of words only the first byte counts.
    weight: u16,
    /// 1 where it is of a word.
    word: u8,
    /// How many brackets it opens.
    opens: i8,
}

const SIGNS: [Sign; 256] = {
    let mut table = [Sign {
        weight: 0,
        word: 0,
        opens: 0,
    }; 256];
    let mut byte = 0;
    while byte < 256 {
        let sign = &mut table[byte];
        match byte as u8 {
            b'(' | b'[' | b'{' => {
                *sign = Sign {
                    weight: BRACKET,
                    word: 0,
                    opens: 1,
                }
            }
            b')' => {
                *sign = Sign {
                    weight: MARK,
                    word: 0,
                    opens: -1,
                }
            }
            b']' | b'}' => sign.opens = -1,
            b'<' | b'`' => sign.weight = BRACKET,
            b'$' | b'_' | b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' | 0x80.. => sign.word = 1,
            b'!'..=b'/' | b':'..=b'@' | b'\\' | b'^' | b'|' | b'~' => sign.weight = MARK,
            _ => {}
        }
        byte += 1;
    }
    table
};

static LARGE: Mutex<()> = Mutex::new(());

/// Stack that a file was found to need.
pub struct Stack {
    pub bytes: usize,
    /// Held while a large one is in use.
    _alone: Option<MutexGuard<'static, ()>>,
}

/// Enough stack for oxc to read a source; none where that is more than any file gets.
pub fn stack_for(source: &str) -> Option<Stack> {
    let mut sum = 0_usize;
    let mut before = 0_u8;
    let (mut open, mut deepest) = (0_i32, 0_i32);
    for &byte in source.as_bytes() {
        let sign = SIGNS[usize::from(byte)];
        sum += usize::from(sign.weight) + usize::from(sign.word & !before) * WORD;
        before = sign.word;
        open = (open + i32::from(sign.opens)).max(0);
        deepest = deepest.max(open);
    }
    if deepest > MOST_BRACKETS {
        return None;
    }
    let bytes = BASE + sum.saturating_mul(MARGIN);
    if bytes > MOST_STACK {
        return None;
    }
    let _alone = (bytes > LARGE_STACK).then(|| LARGE.lock().unwrap_or_else(PoisonError::into_inner));
    Some(Stack { bytes, _alone })
}

/// Whether Bash would send its output through more commands than anyone writes. Broken off at its end, such a source
/// costs tree-sitter memory by the square of its pipes, in one step that can't be stopped: 20,000 of them, 80 kB, take
/// 4.4 GiB.
pub fn is_endless_pipeline(source: &str) -> bool {
    let mut pipes = 0;
    let mut may_end = false;
    let mut before = 0;
    for byte in source.bytes() {
        match byte {
            b'|' => {
                pipes += 1;
                may_end = false;
                if pipes > MOST_PIPES {
                    return true;
                }
            }
            b';' | b'&' => pipes = 0,
            // A line that ends in a pipe or a backslash goes on in the next.
            b'\n' if may_end && before != b'\\' => pipes = 0,
            b' ' | b'\t' | b'\r' | b'\n' | b'\\' => {}
            _ => may_end = true,
        }
        before = byte;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ordinary_source_needs_some_hundred_bytes_for_each_of_its_own() {
        let source = "export const add = (a, b) => a + b;\n".repeat(1_000);
        let stack = stack_for(&source).expect("a bound").bytes;
        assert!(
            (source.len() * 100..source.len() * 2_000 * MARGIN).contains(&stack),
            "{stack}"
        );
    }

    #[test]
    fn pipelines_have_an_end() {
        assert!(is_endless_pipeline(&"a | ".repeat(5_001)));
        assert!(is_endless_pipeline(&"a |\n  b \\\n | ".repeat(2_501)));
        for many in ["a | b\n", "a | b; ", "a | b & ", "case $a in b|c) d;; esac\n", "|\na\n"] {
            assert!(!is_endless_pipeline(&many.repeat(10_000)), "{many}");
        }
    }

    #[test]
    fn brackets_in_brackets_have_an_end() {
        assert!(stack_for(&"[".repeat(50_000)).is_some());
        assert!(stack_for(&"[".repeat(50_001)).is_none());
        assert!(stack_for(&"[]".repeat(200_000)).is_some());
        assert!(stack_for(&"a=>".repeat(3_000_000)).is_none());
    }
}
