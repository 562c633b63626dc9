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
    pub detail: Detail,
    /// Only printable ASCII: lines, marks and names.
    pub ascii: bool,
    pub color: bool,
    /// Columns of the terminal; `UNBOUNDED` does not cut.
    pub width: i64,
    /// Bits of the classes of files whose copies are listed like those of product code.
    pub include: u32,
}

pub fn render_terminal(out: &mut Out<'_>, scan: &Scan, options: &TerminalOptions) -> Result<(), AnalyzerError> {
    let style = options.style();
    let marks = Marks::new(scan, &style, options.include);
    let rows = Rc::new(FileRows::new(scan, &style, &marks, options.detail));
    tree::push_tree(out, &file_rows::root_row(&rows), &rows.widest(), &style)?;
    summary::push_summary(&mut out.text, scan, &style, &marks, options.detail);
    summary::push_run_line(&mut out.text, &scan.runtime, &style);
    out.flush()
}

impl TerminalOptions {
    fn style(&self) -> TerminalStyle {
        TerminalStyle::new(self.ascii, self.color, self.width)
    }
}
