//! A diff as Markdown, for a comment on a code review. Long lists are folded, and cut unless the detail is `full`.

use crate::markdown_text::{code_span, escaped_text};
use crate::out::Out;
use crate::terminal::Detail;
use base::errors::AnalyzerError;
use diff::model::Diff;

use super::sections::sections_of;
use super::verdict::verdict_of;

/// Rows of a section at the usual detail; a comment of a code review should stay short.
const SHOWN: usize = 30;

pub fn render_diff_markdown(out: &mut Out<'_>, diff: &Diff, detail: Detail) -> Result<(), AnalyzerError> {
    let verdict = verdict_of(diff);
    out.text.push_str(&format!("**{}**\n\n", escaped_text(&verdict.gist)));
    for line in &verdict.rest {
        out.text.push_str(&format!("- {}\n", escaped_text(line)));
    }
    for section in sections_of(diff, "→") {
        if detail == Detail::Files && !section.title.contains("iles") {
            continue;
        }
        let rows = section.rows.len();
        out.text
            .push_str(&format!("\n<details><summary>{} ({rows})</summary>\n\n", section.title));
        let shown = match detail {
            Detail::Full => rows,
            _ => rows.min(SHOWN),
        };
        for row in &section.rows[..shown] {
            let (location, text) = (code_span(&row.location), escaped_text(&row.text));
            out.text.push_str(&format!("- {location} {text}\n"));
            out.hand_on()?;
        }
        if shown < rows {
            out.text.push_str(&format!("- and {} more\n", rows - shown));
        }
        out.text.push_str("\n</details>\n");
    }
    out.flush()
}
