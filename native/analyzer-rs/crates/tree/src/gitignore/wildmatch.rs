//! Patterns of `.gitignore`. Strings have one character for each byte.

use crate::globs::{Class, Step};

use super::wildmatch_class::read_class;

/// A pattern of Git, compiled.
pub struct Wildmatch {
    pub steps: Vec<Step>,
    /// Every matching string starts and ends with these.
    pub prefix: String,
    pub ending: String,
    /// The longest text without wildcards that every matching string contains; of equal ones the first.
    pub piece: String,
}

fn is_special(char: char) -> bool {
    matches!(char, '*' | '?' | '[' | '\\')
}

/// Offset of the first wildcard of a pattern; its length without any.
pub fn literal_length(pattern: &[char]) -> usize {
    pattern.iter().position(|it| is_special(*it)).unwrap_or(pattern.len())
}

/// Compiles a pattern as Git's `wildmatch` reads it with `WM_PATHNAME`. Git compares the characters before the first
/// wildcard separately, so `**` directly after them counts as a whole segment. `compares_prefix`: whether Git does that:
/// for patterns with a slash. None for a malformed pattern, which matches nothing.
pub fn compile_wildmatch(pattern: &[char], compares_prefix: bool) -> Option<Wildmatch> {
    let literal = literal_length(pattern);
    let start = if compares_prefix { literal } else { 0 };
    let mut steps = Vec::new();
    let mut piece = String::new();
    let mut after_wildcard = 0;
    let mut at = 0;
    while let Some(&char) = pattern.get(at) {
        if at < literal || !is_special(char) {
            add_point(&mut steps, char);
            at += 1;
            continue;
        }
        if char == '\\' {
            add_point(&mut steps, *pattern.get(at + 1)?);
            at += 2;
            continue;
        }
        piece = longer(piece, literal_of(&steps[after_wildcard..]));
        match char {
            '*' => at = add_stars(&mut steps, pattern, at, at == start || pattern[at - 1] == '/'),
            '?' => {
                steps.push(Step::Name(steps.len() + 1));
                at += 1;
            }
            _ => {
                let (class, end) = read_class(pattern, at)?;
                add_class(&mut steps, class);
                at = end;
            }
        }
        after_wildcard = steps.len();
    }
    let ending = literal_of(&steps[after_wildcard..]);
    steps.push(Step::End);
    Some(Wildmatch {
        steps,
        prefix: pattern[..literal].iter().collect(),
        piece: longer(piece, ending.clone()),
        ending,
    })
}

fn literal_of(steps: &[Step]) -> String {
    let points = steps.iter().filter_map(|step| match step {
        Step::Point(point, _) => Some(*point),
        _ => None,
    });
    points.collect()
}

fn longer(one: String, other: String) -> String {
    if other.len() > one.len() { other } else { one }
}

/// Returns the position at which the pattern continues.
fn add_stars(steps: &mut Vec<Step>, pattern: &[char], first: usize, is_segment_start: bool) -> usize {
    let stars = pattern[first..].iter().take_while(|it| **it == '*').count();
    let end = first + stars;
    let at = steps.len();
    let rest = &pattern[end..];
    let is_segment = rest.is_empty() || rest[0] == '/' || rest.starts_with(&['\\', '/']);
    if stars < 2 || !is_segment_start || !is_segment {
        steps.push(Step::Fork(vec![at + 1, at + 2]));
        steps.push(Step::Name(at));
        return end;
    }
    if rest.first() != Some(&'/') {
        steps.push(Step::Fork(vec![at + 1, at + 2]));
        steps.push(Step::Any(at));
        return end;
    }
    // Any number of directories, also none.
    steps.push(Step::Fork(vec![at + 1, at + 4]));
    steps.push(Step::Fork(vec![at + 2, at + 3]));
    steps.push(Step::Any(at + 1));
    steps.push(Step::Point('/', at + 4));
    end + 1
}

fn add_point(steps: &mut Vec<Step>, point: char) {
    steps.push(Step::Point(point, steps.len() + 1));
}

fn add_class(steps: &mut Vec<Step>, class: Class) {
    steps.push(Step::Class(class, steps.len() + 1));
}
