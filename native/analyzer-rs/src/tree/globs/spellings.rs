//! The texts that globs without wildcards stand for.

use super::pattern::Piece;

/// Beyond so many readings of its braces a glob is tried like any other.
const MOST_SPELLINGS: usize = 64;

/// The texts that pieces without wildcards stand for; none when there are wildcards or too many texts.
pub fn spellings(pieces: &[Piece]) -> Vec<String> {
    let mut texts = vec![String::new()];
    for piece in pieces {
        let options = match piece {
            Piece::Literal(point) => vec![point.to_string()],
            Piece::Choice(options) => choices(options),
            _ => Vec::new(),
        };
        if texts.len() * options.len() > MOST_SPELLINGS {
            return Vec::new();
        }
        texts = texts
            .iter()
            .flat_map(|text| options.iter().map(move |option| format!("{text}{option}")))
            .collect();
    }
    texts
}

/// The strings of which one ends every match of the pieces: those after the last wildcard.
pub fn endings(pieces: &[Piece]) -> Vec<String> {
    (0..pieces.len())
        .map(|from| spellings(&pieces[from..]))
        .find(|texts| !texts.is_empty())
        .unwrap_or_else(|| vec![String::new()])
}

fn choices(options: &[Vec<Piece>]) -> Vec<String> {
    let texts: Vec<Vec<String>> = options.iter().map(|option| spellings(option)).collect();
    if texts.iter().all(|it| it.len() == 1) {
        texts.into_iter().flatten().collect()
    } else {
        Vec::new()
    }
}
