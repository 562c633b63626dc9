//! Patterns of workspace lists and of `include` in a `tsconfig.json`.

/// Maximum number of `*` in a pattern; a pattern with more matches nothing.
pub const MAX_STARS: usize = 31;

pub fn has_too_many_stars(pattern: &str) -> bool {
    pattern.bytes().filter(|byte| *byte == b'*').count() > MAX_STARS
}

/// `*` and `?` within a segment, `**` for any number of segments. Time is bounded by pattern times path.
pub fn matches_glob(pattern: &str, path: &str) -> bool {
    if has_too_many_stars(pattern) {
        return false;
    }
    let segments: Vec<&str> = if path.is_empty() {
        Vec::new()
    } else {
        path.split('/').collect()
    };
    // Positions in the path that the pattern up to here can reach.
    let mut reached = vec![false; segments.len() + 1];
    reached[0] = true;
    for part in pattern.split('/').filter(|part| !matches!(*part, "" | ".")) {
        let mut next = vec![false; segments.len() + 1];
        for at in (0..=segments.len()).filter(|at| reached[*at]) {
            if part == "**" {
                next[at..].fill(true);
                break;
            }
            if at < segments.len() && matches_segment(part, segments[at]) {
                next[at + 1] = true;
            }
        }
        reached = next;
    }
    reached[segments.len()]
}

/// Greedy matching with one point of return, linear for one star.
fn matches_segment(pattern: &str, text: &str) -> bool {
    // By UTF-16 units, as in the other engine: `?` is one of them.
    let pattern: Vec<u16> = pattern.encode_utf16().collect();
    let text: Vec<u16> = text.encode_utf16().collect();
    let star_unit = u16::from(b'*');
    let (mut p, mut t) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while t < text.len() {
        let wanted = pattern.get(p).copied();
        if wanted == Some(star_unit) {
            star = Some((p, t));
            p += 1;
        } else if wanted == Some(u16::from(b'?')) || wanted == Some(text[t]) {
            p += 1;
            t += 1;
        } else if let Some((at, from)) = star {
            p = at + 1;
            t = from + 1;
            star = Some((at, t));
        } else {
            return false;
        }
    }
    pattern[p..].iter().all(|unit| *unit == star_unit)
}
