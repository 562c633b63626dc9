//! The meaning of a byte in the shell.

/// Part of a plain word.
pub const PLAIN: u8 = 1;
/// Ends a word: a blank, a line end, an operator.
pub const META: u8 = 2;
/// Starts an extended pattern before `(`.
pub const GLOB: u8 = 4;
/// Part of a name.
pub const NAME: u8 = 8;
/// Text of a double-quoted string.
pub const QUOTED: u8 = 16;

/// Part of a word of a command: `PLAIN`, and bytes that end only parts of an expansion.
pub const WORD: u8 = 32;

pub static CLASS: [u8; 256] = {
    let mut table = [PLAIN | WORD | QUOTED; 256];
    let mut byte = 0;
    while byte < 256 {
        match byte as u8 {
            b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' | b'_' => table[byte] = PLAIN | WORD | QUOTED | NAME,
            b' ' | b'\t' | b'\n' | b';' | b'&' | b'|' | b'<' | b'>' | b'(' | b')' => table[byte] = META | QUOTED,
            b'?' | b'*' | b'+' | b'@' | b'!' => table[byte] = GLOB | QUOTED,
            b'\'' => table[byte] = QUOTED,
            // A NUL may be the end of the text.
            0 | b'"' | b'\\' | b'$' | b'`' => table[byte] = 0,
            // With CRLF it ends a line.
            b'\r' => table[byte] = QUOTED,
            // They end the word and the pattern of an expansion.
            b'}' | b'/' => table[byte] = WORD | QUOTED,
            _ => {}
        }
        byte += 1;
    }
    table
};

pub fn is_name_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_'
}

pub fn is_name(byte: u8) -> bool {
    CLASS[usize::from(byte)] & NAME != 0
}

/// A parameter of one character that is not a name.
pub fn is_special_parameter(byte: u8) -> bool {
    matches!(byte, b'@' | b'*' | b'#' | b'?' | b'-' | b'$' | b'!')
}
