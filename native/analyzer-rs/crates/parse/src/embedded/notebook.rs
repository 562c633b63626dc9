//! The code of a notebook whose cells have each line on a line of the file, as all editors write them.

use std::ops::Range;

use base::languages::hosts::HOSTS;

use super::magics::without_magics;
use super::regions::{CellLine, RegionProblem};
use super::tag::name_between;

/// Longest name of a key or value that is compared.
const MAX_NAME: usize = 40;
const DEEPEST: usize = 200;

/// What a notebook contains.
pub struct FoundCells {
    /// Name of the mode; `None` if it states no language that is read.
    pub mode: Option<&'static str>,
    /// The language that is not read.
    pub unread: Option<String>,
    pub cells: Vec<Vec<CellLine>>,
    pub problems: Vec<RegionProblem>,
}

pub fn find_cells(source: &[u8]) -> FoundCells {
    let mut reader = NotebookReader {
        source,
        frames: Vec::new(),
        cells: Vec::new(),
        problems: Vec::new(),
        names: [None, None, None],
        cell: None,
        count: 0,
        has_cells: false,
        lines: Lines {
            line: 1,
            feed: memchr::memchr(b'\n', source),
        },
        used: 0,
    };
    reader.run();
    reader.found()
}

/// The code with the lines of the file: each is empty or a line of a cell. `mode`: its name.
pub fn code_of_cells(source: &[u8], cells: Vec<Vec<CellLine>>, mode: &str) -> Vec<u8> {
    let count = memchr::memchr_iter(b'\n', source).count() + 1;
    let mut lines = vec![String::new(); count];
    for cell in cells {
        let cell = if mode == "py" { without_magics(cell) } else { cell };
        for CellLine { line, text } in cell {
            lines[line as usize - 1] = text;
        }
    }
    lines.join("\n").into_bytes()
}

/// An open object or list.
struct Frame {
    is_object: bool,
    expects_key: bool,
    key: String,
}

struct Cell {
    at: usize,
    kind: String,
    /// Without their quotes.
    strings: Vec<Range<usize>>,
}

struct Lines {
    /// The line of the last offset that was asked for, and its end.
    line: u32,
    feed: Option<usize>,
}

struct NotebookReader<'s> {
    source: &'s [u8],
    frames: Vec<Frame>,
    cells: Vec<Vec<CellLine>>,
    problems: Vec<RegionProblem>,
    /// Language of the kernel, name of the language, name of the kernel.
    names: [Option<String>; 3],
    cell: Option<Cell>,
    count: u32,
    has_cells: bool,
    lines: Lines,
    /// The last line with code.
    used: u32,
}

