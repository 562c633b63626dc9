//! What a finder finds in a file of a host. Offsets are bytes of the file.

use std::ops::Range;

pub const BOM: &[u8] = b"\xef\xbb\xbf";

#[derive(Default)]
pub struct FoundCode {
    /// Code, in order.
    pub regions: Vec<Range<usize>>,
    /// Scripts in other files.
    pub imports: Vec<ScriptImport>,
    /// Names of modes of the scripts, each once.
    pub modes: Vec<&'static str>,
    /// A language of a script that is not read.
    pub unread: Option<String>,
    pub problems: Vec<RegionProblem>,
}

/// `<script src="…">`
pub struct ScriptImport {
    /// Offset of its tag.
    pub tag: usize,
    /// The value without its quotes.
    pub value: Range<usize>,
}

/// A line of code in a cell of a notebook.
pub struct CellLine {
    /// Of the file.
    pub line: u32,
    pub text: String,
}

/// Code that could not be read.
pub struct RegionProblem {
    pub at: usize,
    pub message: String,
}
