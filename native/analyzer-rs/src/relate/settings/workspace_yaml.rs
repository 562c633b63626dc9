//! `packages:` of a `pnpm-workspace.yaml`.

/// The longest line of a list item that is read, in UTF-16 units.
const LONGEST: usize = 1000;

/// The globs of a list at the top level, one item on a line or in brackets. Other YAML has no effect.
pub fn workspace_globs(text: &str) -> Vec<String> {
    let mut globs = Vec::new();
    let mut in_list = false;
    for line in text.split('\n') {
        if line.encode_utf16().count() > LONGEST {
            continue;
        }
        if let Some(value) = packages_value(line.trim_end()) {
            in_list = true;
            let value = without_comment(value);
            if let Some(items) = value.strip_prefix('[').and_then(|it| it.strip_suffix(']')) {
                globs.extend(items.split(',').map(|item| unquoted(item.trim()).to_owned()));
            }
        } else if line.starts_with(|first: char| !first.is_whitespace() && !matches!(first, '#' | '-')) {
            in_list = false;
        } else if in_list && let Some(item) = line.trim_start_matches([' ', '\t']).strip_prefix('-') {
            let value = item.trim_start_matches([' ', '\t']);
            if value.len() < item.len() {
                globs.push(unquoted(without_comment(value)).to_owned());
            }
        }
    }
    globs.retain(|it| !it.is_empty());
    globs
}

fn packages_value(line: &str) -> Option<&str> {
    line.strip_prefix("packages")?
        .trim_start_matches([' ', '\t'])
        .strip_prefix(':')
}

fn without_comment(text: &str) -> &str {
    let trimmed = text.trim();
    if trimmed.starts_with(['"', '\'']) {
        return trimmed;
    }
    let is_comment = |at: &usize| *at == 0 || matches!(trimmed.as_bytes()[at - 1], b' ' | b'\t');
    let comment = trimmed.match_indices('#').map(|(at, _)| at).find(is_comment);
    trimmed[..comment.unwrap_or(trimmed.len())].trim()
}

fn unquoted(text: &str) -> &str {
    let Some(quote) = text.chars().next().filter(|it| matches!(it, '"' | '\'')) else {
        return text;
    };
    text[1..].find(quote).map_or("", |end| &text[1..=end])
}
