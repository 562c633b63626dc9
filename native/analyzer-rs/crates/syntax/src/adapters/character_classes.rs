//! Character classes for scanners of grammars. They call the C library, whose result depends on the machine and its
//! locale; these functions replace those of the library and return, from data, the result of the library that the other
//! engine is built with. They exist for equal results, not for speed: PHP names such as `größe` in a here-document end
//! elsewhere with another library. [`are_linked`] tests that scanners call them.
//!
//! `unsafe` only for the C names of the functions and one call: a single definition of each name is linked, and these have
//! C's declarations (`wint_t` is `u32` on Linux and `i32` on macOS, of the same size).
#![allow(unsafe_code)]

use std::ffi::c_int;
use std::sync::LazyLock;

use serde::Deserialize;

use base::languages::documents;

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

unsafe extern "C" {
    /// Of `scanner_classes.c`: the results of `iswspace`, `iswalpha` and `iswalnum` in C, as bits.
    fn analyzer_scanner_classes(code: u32) -> u32;
}

/// Letters, digits and white space in and outside of ASCII, some of which C libraries and locales classify differently.
const SAMPLES: [char; 8] = ['a', '1', ' ', 'ö', 'ª', '\u{a0}', '\u{2028}', '中'];

/// Whether C code, and so a scanner, calls the functions of this file.
pub fn are_linked() -> bool {
    SAMPLES.into_iter().map(u32::from).all(|code| {
        let ours = [iswspace(code), iswalpha(code), iswalnum(code)];
        let bits = ours.into_iter().zip(0..).map(|(is, bit)| u32::from(is != 0) << bit);
        // SAFETY: numbers go in and out.
        bits.sum::<u32>() == unsafe { analyzer_scanner_classes(code) }
    })
}

#[cfg(test)]
mod tests {
    use super::{CLASSES, are_linked, is_in, iswalnum, iswalpha, iswspace};

    #[test]
    fn scanners_call_these_functions() {
        assert!(are_linked());
    }

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
