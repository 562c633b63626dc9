//! A fact of the first screen.

use relate::model::Group;

use crate::relations::model::CopyRelation;

pub enum FactSubject<'a> {
    /// Several are forks and families of files in the same folders, or vendored libraries.
    Relations(Vec<&'a CopyRelation>),
    /// With its different files, that of its first occurrence first.
    Group(&'a Group, Vec<&'a str>),
}

pub struct ScreenFact<'a> {
    pub subject: FactSubject<'a>,
    /// Number of further groups in the same files or folders.
    pub more: u64,
    /// Number of further groups of synchronous and asynchronous code, if this is such a fact.
    pub twins: u64,
}

/// Where code is.
pub struct CodePlaces<'a> {
    /// Different files, that of the first occurrence first.
    pub files: Vec<&'a str>,
    /// The path of each occurrence, with the name of the declaration if it is one.
    pub names: Vec<String>,
    /// Lines of all places but the largest one.
    pub saved: u64,
}
