//! A diff on the terminal: the changes of declarations, relations and files, section by section, and a summary at the
//! end. Detail `files` shows only the files.

use crate::out::Out;
use crate::terminal::cells::{pad_end, width_of};
use crate::terminal::numbers::{duration, grouped, plural};
use crate::terminal::style::{TerminalStyle, Tone};
use crate::terminal::{Detail, TerminalOptions};
use base::errors::AnalyzerError;
use diff::model::Diff;
use scan::model::ENGINE;

use super::section::{FILES, OTHER_SIMILAR_FILES, Section};
use super::sections::sections_of;
use super::verdict::verdict_of;

/// Rows of a section at the default detail; `full` shows all, and JSON always has all.
const SHOWN: usize = 20;
/// Wider locations shift only the text of their own row.
const WIDEST_LOCATION: i64 = 44;
/// Number of rows whose locations are measured.
const MEASURED: usize = 10_000;

pub fn render_diff_terminal(out: &mut Out<'_>, diff: &Diff, options: &TerminalOptions) -> Result<(), AnalyzerError> {
    let style = TerminalStyle::new(options.ascii, options.color, options.width);
    let detail = options.detail.unwrap_or(Detail::Declarations);
    for section in sections_of(diff, style.glyphs.arrow) {
        let is_of_files = [FILES, OTHER_SIMILAR_FILES].contains(&section.title);
        if detail != Detail::Files || is_of_files {
            push_section(out, &section, detail, &style)?;
        }
    }
    let verdict = verdict_of(diff);
    let mut line = |tone, text: &str| {
        out.text.push_str(&style.line(tone, text));
        out.text.push('\n');
    };
    line(Tone::Strong, &style.name(&verdict.gist));
    for text in &verdict.rest {
        line(Tone::Plain, &style.name(text));
    }
    let workers = plural(diff.runtime.jobs as u64, "worker");
    let time = duration(diff.runtime.wall_ms);
    line(Tone::Faint, &format!("{ENGINE} engine, {workers}, {time}"));
    out.flush()
}

fn push_section(
    out: &mut Out<'_>,
    section: &Section,
    detail: Detail,
    style: &TerminalStyle,
) -> Result<(), AnalyzerError> {
    let rows = section.rows.len();
    style.paint(&mut out.text, Tone::Strong, section.title);
    out.text.push(' ');
    style.paint(&mut out.text, Tone::Faint, &grouped(rows as u64));
    out.text.push('\n');
    let shown = match detail {
        Detail::Full => &section.rows,
        _ => &section.rows[..rows.min(SHOWN)],
    };
    let widths = shown
        .iter()
        .take(MEASURED)
        .map(|row| width_of(&style.name(&row.location)));
    let column = widths.max().unwrap_or(0).min(WIDEST_LOCATION);
    for row in shown {
        let location = pad_end(&style.name(&row.location), column);
        let text = format!("  {location}  {}", style.name(&row.text));
        out.text.push_str(&style.line(Tone::Plain, &text));
        out.text.push('\n');
        out.hand_on()?;
    }
    if shown.len() < rows {
        let more = grouped((rows - shown.len()) as u64);
        let text = format!("  and {more} more: --detail full, or --format json");
        out.text.push_str(&style.line(Tone::Faint, &text));
        out.text.push('\n');
    }
    out.text.push('\n');
    Ok(())
}
