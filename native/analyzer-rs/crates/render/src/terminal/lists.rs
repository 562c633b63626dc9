//! Lists of lines with a label, a count and a text, in columns.

use std::borrow::Cow;

use super::cells::{pad_end, pad_start, width_of};
use super::numbers::grouped;
use super::style::{TerminalStyle, Tone};

/// Maximum number of locations of a group, and of paths of a status.
pub const SHOWN_LOCATIONS: usize = 3;

pub struct Line {
    pub label: String,
    pub count: String,
    pub text: String,
    /// A second line below the text.
    pub below: String,
}

impl Line {
    /// Without a second line.
    pub fn new(label: &str, count: impl Into<String>, text: String) -> Self {
        Line {
            label: label.to_owned(),
            count: count.into(),
            text,
            below: String::new(),
        }
    }
}

#[derive(Clone, Copy)]
pub struct ListOptions<'a> {
    pub style: &'a TerminalStyle,
    /// Maximum items.
    pub most: usize,
}

pub fn title(style: &TerminalStyle, name: &str, rest: &str) -> String {
    let mut title = "\n".to_owned();
    style.paint(&mut title, Tone::Strong, name);
    if !rest.is_empty() {
        title.extend(["  ", &style.cut(rest, style.width - name.len() as i64 - 2)]);
    }
    title
}

pub fn list<T>(out: &mut Vec<String>, items: &[T], options: ListOptions<'_>, line: impl Fn(&T, usize) -> Line) {
    let ListOptions { style, most } = options;
    let lines: Vec<Line> = items
        .iter()
        .take(most)
        .enumerate()
        .map(|(index, item)| line(item, index))
        .collect();
    table(out, &lines, style);
    if items.len() > most {
        let more = grouped((items.len() - most) as u64);
        out.push(style.line(
            Tone::Faint,
            &format!("  {} and {more} more with --detail full", style.glyphs.ellipsis),
        ));
    }
}

pub fn table(out: &mut Vec<String>, lines: &[Line], style: &TerminalStyle) {
    let label = lines.iter().map(|line| width_of(&line.label)).max().unwrap_or(0);
    let count = lines.iter().map(|line| width_of(&line.count)).max().unwrap_or(0);
    for line in lines {
        let start = format!("  {}  {}", pad_end(&line.label, label), pad_start(&line.count, count));
        let indent = width_of(&start) + 2;
        let text = style.cut(&line.text, style.width - indent);
        out.push(if text.is_empty() {
            start
        } else {
            format!("{start}  {text}")
        });
        if !line.below.is_empty() {
            let below = style.cut(&line.below, style.width - indent);
            out.push(format!("{:1$}{below}", "", indent as usize));
        }
    }
}

/// The first few of the project's strings, and the number of further ones.
pub fn some<T: AsRef<str>>(texts: impl Iterator<Item = T>, style: &TerminalStyle) -> String {
    let texts: Vec<T> = texts.collect();
    let shown: Vec<Cow<'_, str>> = texts
        .iter()
        .take(SHOWN_LOCATIONS)
        .map(|text| style.name(text.as_ref()))
        .collect();
    let shown = shown.join(", ");
    match texts.len().checked_sub(SHOWN_LOCATIONS) {
        Some(rest) if rest > 0 => format!("{shown} {} +{}", style.glyphs.ellipsis, grouped(rest as u64)),
        _ => shown,
    }
}
