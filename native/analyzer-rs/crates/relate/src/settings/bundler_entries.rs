//! The files that a bundler writes, with their sources: `entry: ['src/a.ts']`, `entry: { b: 'src/b.ts' }` or
//! `entry: 'src/c.ts'` at any place of a configuration of tsup or tsdown. Only string literals count, and no list with a
//! glob; nothing is run. Linear in the text. Both engines find the same.

use super::json::Json;

/// Lists of the name of an output without its ending, and the path of its source below the configuration. Files of a list
/// are named after the last folder that all of them are in.
pub fn bundler_entries(text: &str) -> Json {
    let tokens = tokens_of(text);
    let mut entries: Vec<(String, String)> = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        if *token != Token::Word("entry") || tokens.get(at + 1) != Some(&Token::Sign(':')) {
            continue;
        }
        match tokens.get(at + 2) {
            Some(Token::Sign('[')) => entries.extend(named(&listed(&tokens, at + 2))),
            Some(Token::Sign('{')) => keyed(&tokens, at + 2, &mut entries),
            Some(Token::Text(source)) => entries.extend(named(&[source])),
            _ => {}
        }
    }
    let pair = |(name, source)| Json::List(vec![Json::Text(name), Json::Text(source)]);
    Json::List(entries.into_iter().map(pair).collect())
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token<'t> {
    Word(&'t str),
    /// A string literal without escapes.
    Text(&'t str),
    Sign(char),
}

/// Tokens of the list or table that begins at an index, at its own level.
fn level(tokens: &[Token<'_>], start: usize) -> Vec<usize> {
    let mut found = Vec::new();
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate().skip(start) {
        if matches!(token, Token::Sign(']' | '}' | ')')) {
            depth -= 1;
            if depth == 0 {
                break;
            }
        }
        if depth == 1 {
            found.push(at);
        }
        if matches!(token, Token::Sign('[' | '{' | '(')) {
            depth += 1;
        }
    }
    found
}

fn is_end(token: Option<&Token<'_>>) -> bool {
    matches!(token, Some(Token::Sign(',' | ']' | '}')))
}

fn listed<'t>(tokens: &[Token<'t>], start: usize) -> Vec<&'t str> {
    let items = level(tokens, start).into_iter().filter_map(|at| {
        let Token::Text(item) = tokens[at] else { return None };
        let is_item = matches!(tokens[at - 1], Token::Sign('[' | ',')) && is_end(tokens.get(at + 1));
        is_item.then_some(item)
    });
    items.collect()
}

fn keyed(tokens: &[Token<'_>], start: usize, entries: &mut Vec<(String, String)>) {
    for at in level(tokens, start) {
        let (Token::Word(name) | Token::Text(name)) = tokens[at] else {
            continue;
        };
        let (Some(Token::Sign(':')), Some(Token::Text(source))) = (tokens.get(at + 1), tokens.get(at + 2)) else {
            continue;
        };
        if is_end(tokens.get(at + 3)) {
            entries.push((without_dot(name).to_owned(), without_dot(source).to_owned()));
        }
    }
}

fn named(sources: &[&str]) -> Vec<(String, String)> {
    if sources.iter().any(|source| source.contains(['*', '!', '{'])) {
        return Vec::new();
    }
    let paths: Vec<&str> = sources.iter().map(|source| without_dot(source)).collect();
    let segments: Vec<Vec<&str>> = paths.iter().map(|path| path.split('/').collect()).collect();
    let mut shared = segments.first().map_or(0, |first| first.len() - 1);
    for path in segments.iter().skip(1) {
        let folder = &path[..path.len() - 1];
        let same = folder.iter().zip(&segments[0]).take_while(|(a, b)| a == b).count();
        shared = shared.min(same);
    }
    let pairs = segments.iter().zip(paths).map(|(path, source)| {
        let name = path[shared..].join("/");
        (without_ending(&name).to_owned(), source.to_owned())
    });
    pairs.collect()
}

fn without_dot(path: &str) -> &str {
    path.strip_prefix("./").unwrap_or(path)
}

const ENDINGS: [&str; 12] = [
    ".ts", ".tsx", ".js", ".jsx", ".mts", ".mtsx", ".mjs", ".mjsx", ".cts", ".ctsx", ".cjs", ".cjsx",
];

fn without_ending(name: &str) -> &str {
    ENDINGS.iter().find_map(|it| name.strip_suffix(it)).unwrap_or(name)
}

/// Without comments; a template is a sign. What has no end ends with the text, a string with its line.
fn tokens_of(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        if is_space(first) {
            rest = &rest[first.len_utf8()..];
        } else if let Some(comment) = rest.strip_prefix("//") {
            rest = after(comment, "\n");
        } else if let Some(comment) = rest.strip_prefix("/*") {
            rest = after(comment, "*/");
        } else if matches!(first, '"' | '\'' | '`') {
            let end = end_of_string(rest, first);
            let string = rest.get(1..end.saturating_sub(1)).unwrap_or("");
            let is_literal = first != '`' && !string.contains('\\');
            tokens.push(if is_literal {
                Token::Text(string)
            } else {
                Token::Sign(first)
            });
            rest = &rest[end..];
        } else {
            let is_word = |it: char| it.is_ascii_alphanumeric() || it == '_' || it == '$';
            let length = rest.find(|it| !is_word(it)).unwrap_or(rest.len());
            if length == 0 {
                tokens.push(Token::Sign(first));
                rest = &rest[first.len_utf8()..];
            } else {
                tokens.push(Token::Word(&rest[..length]));
                rest = &rest[length..];
            }
        }
    }
    tokens
}

/// As `\s` of JavaScript.
fn is_space(it: char) -> bool {
    (it.is_whitespace() && it != '\u{85}') || it == '\u{feff}'
}

fn after<'t>(text: &'t str, end: &str) -> &'t str {
    text.find(end).map_or("", |at| &text[at + end.len()..])
}

/// The offset after a string that starts the text.
fn end_of_string(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, it) in text.char_indices().skip(1) {
        if escaped {
            escaped = false;
        } else if it == '\\' {
            escaped = true;
        } else if it == quote || (it == '\n' && quote != '`') {
            return at + 1;
        }
    }
    text.len()
}
