//! Parses the glob dialect.

use super::pattern::{Class, Pattern, Piece, Segment};

/// `*` and `?` (not `/`), `**` as a complete segment, `[a-z]`, `[!a]`, `{a,b}`; without a slash it matches the last
/// name of a path, with one (also a leading one) the path from the root; a trailing slash means directories. There is
/// no escape: `[*]` is a star. The error is the end of a sentence that states the problem.
pub fn parse_glob(source: &str) -> Result<Pattern, String> {
    if source.is_empty() {
        return Err("is empty".to_owned());
    }
    if source.starts_with('!') {
        return Err("starts with !, but there is no negation".to_owned());
    }
    let directory = source.ends_with('/');
    let body = source.strip_suffix('/').unwrap_or(source);
    let anchored = body.contains('/');
    let mut names: Vec<&str> = body.split('/').collect();
    if names.len() > 1 && names[0].is_empty() {
        names.remove(0);
    }
    let segments = names.into_iter().map(parse_segment).collect::<Result<_, _>>()?;
    Ok(Pattern {
        segments,
        anchored,
        directory,
    })
}

fn parse_segment(name: &str) -> Result<Segment, String> {
    match name {
        "" => Err("has an empty segment between slashes".to_owned()),
        "." | ".." => Err(format!("has the segment {name}; paths start at the root")),
        "**" => Ok(Segment::AnyDepth),
        _ => Ok(Segment::Name(
            SegmentReader {
                points: name.chars().collect(),
                at: 0,
            }
            .pieces(false)?,
        )),
    }
}

/// Parses one segment; it cannot contain a slash, so classes and braces with a slash are reported as not closed.
struct SegmentReader {
    points: Vec<char>,
    at: usize,
}

impl SegmentReader {
    fn peek(&self) -> Option<char> {
        self.points.get(self.at).copied()
    }

    fn pieces(&mut self, in_braces: bool) -> Result<Vec<Piece>, String> {
        let mut pieces = Vec::new();
        loop {
            let Some(point) = self.peek() else { return Ok(pieces) };
            if in_braces && (point == ',' || point == '}') {
                return Ok(pieces);
            }
            self.at += 1;
            if point == '{' && in_braces {
                return Err("nests braces".to_owned());
            }
            pieces.push(self.piece(point)?);
        }
    }

    fn piece(&mut self, point: char) -> Result<Piece, String> {
        match point {
            '*' if self.peek() == Some('*') => Err("has ** next to other characters of a segment".to_owned()),
            '*' => Ok(Piece::Many),
            '?' => Ok(Piece::One),
            '[' => self.class(),
            '{' => self.choice(),
            ']' | '}' => Err(format!(
                "has a {point} that closes nothing; write []] or [}}] for the character"
            )),
            '\\' => Err("has a backslash, but there is no escape; write [*] for a star".to_owned()),
            _ => Ok(Piece::Literal(point)),
        }
    }

    fn choice(&mut self) -> Result<Piece, String> {
        let mut options = vec![self.pieces(true)?];
        while self.peek() == Some(',') {
            self.at += 1;
            options.push(self.pieces(true)?);
        }
        if self.peek() != Some('}') {
            return Err("has braces that are not closed within their segment".to_owned());
        }
        self.at += 1;
        if options.len() == 1 {
            return Err("has braces without a comma".to_owned());
        }
        Ok(Piece::Choice(options))
    }

    fn class(&mut self) -> Result<Piece, String> {
        let negated = self.peek() == Some('!');
        if negated {
            self.at += 1;
        }
        if self.peek() == Some('^') {
            return Err("has ^ first in a class; write [!a] for any but a".to_owned());
        }
        let mut ranges = Vec::new();
        while ranges.is_empty() || self.peek() != Some(']') {
            ranges.push(self.range(ranges.is_empty())?);
        }
        self.at += 1;
        Ok(Piece::Class(Class { negated, ranges }))
    }

    fn range(&mut self, first: bool) -> Result<(char, char), String> {
        let from = self.class_point()?;
        let next = self.peek();
        if let ('[', Some(mark @ (':' | '=' | '.'))) = (from, next) {
            return Err(format!("has a POSIX class [{mark}…{mark}]"));
        }
        if from == '-' && !first && next != Some(']') {
            return Err("has a - in a class that is neither first nor last".to_owned());
        }
        if next != Some('-') || self.points.get(self.at + 1) == Some(&']') {
            return Ok((from, from));
        }
        self.at += 1;
        let to = self.class_point()?;
        if from > to {
            return Err(format!("has the range {from}-{to}, which runs backwards"));
        }
        Ok((from, to))
    }

    fn class_point(&mut self) -> Result<char, String> {
        match self.peek() {
            None => Err("has a class that is not closed within its segment".to_owned()),
            Some('\\') => Err("has a backslash, but there is no escape".to_owned()),
            Some(point) => {
                self.at += 1;
                Ok(point)
            }
        }
    }
}
