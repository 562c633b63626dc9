//! A section of a diff, for the terminal and Markdown.

/// One line of a section: a path with its line, and a description. Strings are as in the project, not yet escaped.
pub struct SectionRow {
    pub location: String,
    pub text: String,
}

pub struct Section {
    pub title: &'static str,
    pub rows: Vec<SectionRow>,
}

pub const FILES: &str = "Files";
pub const OTHER_SIMILAR_FILES: &str = "Other similar files";
pub const REGROUPED_FILES: &str = "Split and merged files";
