//! Files whose lines are compared; each is read once.

use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;

use tree::location::TreePath;
use tree::source::TreeSource;

use super::equal_lines::common_items;
use super::input::ProductFile;
use super::rules::RELATIONS;

struct FileText {
    /// A number for each line: equal lines have equal numbers.
    lines: Vec<u32>,
    content: Vec<u8>,
}

pub struct ComparedFiles<'a> {
    /// Pairs that are not compared because the limit of all comparisons is reached.
    pub left_out: u64,
    files: &'a [ProductFile<'a>],
    source: &'a dyn TreeSource,
    texts: FxHashMap<usize, FileText>,
    numbers: FxHashMap<Box<[u8]>, u32>,
    equal: FxHashMap<(usize, usize), u64>,
    cells: u64,
}

impl<'a> ComparedFiles<'a> {
    pub fn new(files: &'a [ProductFile<'a>], source: &'a dyn TreeSource) -> Self {
        ComparedFiles {
            left_out: 0,
            files,
            source,
            texts: FxHashMap::default(),
            numbers: FxHashMap::default(),
            equal: FxHashMap::default(),
            cells: 0,
        }
    }

    /// The number of lines that are equal except for indentation, aligned in order; 0 if a file cannot be read any more.
    pub fn equal_lines(&mut self, left: usize, right: usize) -> u64 {
        let key = (left.min(right), left.max(right));
        if let Some(known) = self.equal.get(&key) {
            return *known;
        }
        let equal = self.compare(left, right);
        self.equal.insert(key, equal);
        equal
    }

    /// The words of a file, in order.
    pub fn words_of(&mut self, file: usize) -> impl Iterator<Item = &[u8]> {
        self.load(file);
        words_in(&self.texts[&file].content)
    }

    fn compare(&mut self, left: usize, right: usize) -> u64 {
        let cells = self.files[left].lines * self.files[right].lines;
        if self.cells + cells > RELATIONS.candidates.most_compared_cells {
            self.left_out += 1;
            return 0;
        }
        self.cells += cells;
        self.load(left);
        self.load(right);
        common_items(&self.texts[&left].lines, &self.texts[&right].lines)
    }

    fn load(&mut self, file: usize) {
        let Entry::Vacant(place) = self.texts.entry(file) else {
            return;
        };
        let content = read(self.source, self.files[file].path);
        let mut written: Vec<&[u8]> = content.split(|byte| *byte == b'\n').collect();
        written.pop_if(|last| last.is_empty());
        let numbers = &mut self.numbers;
        let lines = written.into_iter().map(|line| {
            let line = without_blanks(line);
            let next = numbers.len() as u32;
            match numbers.get(line) {
                Some(number) => *number,
                None => *numbers.entry(line.into()).or_insert(next),
            }
        });
        let lines = lines.collect();
        place.insert(FileText { lines, content });
    }
}

/// The encoding of a file does not matter for equal lines.
fn read(source: &dyn TreeSource, path: &str) -> Vec<u8> {
    let path = TreePath {
        path: path.to_owned(),
        raw: None,
    };
    let mut content = Vec::new();
    let reading = source.read(&path, RELATIONS.candidates.largest_file_bytes, &mut content);
    if reading.is_ok_and(|it| it.held) {
        content
    } else {
        Vec::new()
    }
}

fn without_blanks(line: &[u8]) -> &[u8] {
    let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r' | 0x0c | 0x0b);
    let start = line.iter().position(|byte| !is_blank(byte)).unwrap_or(line.len());
    let end = line.iter().rposition(|byte| !is_blank(byte)).map_or(start, |at| at + 1);
    &line[start..end]
}

/// Names of letters, digits, `_` and `$`, which do not start with a digit.
fn words_in(content: &[u8]) -> impl Iterator<Item = &[u8]> {
    let is_start = |byte: u8| byte.is_ascii_alphabetic() || byte == b'_' || byte == b'$';
    let mut rest = content;
    std::iter::from_fn(move || {
        let start = rest.iter().position(|byte| is_start(*byte))?;
        let word = &rest[start..];
        let length = word.iter().position(|byte| !is_start(*byte) && !byte.is_ascii_digit());
        let (word, after) = word.split_at(length.unwrap_or(word.len()));
        rest = after;
        Some(word)
    })
}
