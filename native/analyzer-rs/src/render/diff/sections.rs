//! What a diff has to say, for views that people read.

use crate::diff::model::Diff;

use super::declaration_rows::declaration_sections;
use super::file_rows::file_sections;
use super::link_rows::link_sections;

/// One line of a section: where it is, and what is said of it. Texts are as the project has them, not yet escaped.
pub struct SectionRow {
    pub place: String,
    pub text: String,
}

/// What belongs under one heading.
pub struct Section {
    pub title: &'static str,
    pub rows: Vec<SectionRow>,
}

pub const FILES: &str = "Files";
pub const OTHER_SIMILAR_FILES: &str = "Other similar files";
pub const REGROUPED_FILES: &str = "Split and merged files";

/// What a reviewer wants first, first: the code, how it hangs together, then the files.
pub fn sections_of(diff: &Diff, arrow: &str) -> Vec<Section> {
    let mut sections = declaration_sections(diff, arrow);
    sections.extend(link_sections(diff, arrow));
    sections.extend(file_sections(diff, arrow));
    sections.retain(|it| !it.rows.is_empty());
    sections
}
