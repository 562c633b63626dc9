//! The strings that globs without wildcards match.

use super::pattern::Piece;

/// A glob with more expansions of its braces is not looked up.
const MAX_SPELLINGS: usize = 64;

/// The strings that pieces without wildcards match; none with wildcards or too many strings.
pub fn spellings(pieces: &[Piece]) -> Vec<String> {
    let mut texts = vec![String::new()];
    for piece in pieces {
        match piece {
            Piece::Literal(point) => texts.iter_mut().for_each(|text| text.push(*point)),
            Piece::Choice(options) => {
                let options = choices(options);
                if texts.len() * options.len() > MAX_SPELLINGS {
                    return Vec::new();
                }
                texts = texts
                    .iter()
                    .flat_map(|text| options.iter().map(move |option| format!("{text}{option}")))
                    .collect();
            }
            Piece::One | Piece::Many | Piece::Class(_) => return Vec::new(),
        }
    }
    texts
}

/// The endings of all matches of the pieces: the strings after the last wildcard.
pub fn endings(pieces: &[Piece]) -> Vec<String> {
    let first = pieces.iter().rposition(is_wildcard).map_or(0, |at| at + 1);
    (first..pieces.len())
        .map(|from| spellings(&pieces[from..]))
        .find(|texts| !texts.is_empty())
        .unwrap_or_else(|| vec![String::new()])
}

/// The starts of all matches of the pieces: the strings before the first wildcard.
pub fn starts(pieces: &[Piece]) -> Vec<String> {
    let last = pieces.iter().position(is_wildcard).unwrap_or(pieces.len());
    (1..=last)
        .rev()
        .map(|to| spellings(&pieces[..to]))
        .find(|texts| !texts.is_empty())
        .unwrap_or_else(|| vec![String::new()])
}

fn is_wildcard(piece: &Piece) -> bool {
    matches!(piece, Piece::One | Piece::Many | Piece::Class(_))
}

fn choices(options: &[Vec<Piece>]) -> Vec<String> {
    let texts: Vec<Vec<String>> = options.iter().map(|option| spellings(option)).collect();
    if texts.iter().all(|it| it.len() == 1) {
        texts.into_iter().flatten().collect()
    } else {
        Vec::new()
    }
}
