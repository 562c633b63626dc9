//! A fact of the first screen.

use relate::model::Group;

use crate::relations::async_twins::TwinSign;
use crate::relations::model::CopyRelation;

#[derive(Clone)]
pub enum FactSubject<'a> {
    /// Several are forks and families of files in the same folders, or vendored libraries.
    Relations(Vec<&'a CopyRelation>),
    Group(&'a Group),
}

pub struct ScreenFact<'a> {
    pub subject: FactSubject<'a>,
    pub places: CodePlaces<'a>,
    /// Number of further groups in the same files or folders.
    pub more: u64,
    /// What else is the same code once synchronous and once asynchronous: relations and groups, if this is such a fact.
    pub twins: Vec<CodePlaces<'a>>,
    /// Further places of the same code.
    pub also: Vec<CodePlace<'a>>,
}

/// A file or folder, or lines of a file.
#[derive(Clone)]
pub struct CodePlace<'a> {
    pub path: &'a str,
    /// Of the declaration, if it is one; else empty.
    pub name: String,
    /// The declaration around it, if it is none.
    pub within: Option<&'a str>,
    /// First and last line.
    pub lines: Option<(u32, u32)>,
}

/// Where code is.
#[derive(Clone)]
pub struct CodePlaces<'a> {
    /// Different files, that of the first occurrence first.
    pub files: Vec<&'a str>,
    /// Each occurrence; of several relations the sides of the largest one.
    pub places: Vec<CodePlace<'a>>,
    /// Whether it is synchronous and asynchronous code; of several relations all of them are.
    pub twins: Option<TwinSign>,
    /// Equal lines of all places but one.
    pub saved: u64,
    /// Lines with code of each place, if its source was read.
    pub lines: Option<&'a [u64]>,
    /// Whether enough of a group is equal for a fact.
    pub is_worth: bool,
}
