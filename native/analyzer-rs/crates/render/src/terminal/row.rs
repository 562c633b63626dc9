//! One line of the tree before layout.

use std::borrow::Cow;

use compact_str::CompactString;

use super::style::Tone;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    Files,
    Declarations,
    Full,
}

#[derive(Clone, Debug)]
pub struct Note {
    pub tone: Tone,
    pub text: CompactString,
}

impl Note {
    pub fn faint(text: impl Into<CompactString>) -> Self {
        Self {
            tone: Tone::Faint,
            text: text.into(),
        }
    }
}

/// Strings are already safe to print.
pub struct Row<'a> {
    pub tone: Tone,
    pub label: Cow<'a, str>,
    pub language: Option<Cow<'a, str>>,
    /// A number of lines or a range of lines.
    pub lines: Option<CompactString>,
    pub size: Option<CompactString>,
    pub notes: Vec<Note>,
    /// Created when they are printed, so that a large tree is never in memory as rows.
    pub children: Option<Box<dyn Fn() -> Vec<Row<'a>> + 'a>>,
}

impl<'a> Row<'a> {
    pub fn new(tone: Tone, label: impl Into<Cow<'a, str>>) -> Self {
        Self {
            tone,
            label: label.into(),
            language: None,
            lines: None,
            size: None,
            notes: Vec::new(),
            children: None,
        }
    }

    pub fn children(&self) -> Vec<Row<'a>> {
        self.children.as_ref().map(|make| make()).unwrap_or_default()
    }
}

/// A row with its line, for sorting rows of two kinds into source order.
pub struct SourceRow<'a> {
    pub line: u32,
    pub row: Row<'a>,
}
