//! Lines of the tree, aligned, each cut to the width of the terminal.

use std::ops::ControlFlow;

use crate::out::Out;
use base::errors::AnalyzerError;
use base::json_text::push_format;

use super::cells::{push_blanks, width_of};
use super::row::{Note, Row};
use super::style::{TerminalStyle, Tone, UNBOUNDED};

/// Maximum number of levels drawn with guides; a deeper row states its depth, so that a chain of 100,000 stays
/// readable.
const MAX_GUIDES: i64 = 24;
const GUIDE_WIDTH: i64 = 3;
const GAP: i64 = 2;
const SIZE_WIDTH: i64 = 6;
/// Columns that an aligned line reserves for marks such as `=*12 ≈3` and a status.
const MAX_NOTES_WIDTH: i64 = 14;
const MIN_NAME_WIDTH: i64 = 24;
/// Columns of a name that the deepest guides must leave.
const LABEL_WIDTH: i64 = 12;
/// Maximum width of names if the width of lines is unknown, so that one long name does not shift all other columns.
const UNBOUNDED_NAME_WIDTH: i64 = 72;
/// Narrower terminals omit the column.
const MIN_WIDTH_FOR_LANGUAGE: i64 = 64;
const MIN_WIDTH_FOR_SIZE: i64 = 48;

/// The widest strings of columns that are known without the rows.
pub struct Widest {
    pub language: i64,
    pub lines: i64,
}

/// Widths; 0 for a column that is not shown.
struct Columns {
    name: i64,
    language: i64,
    lines: i64,
    size: i64,
}

pub fn push_tree(
    out: &mut Out<'_>,
    root: &Row<'_>,
    widest: &Widest,
    style: &TerminalStyle,
) -> Result<(), AnalyzerError> {
    let columns = measure(out, root, widest, style)?;
    let guides = ((columns.name - LABEL_WIDTH) / GUIDE_WIDTH).clamp(1, MAX_GUIDES);
    let mut heading = Row::new(Tone::Faint, "");
    heading.language = Some("language".into());
    heading.lines = Some("lines".into());
    heading.size = Some("size".into());
    push_line(&mut out.text, (&heading, Lead::default()), &columns, style, Tone::Faint);
    walk(root, style, guides, |row, lead| {
        push_line(&mut out.text, (row, lead), &columns, style, Tone::Plain);
        out.hand_on().map(ControlFlow::Continue)
    })
}

struct Level<'a> {
    rows: std::iter::Peekable<std::vec::IntoIter<Row<'a>>>,
    above: String,
    depth: i64,
}

/// The text before a label.
#[derive(Clone, Copy, Default)]
struct Lead<'a> {
    text: &'a str,
    width: i64,
}

/// Every row before its children, with the text before its label: guides of the levels above and the row's own
/// branch, until `visit` breaks. Not recursive, because folders and code can be nested arbitrarily deep.
fn walk<'a>(
    root: &Row<'a>,
    style: &TerminalStyle,
    guides: i64,
    mut visit: impl FnMut(&Row<'a>, Lead<'_>) -> Result<ControlFlow<()>, AnalyzerError>,
) -> Result<(), AnalyzerError> {
    let glyphs = style.glyphs;
    if visit(root, Lead::default())?.is_break() {
        return Ok(());
    }
    let mut stack = vec![Level {
        rows: root.children().into_iter().peekable(),
        above: String::new(),
        depth: 1,
    }];
    let mut lead = String::new();
    while let Some(level) = stack.last_mut() {
        let Some(row) = level.rows.next() else {
            stack.pop();
            continue;
        };
        let is_last = level.rows.peek().is_none();
        let (above, depth) = (&level.above, level.depth);
        lead.clear();
        lead.push_str(above);
        let own_width = if depth > guides {
            push_format(&mut lead, format_args!("({depth}) "));
            (lead.len() - above.len()) as i64
        } else {
            lead.push_str(if is_last { glyphs.last } else { glyphs.branch });
            GUIDE_WIDTH
        };
        let visited = Lead {
            text: &lead,
            width: GUIDE_WIDTH * (depth.min(guides) - 1) + own_width,
        };
        if visit(&row, visited)?.is_break() {
            return Ok(());
        }
        let rows = row.children();
        if rows.is_empty() {
            continue;
        }
        let own = if depth >= guides {
            ""
        } else if is_last {
            glyphs.blank
        } else {
            glyphs.through
        };
        let above = [above, own].concat();
        stack.push(Level {
            rows: rows.into_iter().peekable(),
            above,
            depth: depth + 1,
        });
    }
    Ok(())
}

