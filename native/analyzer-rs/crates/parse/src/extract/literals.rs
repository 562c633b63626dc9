//! Normal forms of literals with several spellings. Every rule preserves the value: two literals of different values
//! never become equal.

use std::borrow::Cow;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LiteralRule {
    Number,
    StringPrefix,
    StringEnd,
    LowerCase,
}

impl LiteralRule {
    pub fn named(name: &str) -> Result<Self, String> {
        match name {
            "number" => Ok(Self::Number),
            "string-prefix" => Ok(Self::StringPrefix),
            "string-end" => Ok(Self::StringEnd),
            "lower-case" => Ok(Self::LowerCase),
            _ => Err(format!("language data: unknown literal rule {name}")),
        }
    }
}

pub fn normal_literal(rule: LiteralRule, text: &str) -> Cow<'_, str> {
    match rule {
        LiteralRule::Number => normal_number(text),
        LiteralRule::StringPrefix => normal_string_prefix(text),
        LiteralRule::StringEnd => escaped(text).into(),
        LiteralRule::LowerCase => lower_case(text),
    }
}

fn lower_case(text: &str) -> Cow<'_, str> {
    if text.bytes().all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase()) {
        return text.into();
    }
    text.to_lowercase().into()
}

/// Characters besides quotes in the last leaf of a raw string: the scanner includes an escaped quote at the end.
fn escaped(text: &str) -> &str {
    let mut rest = text;
    while let Some(after) = rest.strip_prefix('\\') {
        let mut characters = after.chars();
        if characters.next().is_none() {
            break;
        }
        rest = characters.as_str();
    }
    &text[..text.len() - rest.len()]
}

/// Python and PHP: lower case, no `_`, radix integers in decimal, floats with digits on both sides of the point and
/// without trailing zeros, exponents without `+` and leading zeros. An integer never equals a float. Other forms (an
/// old octal with a leading 0, an over-long radix integer) keep their digits.
fn normal_number(text: &str) -> Cow<'_, str> {
    if text.bytes().all(|byte| byte.is_ascii_digit()) {
        return text.into();
    }
    let plain = text.to_lowercase().replace('_', "");
    radix(&plain).or_else(|| float(&plain)).unwrap_or(plain).into()
}

/// Digits of at most 120 bits: the limit bounds the cost of hostile literals and fits 128-bit integers.
fn radix(plain: &str) -> Option<String> {
    let rest = plain.strip_prefix('0')?;
    let (base, most) = match rest.chars().next()? {
        'x' => (16, 30),
        'o' => (8, 40),
        'b' => (2, 120),
        _ => return None,
    };
    let (digits, suffix) = match rest[1..].strip_suffix('l') {
        Some(digits) => (digits, "l"),
        None => (&rest[1..], ""),
    };
    if digits.is_empty() || !digits.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')) {
        return None;
    }
    let significant = without_leading_zeros(digits);
    if significant.len() > most {
        return None;
    }
    Some(format!("{}{suffix}", u128::from_str_radix(significant, base).ok()?))
}

fn float(plain: &str) -> Option<String> {
    let (number, imaginary) = match plain.strip_suffix('j') {
        Some(number) => (number, "j"),
        None => (plain, ""),
    };
    let (mantissa, exponent) = match number.split_once('e') {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (number, None),
    };
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole, fraction),
        // Without a point only its exponent makes it a float.
        None if exponent.is_some() && !mantissa.is_empty() => (mantissa, ""),
        None => return None,
    };
    if !is_digits(whole) || !is_digits(fraction) {
        return None;
    }
    let exponent = match exponent {
        None => String::new(),
        Some(written) => {
            let sign = if written.starts_with('-') { "-" } else { "" };
            let digits = written.strip_prefix(['+', '-']).unwrap_or(written);
            if digits.is_empty() || !is_digits(digits) {
                return None;
            }
            format!("e{sign}{}", without_leading_zeros(digits))
        }
    };
    let trimmed = fraction.trim_end_matches('0');
    let or_zero = |digits: &str| {
        if digits.is_empty() {
            "0".to_owned()
        } else {
            digits.to_owned()
        }
    };
    Some(format!("{}.{}{exponent}{imaginary}", or_zero(whole), or_zero(trimmed)))
}

/// At least one digit remains.
fn without_leading_zeros(digits: &str) -> &str {
    let trimmed = digits.trim_start_matches('0');
    if trimmed.is_empty() {
        &digits[digits.len() - 1..]
    } else {
        trimmed
    }
}

/// The letters before a Python string's quotes: lower case, sorted, without the meaningless `u`.
fn normal_string_prefix(text: &str) -> Cow<'_, str> {
    if matches!(text, "\"" | "'" | "\"\"\"" | "'''") {
        return "".into();
    }
    let mut letters: Vec<char> = text
        .to_lowercase()
        .chars()
        .filter(|one| !matches!(one, '"' | '\'' | 'u'))
        .collect();
    letters.sort_unstable();
    letters.into_iter().collect::<String>().into()
}

/// CRLF and CR as LF.
pub fn normal_newlines(text: Cow<'_, str>) -> Cow<'_, str> {
    if text.contains('\r') {
        text.replace("\r\n", "\n").replace('\r', "\n").into()
    } else {
        text
    }
}
