//! Lines of the tree, aligned, each cut to the width of the look.

use crate::errors::AnalyzerError;
use crate::render::out::Out;

use super::cells::{blanks, width_of};
use super::look::{Look, Tone, UNBOUNDED};
use super::row::{Note, Row};

/// At most this many levels are drawn with guides; a deeper row says its depth, so a chain of 100,000 stays readable.
const MOST_GUIDES: i64 = 24;
const GUIDE_WIDTH: i64 = 3;
const GAP: i64 = 2;
const SIZE_WIDTH: i64 = 6;
/// Room that an aligned line keeps free for marks such as `=*12 ≈3` and the word of a status.
const MOST_NOTES_WIDTH: i64 = 14;
const LEAST_NAME_WIDTH: i64 = 24;
/// Of a name column: what the deepest guides must leave for the name.
const LABEL_WIDTH: i64 = 12;
/// Where nobody says how wide a line may be, a single long name must not push every other column away.
const UNBOUNDED_NAME_WIDTH: i64 = 72;
/// Narrower terminals go without the column.
const LEAST_WIDTH_FOR_LANGUAGE: i64 = 64;
const LEAST_WIDTH_FOR_SIZE: i64 = 48;

/// Widths; 0 for a column that is not shown.
struct Columns {
    name: i64,
    language: i64,
    lines: i64,
    size: i64,
}

pub fn push_tree(out: &mut Out<'_>, root: &Row<'_>, look: &Look) -> Result<(), AnalyzerError> {
    let columns = measure(out, root, look)?;
    let guides = ((columns.name - LABEL_WIDTH) / GUIDE_WIDTH).clamp(1, MOST_GUIDES);
    let mut heading = Row::new(Tone::Faint, String::new());
    heading.language = Some("language".to_owned());
    heading.lines = Some("lines".to_owned());
    heading.size = Some("size".to_owned());
    push_line(&mut out.text, (&heading, ""), &columns, look, Tone::Faint);
    walk(root, look, guides, |row, lead| {
        push_line(&mut out.text, (row, lead), &columns, look, Tone::Plain);
        out.hand_on()
    })
}

struct Level<'a> {
    rows: std::iter::Peekable<std::vec::IntoIter<Row<'a>>>,
    above: String,
    depth: i64,
}

/// Every row before its children, with what stands before its label: guides of the levels above and the row's own
/// branch. Over a stack of its own, because folders and code nest as deep as they like.
fn walk<'a>(
    root: &Row<'a>,
    look: &Look,
    guides: i64,
    mut visit: impl FnMut(&Row<'a>, &str) -> Result<(), AnalyzerError>,
) -> Result<(), AnalyzerError> {
    let glyphs = look.glyphs;
    visit(root, "")?;
    let mut stack = vec![Level {
        rows: root.children().into_iter().peekable(),
        above: String::new(),
        depth: 1,
    }];
    while let Some(level) = stack.last_mut() {
        let Some(row) = level.rows.next() else {
            stack.pop();
            continue;
        };
        let is_last = level.rows.peek().is_none();
        let (above, depth) = (&level.above, level.depth);
        let lead = if depth > guides {
            format!("{above}({depth}) ")
        } else {
            format!("{above}{}", if is_last { glyphs.last } else { glyphs.branch })
        };
        visit(&row, &lead)?;
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
        let above = format!("{above}{own}");
        stack.push(Level {
            rows: rows.into_iter().peekable(),
            above,
            depth: depth + 1,
        });
    }
    Ok(())
}

/// Widths that fit all rows, as far as the look's width leaves room.
fn measure(out: &mut Out<'_>, root: &Row<'_>, look: &Look) -> Result<Columns, AnalyzerError> {
    let mut name = LEAST_NAME_WIDTH;
    let mut language = "language".len() as i64;
    let mut lines = "lines".len() as i64;
    let mut notes = 0;
    let mut rows: u32 = 0;
    walk(root, look, MOST_GUIDES, |row, lead| {
        name = name.max(width_of(lead) + width_of(&row.label));
        language = language.max(width_of(row.language.as_deref().unwrap_or("")));
        lines = lines.max(width_of(row.lines.as_deref().unwrap_or("")));
        if notes < MOST_NOTES_WIDTH {
            notes = notes.max(notes_width(&row.notes));
        }
        rows = rows.wrapping_add(1);
        // A writer hears an interrupt with each piece, even an empty one.
        if rows.is_multiple_of(4096) { out.flush() } else { Ok(()) }
    })?;
    if look.width < LEAST_WIDTH_FOR_LANGUAGE {
        language = 0;
    }
    let size = if look.width < LEAST_WIDTH_FOR_SIZE {
        0
    } else {
        SIZE_WIDTH
    };
    let mut room = look.width;
    if room == UNBOUNDED {
        room = UNBOUNDED_NAME_WIDTH;
    } else {
        for width in [language, lines, size, notes.min(MOST_NOTES_WIDTH)] {
            room -= if width == 0 { 0 } else { GAP + width };
        }
    }
    Ok(Columns {
        name: name.min(room.max(LEAST_NAME_WIDTH)),
        language,
        lines,
        size,
    })
}

fn push_line(out: &mut String, (row, lead): (&Row<'_>, &str), columns: &Columns, look: &Look, tone: Tone) {
    let room = if look.width == UNBOUNDED {
        UNBOUNDED
    } else {
        columns.name - width_of(lead)
    };
    let label = look.cut(&row.label, room);
    out.push_str(&look.paint(Tone::Faint, lead));
    out.push_str(&look.paint(row.tone, &label));
    let mut used = width_of(lead) + width_of(&label);
    let mut column = columns.name;
    let mut put = |text: &Option<String>, width: i64, left: bool| {
        if width == 0 {
            return;
        }
        column += GAP + width;
        let Some(text) = text else { return };
        let start = (used + 1).max(if left { column - width } else { column - width_of(text) });
        out.push_str(&blanks(start - used));
        out.push_str(&look.paint(tone, text));
        used = start + width_of(text);
    };
    put(&row.language, columns.language, true);
    put(&row.lines, columns.lines, false);
    put(&row.size, columns.size, false);
    let start = used.max(column) + GAP;
    let notes = notes_text(&row.notes, look.width - start, look);
    if !notes.is_empty() {
        out.push_str(&blanks(start - used));
        out.push_str(&notes);
    }
    out.push('\n');
}

fn notes_width(notes: &[Note]) -> i64 {
    notes.iter().map(|it| width_of(&it.text) + 1).sum::<i64>() - 1
}

fn notes_text(notes: &[Note], width: i64, look: &Look) -> String {
    let mut painted = String::new();
    let mut left = width;
    for Note { tone, text } in notes {
        let shown = look.cut(text, left);
        if shown.is_empty() {
            break;
        }
        if !painted.is_empty() {
            painted.push(' ');
        }
        painted.push_str(&look.paint(*tone, &shown));
        left -= width_of(&shown) + 1;
    }
    painted
}
