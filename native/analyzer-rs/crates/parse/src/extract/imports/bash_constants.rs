//! Words of plain characters that can start with a variable of such a value: `"$LIB/x.sh"` after `LIB=lib`.

/// Variables in each other.
pub const DEEPEST: u32 = 16;
/// UTF-16 units of a word.
pub const LONGEST: usize = 1000;

/// `assigned`: the word that a variable has in the complete file; none if it can have another value. None for any other
/// word, and for an empty value.
pub fn constant_word<'a>(word: &'a str, assigned: &dyn Fn(&str) -> Option<&'a str>) -> Option<String> {
    let mut value = String::new();
    let mut next = word;
    for depth in 0..=DEEPEST {
        if next.encode_utf16().nth(LONGEST).is_some() {
            return None;
        }
        let (quote, name, rest) = variable(next).unwrap_or(("", "", next));
        value = unquoted(&format!("{quote}{rest}"))? + &value;
        if name.is_empty() {
            let is_split = depth > 0 && value.contains(' ');
            return Some(value).filter(|value| !value.is_empty() && !is_split);
        }
        next = assigned(name)?;
    }
    None
}

/// A quote if the word starts with one, the variable after it, and the rest.
fn variable(word: &str) -> Option<(&str, &str, &str)> {
    let quote = &word[..usize::from(word.starts_with('"'))];
    let expansion = word[quote.len()..].strip_prefix('$')?;
    let inner = expansion.strip_prefix('{');
    let text = inner.unwrap_or(expansion);
    let is_name = |one: &u8| one.is_ascii_alphanumeric() || *one == b'_';
    let length = text.bytes().take_while(|one| is_name(one)).count();
    if length == 0 || text.as_bytes()[0].is_ascii_digit() {
        return None;
    }
    let (name, rest) = text.split_at(length);
    let rest = if inner.is_some() { rest.strip_prefix('}')? } else { rest };
    Some((quote, name, rest))
}

/// Plain characters, some of them in quotes; none for other words.
pub fn unquoted(word: &str) -> Option<String> {
    let mut value = String::with_capacity(word.len());
    let mut quote = None;
    for one in word.chars() {
        match (one, quote) {
            ('"' | '\'', None) => quote = Some(one),
            (_, Some(open)) if one == open => quote = None,
            (' ', Some(_)) => value.push(one),
            _ if one.is_ascii_alphanumeric() || "_./@%+,:=-".contains(one) => value.push(one),
            _ => return None,
        }
    }
    quote.is_none().then_some(value)
}
