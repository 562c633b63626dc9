//! Patterns of the paths that a regular expression finds below a folder, where a path starts with `./`: webpack's
//! `require.context`.

/// Maximum number of alternatives of a regular expression.
const MOST: usize = 64;

/// `expression`: without slashes; `None` for all files. `is_deep`: whether folders in the folder count. If it is not one of
/// the simple ones, which tell how a path ends, the expression in parentheses: a pattern that cannot be read.
pub fn file_patterns(folder: &str, is_deep: bool, expression: Option<&str>) -> Vec<String> {
    simple_patterns(folder, is_deep, expression)
        .unwrap_or_else(|| vec![format!("{folder}/({})", expression.unwrap_or_default())])
}

fn simple_patterns(folder: &str, is_deep: bool, expression: Option<&str>) -> Option<Vec<String>> {
    let below = if is_deep {
        format!("{folder}/**")
    } else {
        folder.to_owned()
    };
    let Some(expression) = expression else {
        return Some(vec![format!("{below}/*")]);
    };
    let expression = expression.strip_suffix('$')?;
    let root = ["^\\.\\/", "^\\./"].iter().find_map(|it| expression.strip_prefix(it));
    let (rest, any) = wildcard(root.unwrap_or(expression), root.is_some());
    let endings = alternatives(rest)?;
    if endings.iter().any(|it| it.contains(SPECIAL)) {
        return None;
    }
    let patterns = endings.into_iter().map(|it| match any {
        None if root.is_some() => format!("{folder}/{it}"),
        _ if it.starts_with('/') => format!("{below}{it}"),
        Some(Any::Name) => format!("{folder}/*{it}"),
        _ => format!("{below}/*{it}"),
    });
    Some(patterns.collect())
}

const SPECIAL: [char; 9] = ['*', '?', '[', ']', '{', '}', '(', ')', '!'];

enum Any {
    Path,
    Name,
}

/// What is at the start of an expression, and the rest. `names`: whether it can be any name, not only any path.
fn wildcard(expression: &str, names: bool) -> (&str, Option<Any>) {
    let repeated = |start: &str| {
        let rest = expression.strip_prefix(start)?;
        let rest = rest.strip_prefix(['*', '+'])?;
        (!start.starts_with('.') || !rest.starts_with('?')).then_some(rest)
    };
    if let Some(rest) = repeated(".") {
        return (rest, Some(Any::Path));
    }
    let name = || repeated("[^/]").or_else(|| repeated("[^\\/]"));
    match names.then(name).flatten() {
        Some(rest) => (rest, Some(Any::Name)),
        None => (expression, None),
    }
}

/// The texts that an expression without repetition describes.
fn alternatives(expression: &str) -> Option<Vec<String>> {
    let mut all = vec![String::new()];
    let mut rest = expression;
    while !rest.is_empty() {
        let (mut list, after) = token(rest)?;
        rest = after;
        if let Some(after) = rest.strip_prefix('?') {
            list.push(String::new());
            rest = after;
        }
        if all.len() * list.len() > MOST {
            return None;
        }
        let joined = all
            .iter()
            .flat_map(|before| list.iter().map(move |it| format!("{before}{it}")));
        all = joined.collect();
    }
    Some(all)
}

/// An escaped character that is itself, a group of texts, a class of characters or a plain character, and the rest.
fn token(expression: &str) -> Option<(Vec<String>, &str)> {
    let mut characters = expression.chars();
    let first = characters.next()?;
    let rest = characters.as_str();
    match first {
        '\\' => {
            let escaped = characters.next().filter(|it| !it.is_ascii_alphanumeric())?;
            Some((vec![escaped.to_string()], characters.as_str()))
        }
        '(' => {
            let (group, rest) = rest.split_once(')')?;
            let group = group.strip_prefix("?:").unwrap_or(group);
            if group.contains(['(', '[', ']']) {
                return None;
            }
            let texts: Option<Vec<Vec<String>>> = group.split('|').map(alternatives).collect();
            Some((texts?.concat(), rest))
        }
        '[' => {
            let (class, rest) = rest.split_once(']')?;
            let is_plain = !class.is_empty() && !class.contains(['\\', '^', '-']);
            is_plain.then(|| (class.chars().map(String::from).collect(), rest))
        }
        ')' | ']' | '{' | '}' | '.' | '*' | '+' | '?' | '^' | '$' | '|' => None,
        plain => Some((vec![plain.to_string()], rest)),
    }
}
