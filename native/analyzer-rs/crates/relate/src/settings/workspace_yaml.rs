//! `packages:` of a `pnpm-workspace.yaml`.

use super::ascii_space::trimmed;
use super::invalid::invalid_at;
use super::json::Json;

const LIST: &str = "list \"packages\"";

/// The globs of a list at the top level, one item on a line or in brackets. Other YAML has no effect. Fails for a list
/// that is not of this form, and for a line at the top level without a key.
pub fn workspace_globs(text: &str) -> Result<Json, String> {
    let mut globs: Vec<&str> = Vec::new();
    let (mut in_list, mut in_brackets) = (false, false);
    let mut offset = 0;
    for line in text.split('\n') {
        let content = trimmed(without_comment(line));
        let is_top = !line.starts_with([' ', '\t']);
        if in_brackets {
            in_brackets = !read_items(content, &mut globs);
        } else if let Some(value) = packages_value(content).filter(|_| is_top) {
            if !value.is_empty() && !value.starts_with('[') {
                return Err(invalid_at(LIST, text, offset));
            }
            in_list = true;
            in_brackets = value.strip_prefix('[').is_some_and(|it| !read_items(it, &mut globs));
        } else if is_top && !line.starts_with('-') && !content.is_empty() {
            in_list = false;
            if !is_top_level(content) {
                return Err(invalid_at("YAML", text, offset));
            }
        } else if in_list && !content.is_empty() {
            let Some(item) = content.strip_prefix('-').filter(|it| it.starts_with([' ', '\t'])) else {
                return Err(invalid_at(LIST, text, offset));
            };
            globs.push(unquoted(trimmed(item)));
        }
        offset += line.len() + 1;
    }
    if in_brackets {
        return Err(invalid_at(LIST, text, text.len()));
    }
    let globs = globs.into_iter().filter(|it| !it.is_empty());
    Ok(Json::List(globs.map(|it| Json::Text(it.to_owned())).collect()))
}

fn packages_value(line: &str) -> Option<&str> {
    let rest = trimmed(line.strip_prefix("packages")?);
    rest.strip_prefix(':').map(trimmed)
}

/// A key, a mark of a document, or the end of brackets.
fn is_top_level(line: &str) -> bool {
    let has_key = line
        .match_indices(':')
        .any(|(at, _)| matches!(line.as_bytes().get(at + 1), None | Some(b' ' | b'\t')));
    has_key || ["---", "...", "%", "}", "]"].iter().any(|it| line.starts_with(it))
}

/// Adds the items of a list in brackets. Returns whether the list ends on this line.
fn read_items<'a>(line: &'a str, globs: &mut Vec<&'a str>) -> bool {
    let end = line.strip_suffix(']');
    globs.extend(end.unwrap_or(line).split(',').map(|item| unquoted(trimmed(item))));
    end.is_some()
}

fn without_comment(line: &str) -> &str {
    let is_comment = |at: &usize| *at == 0 || matches!(line.as_bytes()[at - 1], b' ' | b'\t');
    let comment = line.match_indices('#').map(|(at, _)| at).find(is_comment);
    &line[..comment.unwrap_or(line.len())]
}

fn unquoted(text: &str) -> &str {
    let Some(quote) = text.chars().next().filter(|it| matches!(it, '"' | '\'')) else {
        return text;
    };
    text[1..].find(quote).map_or("", |end| &text[1..=end])
}
