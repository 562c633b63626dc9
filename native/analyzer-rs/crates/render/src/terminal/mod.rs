//! A scan on the terminal, line by line: the first screen, or the tree of folders, files and their declarations with a
//! summary whose numbers add up. Control characters in names of the project are escaped.

pub(super) mod cells;
mod control_rows;
mod fact_lines;
mod fact_rows;
mod file_rows;
mod first_screen;
mod group_places;
mod group_words;
mod known_facts;
mod link_note;
mod lists;
mod marks;
pub(super) mod numbers;
mod place_index;
mod relation_folders;
mod row;
mod screen_fact;
mod screen_facts;
pub(super) mod style;
mod summary;
mod tree;
mod worth;

use std::rc::Rc;

use base::errors::AnalyzerError;
use scan::model::Scan;

use self::file_rows::FileRows;
use self::marks::Marks;
pub use self::row::Detail;
use self::style::TerminalStyle;
pub use self::style::UNBOUNDED;
pub use super::lists::group_classes::LIST_CLASSES;
use super::out::Out;
use super::relations::model::CopyRelations;

pub struct TerminalOptions {
    /// Absent: the first screen, and the tree of a small folder with declarations.
    pub detail: Option<Detail>,
    /// Of the folder, as the user wrote it; for commands.
    pub path: String,
    /// Only printable ASCII: lines, marks and names.
    pub ascii: bool,
    pub color: bool,
    /// Columns of the terminal; `UNBOUNDED` does not cut.
    pub width: i64,
    /// Bits of the classes of files whose copies are listed like those of product code.
    pub include: u32,
}

/// A tree of more files is longer than a screen, so it is shown only if asked for.
const MAX_TREE_FILES: usize = 40;

/// `relations`: for the first screen; without them, or with a detail, the summary has all lists.
pub fn render_terminal(
    out: &mut Out<'_>,
    scan: &Scan,
    relations: Option<&CopyRelations>,
    options: &TerminalOptions,
) -> Result<(), AnalyzerError> {
    let style = options.style();
    let mut marks = Marks::new(scan, &style, options.include);
    match relations.filter(|_| options.detail.is_none()) {
        Some(relations) => {
            first_screen::push_first_screen(&mut out.text, scan, relations, &marks.listed, &options.path, &style);
            let files = scan.entries.iter().filter(|entry| entry.file().is_some()).count();
            if files <= MAX_TREE_FILES {
                marks = Marks::of_cycles(scan, &style);
                push_tree(out, scan, &style, &marks, Detail::Declarations)?;
                out.text.push('\n');
            }
        }
        None => {
            let detail = options.detail.unwrap_or(Detail::Declarations);
            push_tree(out, scan, &style, &marks, detail)?;
            summary::push_summary(&mut out.text, scan, &style, &marks, detail);
        }
    }
    summary::push_run_line(&mut out.text, &scan.runtime, &style);
    out.flush()
}

fn push_tree(
    out: &mut Out<'_>,
    scan: &Scan,
    style: &TerminalStyle,
    marks: &Marks<'_>,
    detail: Detail,
) -> Result<(), AnalyzerError> {
    let rows = Rc::new(FileRows::new(scan, style, marks, detail));
    tree::push_tree(out, &file_rows::root_row(&rows), &rows.widest(), style)
}

impl TerminalOptions {
    fn style(&self) -> TerminalStyle {
        TerminalStyle::new(self.ascii, self.color, self.width)
    }
}