impl NotebookReader<'_> {
    fn run(&mut self) {
        let Some(mut at) = memchr::memchr(b'{', self.source) else {
            self.fails(0);
            return;
        };
        while let Some(byte) = self.source.get(at) {
            at = self.token(at, *byte);
            if self.frames.is_empty() {
                return;
            }
        }
        if at == self.source.len() {
            self.fails(at);
        }
    }

    fn found(self) -> FoundCells {
        let [kernel, language, name] = self.names;
        let unnumbered = |name: String| name.trim_end_matches(|it: char| it.is_ascii_digit()).to_owned();
        let language = kernel.or(language).or(name.map(unnumbered));
        let mode = language.as_deref().and_then(|language| HOSTS.kernel_mode(language));
        let unread = if !self.problems.is_empty() {
            None
        } else if !self.has_cells {
            Some("no cells".to_owned())
        } else if mode.is_none() {
            Some(language.unwrap_or_else(|| "no language".to_owned()))
        } else {
            None
        };
        FoundCells {
            mode,
            unread,
            cells: self.cells,
            problems: self.problems,
        }
    }

    /// Returns the offset after the token; past the end of the file to stop.
    fn token(&mut self, at: usize, byte: u8) -> usize {
        let source = self.source;
        match byte {
            b'"' => {
                let Some(end) = end_of_string(source, at) else {
                    return self.fails(at);
                };
                let name = name_of(source, at + 1..end);
                match self.frames.last_mut() {
                    Some(frame) if frame.expects_key => {
                        frame.key = name;
                        frame.expects_key = false;
                    }
                    _ => self.string(at + 1..end, name),
                }
                end + 1
            }
            b'{' | b'[' => {
                if self.frames.len() == DEEPEST {
                    return self.fails(at);
                }
                let is_object = byte == b'{';
                self.frames.push(Frame {
                    is_object,
                    expects_key: is_object,
                    key: String::new(),
                });
                if self.is_in_cells() {
                    self.has_cells = true;
                    if self.frames.len() == 3 {
                        self.cell = Some(Cell {
                            at,
                            kind: String::new(),
                            strings: Vec::new(),
                        });
                    }
                }
                at + 1
            }
            b'}' | b']' => {
                if self.frames.last().map(|it| it.is_object) != Some(byte == b'}') {
                    return self.fails(at);
                }
                if self.frames.len() == 3
                    && let Some(cell) = self.cell.take()
                {
                    self.finish(cell);
                }
                self.frames.pop();
                at + 1
            }
            b',' => {
                if let Some(frame) = self.frames.last_mut() {
                    frame.expects_key = frame.is_object;
                }
                at + 1
            }
            b':' | 0..=b' ' => at + 1,
            _ => {
                let is_end = |byte: &u8| *byte <= b' ' || b",]}\"".contains(byte);
                at + 1 + source[at + 1..].iter().take_while(|byte| !is_end(byte)).count()
            }
        }
    }

    fn is_in_cells(&self) -> bool {
        matches!(&self.frames[..], [root, list, ..] if root.key == "cells" && !list.is_object)
    }

    fn string(&mut self, range: Range<usize>, name: String) {
        match (&self.frames[..], &mut self.cell) {
            ([_, _, own], Some(cell)) if own.key == "cell_type" => cell.kind = name,
            ([_, _, own], Some(cell)) if own.key == "source" => cell.strings.push(range),
            ([_, _, own, list], Some(cell)) if own.key == "source" && !list.is_object => cell.strings.push(range),
            ([root, above, own], None) if root.key == "metadata" => {
                let stated = match (above.key.as_str(), own.key.as_str()) {
                    ("kernelspec", "language") => 0,
                    ("language_info", "name") => 1,
                    ("kernelspec", "name") => 2,
                    _ => return,
                };
                self.names[stated] = Some(name);
            }
            _ => {}
        }
    }

    fn finish(&mut self, cell: Cell) {
        self.count += 1;
        if cell.kind != "code" {
            return;
        }
        let mut lines = Vec::new();
        let count = cell.strings.len();
        for (index, range) in cell.strings.into_iter().enumerate() {
            let start = range.start;
            let literal = &self.source[range.start - 1..range.end + 1];
            let Ok(text) = serde_json::from_slice::<String>(literal) else {
                let message = format!("cell {} has invalid text", self.count);
                self.problems.push(RegionProblem { at: cell.at, message });
                return;
            };
            let line = self.lines.of(self.source, start);
            let (own, has_end) = text
                .strip_suffix('\n')
                .map_or((text.as_str(), false), |own| (own, true));
            let is_last = index + 1 == count;
            if line <= self.used || own.contains('\n') || !(has_end || is_last) {
                let message = format!("lines of cell {} are not lines of the file", self.count);
                self.problems.push(RegionProblem { at: cell.at, message });
                return;
            }
            self.used = line;
            lines.push(CellLine {
                line,
                text: own.to_owned(),
            });
        }
        if !lines.is_empty() {
            self.cells.push(lines);
        }
    }

    fn fails(&mut self, at: usize) -> usize {
        let message = "the notebook is not valid JSON".to_owned();
        self.problems.push(RegionProblem { at, message });
        self.source.len() + 1
    }
}

impl Lines {
    /// Offsets never decrease.
    fn of(&mut self, source: &[u8], offset: usize) -> u32 {
        while let Some(feed) = self.feed.filter(|feed| *feed < offset) {
            self.line += 1;
            self.feed = memchr::memchr(b'\n', &source[feed + 1..]).map(|at| feed + 1 + at);
        }
        self.line
    }
}

/// Offset of the closing quote.
fn end_of_string(source: &[u8], from: usize) -> Option<usize> {
    memchr::memchr_iter(b'"', &source[from + 1..])
        .map(|at| from + 1 + at)
        .find(|at| {
            let before = &source[from + 1..*at];
            before.iter().rev().take_while(|byte| **byte == b'\\').count() % 2 == 0
        })
}

fn name_of(source: &[u8], range: Range<usize>) -> String {
    if range.len() > MAX_NAME {
        String::new()
    } else {
        name_between(source, range)
    }
}
