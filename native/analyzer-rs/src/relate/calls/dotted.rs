//! Dotted names.

/// The first part of a dotted name.
pub fn head_of(dotted: &str) -> &str {
    &dotted[..dotted.find('.').unwrap_or(dotted.len())]
}

/// What stands behind the first part and its dot.
pub fn rest_of(dotted: &str) -> &str {
    dotted.find('.').map_or("", |dot| &dotted[dot + 1..])
}

/// A dotted name of two, either of which may be empty.
pub fn join(head: &str, rest: &str) -> String {
    if head.is_empty() || rest.is_empty() {
        format!("{head}{rest}")
    } else {
        format!("{head}.{rest}")
    }
}
