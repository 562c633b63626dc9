//! Style of terminal output: characters of lines, colour, width.

use std::borrow::Cow;

use crate::visible::visible;

use super::cells::cut;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    Plain,
    Strong,
    Faint,
    Mark,
    Warning,
}

impl Tone {
    fn code(self) -> &'static str {
        match self {
            Self::Plain => "",
            Self::Strong => "1",
            Self::Faint => "2",
            Self::Mark => "36",
            Self::Warning => "33",
        }
    }
}

/// Narrower terminals get lines of this width.
const MIN_WIDTH: i64 = 40;
/// The width if it is unknown.
pub const UNBOUNDED: i64 = i64::MAX / 4;

pub struct Glyphs {
    pub branch: &'static str,
    pub last: &'static str,
    pub through: &'static str,
    pub blank: &'static str,
    pub cycle: &'static str,
    pub similar: &'static str,
    pub arrow: &'static str,
    pub ellipsis: &'static str,
    pub times: &'static str,
    pub range: &'static str,
}

const UNICODE: Glyphs = Glyphs {
    branch: "├─ ",
    last: "└─ ",
    through: "│  ",
    blank: "   ",
    cycle: "↻",
    similar: "≈",
    arrow: "→",
    ellipsis: "…",
    times: "×",
    range: "–",
};

const ASCII: Glyphs = Glyphs {
    branch: "|- ",
    last: "`- ",
    through: "|  ",
    blank: "   ",
    cycle: "@",
    similar: "~",
    arrow: "->",
    ellipsis: "...",
    times: "x",
    range: "-",
};

pub struct TerminalStyle {
    ascii: bool,
    pub glyphs: &'static Glyphs,
    /// Columns.
    pub width: i64,
    color: bool,
}

impl TerminalStyle {
    pub fn new(ascii: bool, color: bool, width: i64) -> Self {
        Self {
            ascii,
            glyphs: if ascii { &ASCII } else { &UNICODE },
            width: width.max(MIN_WIDTH),
            color,
        }
    }

    /// A name or text of the project, safe to print.
    pub fn name<'t>(&self, text: &'t str) -> Cow<'t, str> {
        visible(text, self.ascii)
    }

    pub fn cut<'t>(&self, text: &'t str, width: i64) -> Cow<'t, str> {
        cut(text, width, self.glyphs.ellipsis)
    }

    pub fn paint(&self, out: &mut String, tone: Tone, text: &str) {
        let code = tone.code();
        if self.color && !code.is_empty() && !text.is_empty() {
            out.extend(["\x1b[", code, "m", text, "\x1b[0m"]);
        } else {
            out.push_str(text);
        }
    }

    /// A separate line, cut to the width.
    pub fn line(&self, tone: Tone, text: &str) -> String {
        let mut line = String::new();
        self.paint(&mut line, tone, &self.cut(text, self.width));
        line
    }
}
