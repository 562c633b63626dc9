//! The first sentence of a doc comment.

/// More UTF-16 units of it are not read.
const MAX_UNITS: usize = 300;

/// Pushes the first sentence of the first paragraph, before tags. `lines`: without white space around them.
pub fn push_first_sentence<'a>(lines: impl Iterator<Item = &'a str>, out: &mut String) {
    let start = out.len();
    let paragraph = lines
        .skip_while(|line| line.is_empty())
        .take_while(|line| !line.is_empty() && !is_tag(line));
    for word in paragraph.flat_map(str::split_ascii_whitespace) {
        if out.len() > start {
            out.push(' ');
        }
        out.push_str(word);
        if word.ends_with(['.', '!', '?']) {
            break;
        }
    }
    if out.len() - start > MAX_UNITS {
        let end = start + length_of_units(&out[start..]);
        out.truncate(end);
    }
}

/// The bytes of the characters within the first units.
fn length_of_units(text: &str) -> usize {
    let mut units = 0;
    text.char_indices()
        .find(|(_, char)| {
            units += char.len_utf16();
            units > MAX_UNITS
        })
        .map_or(text.len(), |(at, _)| at)
}

/// Tags and sections, after the description: `@param`, `:param x:`, `>>>`, `Args:`, a line below a heading.
fn is_tag(line: &str) -> bool {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    match line.as_bytes() {
        [b'@' | b'\\', second, ..] if is_word(second) => true,
        [b':', second, rest @ ..] => is_word(second) && rest.contains(&b':'),
        [b'>', b'>', b'>', ..] => true,
        [b'A'..=b'Z', name @ .., b':'] => !name.is_empty() && name.iter().all(is_word),
        all => all.len() >= 3 && all.iter().all(|byte| matches!(byte, b'-' | b'=' | b'~')),
    }
}
