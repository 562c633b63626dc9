//! The machine stack of oxc for a source, and the limit of nesting for all parsers.

use super::nesting_estimate::{BRACKET, MARK, WORD, nesting_stack};

/// A source whose nesting needs more stack than this is not parsed. The portable engine has the same limit.
const MAX_NESTING: usize = 96 << 20;
/// Maximum address space of a parser.
const MAX_STACK: usize = 1 << 30;
/// Stack that a parser needs besides nesting.
const BASE: usize = 256 << 10;
/// Without optimization frames are larger.
const MARGIN: usize = if cfg!(debug_assertions) { 16 } else { 2 };

/// The weight of a byte of a source. Only the first byte of a word counts.
#[derive(Clone, Copy)]
struct Weight {
    own: u16,
    /// 1 if the byte is part of a word.
    word: u8,
}

const WEIGHTS: [Weight; 256] = {
    let mut table = [Weight { own: 0, word: 0 }; 256];
    let mut byte = 0;
    while byte < 256 {
        match byte as u8 {
            b'(' | b'[' | b'{' | b'<' | b'`' => table[byte].own = BRACKET as u16,
            b'$' | b'_' | b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' | 0x80.. => table[byte].word = 1,
            b']' | b'}' => {}
            b'!'..=b'/' | b':'..=b'@' | b'\\' | b'^' | b'|' | b'~' => table[byte].own = MARK as u16,
            _ => {}
        }
        byte += 1;
    }
    table
};

/// Sufficient stack in bytes for oxc to parse a source; `None` if the source is nested too deeply. A tree is never
/// deeper than the number of tokens of its source, so the sum over all tokens is an upper bound for any source. An
/// overestimate costs address space, not memory. Only a source with many tokens is scanned for its nesting.
pub fn stack_for(source: &str) -> Option<usize> {
    let mut sum = 0_usize;
    let mut before = 0_u8;
    for &byte in source.as_bytes() {
        let weight = WEIGHTS[usize::from(byte)];
        sum += usize::from(weight.own) + usize::from(weight.word & !before) * WORD;
        before = weight.word;
    }
    if sum > MAX_NESTING && nesting_stack(source) > MAX_NESTING {
        return None;
    }
    Some((BASE + sum.saturating_mul(MARGIN)).min(MAX_STACK))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_without_much_nesting_gets_a_stack_of_any_size() {
        let flat = "var a=function(b,c){if(b){return c.d(b+1)}else{return[c,{e:b}]}};a(1,2);";
        let small = stack_for(flat).expect("a stack");
        assert!(
            (flat.len() * 100..flat.len() * 1_000 * MARGIN + BASE).contains(&small),
            "{small}"
        );
        assert_eq!(stack_for(&flat.repeat(120_000)), Some(MAX_STACK));
    }

    #[test]
    fn a_source_that_is_nested_too_deep_gets_no_stack() {
        assert!(stack_for(&"[".repeat(49_000)).is_some());
        assert!(stack_for(&"[".repeat(50_000)).is_none());
        assert!(stack_for(&"[]".repeat(200_000)).is_some());
        assert!(stack_for(&"a=>".repeat(200_000)).is_none());
    }
}
