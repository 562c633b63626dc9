//! Dotted names.

/// The first part of a dotted name.
pub fn head_of(dotted: &str) -> &str {
    &dotted[..first_dot(dotted).unwrap_or(dotted.len())]
}

/// The part after the first dot.
pub fn rest_of(dotted: &str) -> &str {
    first_dot(dotted).map_or("", |dot| &dotted[dot + 1..])
}

/// Names are short: comparing byte by byte is faster than an optimized search with its setup.
pub fn first_dot(dotted: &str) -> Option<usize> {
    dotted.bytes().position(|byte| byte == b'.')
}

/// A dotted name of two parts, either of which may be empty.
pub fn join(head: &str, rest: &str) -> String {
    if head.is_empty() || rest.is_empty() {
        format!("{head}{rest}")
    } else {
        format!("{head}.{rest}")
    }
}
