//! A parsed glob. Characters are code points.

pub struct Pattern {
    pub segments: Vec<Segment>,
    /// It matches a path from the root; otherwise a name at any depth.
    pub anchored: bool,
    /// It matches directories only.
    pub directory: bool,
}

/// One segment of a path, or any number of segments (`**`).
pub enum Segment {
    Name(Vec<Piece>),
    AnyDepth,
}

#[derive(Clone)]
pub enum Piece {
    Literal(char),
    /// `?`, never a slash.
    One,
    /// `*`, never a slash.
    Many,
    Class(Class),
    Choice(Vec<Vec<Piece>>),
}

#[derive(Clone)]
pub struct Class {
    pub negated: bool,
    /// First and last code point of each range.
    pub ranges: Vec<(char, char)>,
}

impl Class {
    pub fn holds(&self, point: char) -> bool {
        self.ranges.iter().any(|(from, to)| *from <= point && point <= *to) != self.negated
    }
}
