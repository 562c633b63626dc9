//! Character classes for scanners of grammars. They call the C library, whose result depends on the machine and its
//! locale; these functions replace those of the library and return, from data, the result of the library that the other
//! engine is built with.
//!
//! The only `unsafe` here is the attribute that gives a function its C name: one definition of each name is linked, and
//! these have C's declarations (`wint_t` is `u32` on Linux and `i32` on macOS, of the same size).
#![allow(unsafe_code)]

use std::ffi::c_int;
use std::sync::LazyLock;

use serde::Deserialize;

use crate::languages::documents;

#[derive(Deserialize)]
struct Classes {
    alpha: Vec<(u32, u32)>,
    space: Vec<(u32, u32)>,
}

static CLASSES: LazyLock<Classes> =
    LazyLock::new(|| serde_json::from_str(documents::CHARACTER_CLASSES).expect("a test checks the data"));

fn is_in(ranges: &[(u32, u32)], code: u32) -> bool {
    let after = ranges.partition_point(|&(first, _)| first <= code);
    after > 0 && code <= ranges[after - 1].1
}

fn is_alpha(code: u32) -> bool {
    match u8::try_from(code).ok().filter(u8::is_ascii) {
        Some(byte) => byte.is_ascii_alphabetic(),
        None => is_in(&CLASSES.alpha, code),
    }
}

#[unsafe(no_mangle)]
extern "C" fn iswspace(code: u32) -> c_int {
    let is_space = match code {
        0..=0x7f => matches!(code, 9..=13 | 32),
        _ => is_in(&CLASSES.space, code),
    };
    c_int::from(is_space)
}

#[unsafe(no_mangle)]
extern "C" fn iswalpha(code: u32) -> c_int {
    c_int::from(is_alpha(code))
}

#[unsafe(no_mangle)]
extern "C" fn iswalnum(code: u32) -> c_int {
    c_int::from(is_alpha(code) || matches!(code, 0x30..=0x39))
}

#[cfg(test)]
mod tests {
    use super::{CLASSES, is_in, iswalnum, iswalpha, iswspace};

    #[test]
    fn answers_are_those_of_the_data() {
        for code in (0..0x3000).chain([0xe000, 0x1f600, 0x2fffd, 0x2fffe, 0x10_ffff, u32::MAX]) {
            assert_eq!(iswspace(code) != 0, is_in(&CLASSES.space, code), "{code}");
            assert_eq!(iswalpha(code) != 0, is_in(&CLASSES.alpha, code), "{code}");
            assert_eq!(
                iswalnum(code) != 0,
                iswalpha(code) != 0 || (48..58).contains(&code),
                "{code}"
            );
        }
    }
}