/// Widths that fit all rows within the width of the terminal. Reads rows until the others cannot change a width.
fn measure(
    out: &mut Out<'_>,
    root: &Row<'_>,
    widest: &Widest,
    style: &TerminalStyle,
) -> Result<Columns, AnalyzerError> {
    let column = |least: i64, title: &str, widest: i64| {
        let is_shown = style.width >= least;
        if is_shown { widest.max(title.len() as i64) } else { 0 }
    };
    let language = column(MIN_WIDTH_FOR_LANGUAGE, "language", widest.language);
    let lines = column(0, "lines", widest.lines);
    let size = column(MIN_WIDTH_FOR_SIZE, "", SIZE_WIDTH);
    let available = |notes: i64| {
        let others = [language, lines, size, notes];
        let taken: i64 = others.iter().filter(|it| **it > 0).map(|it| GAP + it).sum();
        let available = if style.width == UNBOUNDED {
            UNBOUNDED_NAME_WIDTH
        } else {
            style.width - taken
        };
        available.max(MIN_NAME_WIDTH)
    };
    let mut name = MIN_NAME_WIDTH;
    let mut notes = if style.width == UNBOUNDED { MAX_NOTES_WIDTH } else { 0 };
    let mut rows: u32 = 0;
    walk(root, style, MAX_GUIDES, |row, lead| {
        name = name.max(lead.width + width_of(&row.label));
        if notes < MAX_NOTES_WIDTH {
            notes = notes.max(notes_width(&row.notes)).min(MAX_NOTES_WIDTH);
        }
        if notes == MAX_NOTES_WIDTH && name >= available(notes) {
            return Ok(ControlFlow::Break(()));
        }
        rows = rows.wrapping_add(1);
        // A writer detects an interrupt at each chunk, also at an empty one.
        if rows.is_multiple_of(4096) {
            out.flush()?;
        }
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(Columns {
        name: name.min(available(notes)),
        language,
        lines,
        size,
    })
}

fn push_line(
    out: &mut String,
    (row, lead): (&Row<'_>, Lead<'_>),
    columns: &Columns,
    style: &TerminalStyle,
    tone: Tone,
) {
    let available = if style.width == UNBOUNDED {
        UNBOUNDED
    } else {
        columns.name - lead.width
    };
    let label = style.cut(&row.label, available);
    style.paint(out, Tone::Faint, lead.text);
    style.paint(out, row.tone, &label);
    let mut used = lead.width + width_of(&label);
    let mut column = columns.name;
    let mut put = |text: Option<&str>, width: i64, left: bool| {
        if width == 0 {
            return;
        }
        column += GAP + width;
        let Some(text) = text else { return };
        let own = width_of(text);
        let start = (used + 1).max(if left { column - width } else { column - own });
        push_blanks(out, start - used);
        style.paint(out, tone, text);
        used = start + own;
    };
    put(row.language.as_deref(), columns.language, true);
    put(row.lines.as_deref(), columns.lines, false);
    put(row.size.as_deref(), columns.size, false);
    let start = used.max(column) + GAP;
    let mut left = style.width - start;
    for (index, Note { tone, text }) in row.notes.iter().enumerate() {
        let shown = style.cut(text, left);
        if shown.is_empty() {
            break;
        }
        push_blanks(out, if index == 0 { start - used } else { 1 });
        style.paint(out, *tone, &shown);
        left -= width_of(&shown) + 1;
    }
    out.push('\n');
}

fn notes_width(notes: &[Note]) -> i64 {
    notes.iter().map(|it| width_of(&it.text) + 1).sum::<i64>() - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chain(depth: u32) -> Row<'static> {
        let mut row = Row::new(Tone::Plain, depth.to_string());
        if depth > 0 {
            row.children = Some(Box::new(move || vec![chain(depth - 1), chain(0)]));
        }
        row
    }

    #[test]
    fn the_text_before_a_label_has_the_stated_width() {
        for style in [
            TerminalStyle::new(false, false, UNBOUNDED),
            TerminalStyle::new(true, false, UNBOUNDED),
        ] {
            for guides in [1, 2, 5, MAX_GUIDES] {
                let mut rows = 0;
                walk(&chain(30), &style, guides, |_, lead| {
                    assert_eq!(lead.width, width_of(lead.text), "{:?}", lead.text);
                    rows += 1;
                    Ok(ControlFlow::Continue(()))
                })
                .expect("nothing refuses a row");
                assert_eq!(rows, 61);
            }
        }
    }
}
