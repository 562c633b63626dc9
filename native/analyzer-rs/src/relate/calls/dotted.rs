//! Dotted names.

/// The first part of a dotted name.
pub fn head_of(dotted: &str) -> &str {
    &dotted[..first_dot(dotted).unwrap_or(dotted.len())]
}

/// What stands behind the first part and its dot.
pub fn rest_of(dotted: &str) -> &str {
    first_dot(dotted).map_or("", |dot| &dotted[dot + 1..])
}

/// Names are short: looking byte by byte costs less than a search that first has to find its feet.
pub fn first_dot(dotted: &str) -> Option<usize> {
    dotted.bytes().position(|byte| byte == b'.')
}

/// A dotted name of two, either of which may be empty.
pub fn join(head: &str, rest: &str) -> String {
    if head.is_empty() || rest.is_empty() {
        format!("{head}{rest}")
    } else {
        format!("{head}.{rest}")
    }
}
