//! Whether JavaScript that does not parse is Flow by a comment before its code or by a statement.

/// Starts of lines that only Flow has.
const STATEMENTS: [&str; 5] = [
    "import typeof ",
    "opaque type ",
    "export opaque type ",
    "declare export ",
    "declare module.exports",
];
const PRAGMA: &str = "@flow";

pub fn is_marked_flow(source: &str) -> bool {
    let begins_statement = |line: &str| STATEMENTS.iter().any(|start| line.starts_with(start));
    has_pragma(source) || source.split('\n').any(begins_statement)
}

fn has_pragma(source: &str) -> bool {
    let mut rest = source;
    if rest.starts_with("#!") {
        rest = &rest[end_of(rest, "\n", 0)..];
    }
    loop {
        rest = rest.trim_start_matches([' ', '\t', '\r', '\n']);
        let end = if rest.starts_with("//") {
            end_of(rest, "\n", 0)
        } else if rest.starts_with("/*") {
            end_of(rest, "*/", 2)
        } else {
            return false;
        };
        if names_flow(&rest[..end]) {
            return true;
        }
        rest = &rest[end..];
    }
}

fn names_flow(comment: &str) -> bool {
    comment.match_indices(PRAGMA).any(|(at, _)| {
        let next = comment.as_bytes().get(at + PRAGMA.len());
        !next.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
    })
}

fn end_of(source: &str, mark: &str, from: usize) -> usize {
    source[from..]
        .find(mark)
        .map_or(source.len(), |at| from + at + mark.len())
}
