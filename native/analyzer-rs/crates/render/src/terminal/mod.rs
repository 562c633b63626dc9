//! A scan on the terminal, line by line: the tree of folders, files and their declarations, then a summary whose
//! numbers add up. Control characters in names of the project are escaped.

pub(super) mod cells;
mod control_rows;
mod fact_rows;
mod file_rows;
mod link_note;
mod marks;
pub(super) mod numbers;
mod row;
pub(super) mod style;
mod summary;
mod tree;

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

pub struct TerminalOptions {
    /// Absent: that of `Declarations` for a small folder, no tree for a larger one.
    pub detail: Option<Detail>,
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

pub fn render_terminal(out: &mut Out<'_>, scan: &Scan, options: &TerminalOptions) -> Result<(), AnalyzerError> {
    let style = options.style();
    let marks = Marks::new(scan, &style, options.include);
    let files = scan.entries.iter().filter(|entry| entry.file().is_some()).count();
    let has_tree = options.detail.is_some() || files <= MAX_TREE_FILES;
    let detail = options.detail.unwrap_or(Detail::Declarations);
    if has_tree {
        let rows = Rc::new(FileRows::new(scan, &style, &marks, detail));
        tree::push_tree(out, &file_rows::root_row(&rows), &rows.widest(), &style)?;
    }
    summary::push_summary(&mut out.text, scan, &style, &marks, detail);
    if !has_tree {
        summary::push_tree_hint(&mut out.text, files, &style);
    }
    summary::push_run_line(&mut out.text, &scan.runtime, &style);
    out.flush()
}

impl TerminalOptions {
    fn style(&self) -> TerminalStyle {
        TerminalStyle::new(self.ascii, self.color, self.width)
    }
}
