//! Problems of configuration files.

/// Text that breaks the rules of its format at an offset.
pub fn invalid_at(format: &str, text: &str, offset: usize) -> String {
    let lines = 1 + memchr::memchr_iter(b'\n', &text.as_bytes()[..offset]).count();
    format!("invalid {format} on line {lines}")
}
