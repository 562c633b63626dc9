//! Numbers for terminals, independent of the locale.

use compact_str::{CompactString, ToCompactString, format_compact};

/// `1,204`.
pub fn grouped(count: u64) -> CompactString {
    let digits = count.to_compact_string();
    if digits.len() <= 3 {
        return digits;
    }
    let mut text = CompactString::default();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

const UNITS: [&str; 6] = ["B", "kB", "MB", "GB", "TB", "PB"];

/// `812 B`, `3.4 kB`, `120 MB`: powers of 1000, two or three digits.
pub fn bytes(count: u64) -> CompactString {
    if count <= 999 {
        let mut text = count.to_compact_string();
        text.extend([" ", UNITS[0]]);
        return text;
    }
    let mut value = count as f64;
    let mut unit = 0;
    while value >= 999.5 && unit < UNITS.len() - 1 {
        value /= 1000.0;
        unit += 1;
    }
    let digits = usize::from(unit > 0 && value < 9.95);
    format_compact!("{} {}", fixed(value, digits), UNITS[unit])
}

/// Without or with one decimal, halves away from zero: with one decimal only quarters are exact halves.
fn fixed(value: f64, digits: usize) -> String {
    let parts = if digits == 0 { 2.0 } else { 4.0 };
    let exact_half = value * parts % 2.0 == 1.0;
    let nudge = if exact_half { 0.01 } else { 0.0 };
    format!("{:.digits$}", value + nudge)
}

/// `1 file`, `2 files`.
pub fn plural(count: u64, one: &str) -> String {
    format!("{} {one}{}", grouped(count), if count == 1 { "" } else { "s" })
}

/// `640 ms`, `3.2 s`, `2 min 5 s`.
pub fn duration(ms: u64) -> String {
    if ms < 1000 {
        return format!("{ms} ms");
    }
    if ms < 59_950 {
        return format!("{} s", fixed(ms as f64 / 1000.0, 1));
    }
    let seconds = (ms + 500) / 1000;
    format!("{} min {} s", seconds / 60, seconds % 60)
}
