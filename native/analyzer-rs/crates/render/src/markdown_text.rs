//! Text of the project in Markdown.

use super::visible::visible;

/// Text escaped so that Markdown, including GitHub's mentions, shows it unchanged.
pub fn escaped_text(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in visible(text, false).chars() {
        if "\\`*_{}[]()#+!|<>~@&".contains(character) {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}

/// A span of code whose fence is longer than any run of backticks in it.
pub fn code_span(text: &str) -> String {
    let shown = visible(text, false);
    let longest = shown.split(|it| it != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    if longest == 0 {
        format!("{fence}{shown}{fence}")
    } else {
        format!("{fence} {shown} {fence}")
    }
}
