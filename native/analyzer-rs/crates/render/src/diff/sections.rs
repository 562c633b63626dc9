//! The sections of a diff, for the terminal and Markdown.

use diff::model::Diff;

use super::declaration_rows::declaration_sections;
use super::file_rows::file_sections;
use super::link_rows::link_sections;
use super::section::Section;

/// In the order of interest to a reviewer: declarations, relations, files.
pub fn sections_of(diff: &Diff, arrow: &str) -> Vec<Section> {
    let mut sections = declaration_sections(diff, arrow);
    sections.extend(link_sections(diff, arrow));
    sections.extend(file_sections(diff, arrow));
    sections.retain(|it| !it.rows.is_empty());
    sections
}
