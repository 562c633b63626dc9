//! Files whose lines are compared; each is read once.

use std::hash::BuildHasher;
use std::ops::Range;

use hashbrown::HashTable;
use rustc_hash::{FxBuildHasher, FxHashMap};

use tree::location::TreePath;
use tree::source::TreeSource;

use super::code_lines::code_flags;
use super::equal_lines::ItemAligner;
use super::input::ProductFile;
use super::rules::RELATIONS;

struct FileText {
    /// A number for each line: equal lines have equal numbers.
    lines: Vec<u32>,
    /// Whether each of them has code.
    have_code: Vec<bool>,
    content: Vec<u8>,
}

/// Where a line is in the content of a file, without blanks around it.
struct Line {
    file: usize,
    start: usize,
    end: usize,
}

pub struct ComparedFiles<'a> {
    /// Pairs that are not compared because the limit of all comparisons is reached.
    pub left_out: u64,
    files: &'a [ProductFile<'a>],
    source: &'a dyn TreeSource,
    /// By file, once it is read.
    texts: Vec<Option<FileText>>,
    /// The lines so far, by number.
    lines: Vec<Line>,
    numbers: HashTable<u32>,
    aligner: ItemAligner,
    equal: FxHashMap<(usize, usize), u64>,
    cells: u64,
}

impl<'a> ComparedFiles<'a> {
    pub fn new(files: &'a [ProductFile<'a>], source: &'a dyn TreeSource) -> Self {
        ComparedFiles {
            left_out: 0,
            files,
            source,
            texts: files.iter().map(|_| None).collect(),
            lines: Vec::new(),
            numbers: HashTable::new(),
            aligner: ItemAligner::default(),
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

    /// Of lines with code the number of equal ones, aligned in order, and those of the larger and the smaller file.
    pub fn equal_code(&mut self, left: usize, right: usize) -> (u64, u64, u64) {
        let [one, other] = [left, right].map(|file| self.code_of(file, 1, u64::MAX));
        let (larger, smaller) = (one.len().max(other.len()), one.len().min(other.len()));
        (self.aligner.common_items(&one, &other), larger as u64, smaller as u64)
    }

    /// The numbers of the lines with code. `start`: first line, from 1 on.
    pub fn code_of(&mut self, file: usize, start: u64, end: u64) -> Vec<u32> {
        self.load(file);
        let FileText { lines, have_code, .. } = self.text_of(file);
        let numbered = (1..).zip(lines.iter().zip(have_code));
        let its = numbered.filter(|(at, (_, has_code))| (start..=end).contains(at) && **has_code);
        its.map(|(_, (line, _))| *line).collect()
    }

    pub fn path_of(&self, file: usize) -> &'a str {
        self.files[file].path
    }

    /// The numbers of the lines of a file that is read.
    pub fn lines_of(&self, file: usize) -> &[u32] {
        &self.text_of(file).lines
    }

    /// Without blanks around it.
    pub fn content_of(&self, line: u32) -> &[u8] {
        let Line { file, start, end } = self.lines[line as usize];
        &self.text_of(file).content[start..end]
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
        let [left, right] = [left, right].map(|it| self.texts[it].as_ref().expect("a file that was read"));
        self.aligner.common_items(&left.lines, &right.lines)
    }

    fn text_of(&self, file: usize) -> &FileText {
        self.texts[file].as_ref().expect("a file that was read")
    }

    pub fn load(&mut self, file: usize) {
        if self.texts[file].is_some() {
            return;
        }
        let content = read(self.source, self.files[file].path);
        let mut ranges = Vec::new();
        let mut start = 0;
        for end in memchr::memchr_iter(b'\n', &content).chain([content.len()]) {
            ranges.push(start..end);
            start = end + 1;
        }
        ranges.pop_if(|last| last.start == last.end);
        let ranges: Vec<Range<usize>> = ranges.into_iter().map(|it| without_blanks(&content, it)).collect();
        self.texts[file] = Some(FileText {
            lines: Vec::new(),
            have_code: code_flags(&content, &ranges, self.files[file].path),
            content,
        });
        let lines = ranges.into_iter().map(|range| self.number_of(file, range)).collect();
        if let Some(text) = &mut self.texts[file] {
            text.lines = lines;
        }
    }

    /// `range`: without blanks around the line.
    fn number_of(&mut self, file: usize, range: Range<usize>) -> u32 {
        let (texts, lines) = (&self.texts, &mut self.lines);
        let content_of = |it: &Line| {
            let text = texts[it.file].as_ref().expect("a file that was read");
            &text.content[it.start..it.end]
        };
        let own = Line {
            file,
            start: range.start,
            end: range.end,
        };
        let line = content_of(&own);
        let hash = FxBuildHasher.hash_one(line);
        if let Some(known) = self.numbers.find(hash, |it| content_of(&lines[*it as usize]) == line) {
            return *known;
        }
        let number = lines.len() as u32;
        lines.push(own);
        let hash_of = |it: &u32| FxBuildHasher.hash_one(content_of(&lines[*it as usize]));
        self.numbers.insert_unique(hash, number, hash_of);
        number
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

fn without_blanks(content: &[u8], line: Range<usize>) -> Range<usize> {
    let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r' | 0x0c | 0x0b);
    let own = &content[line.clone()];
    let Some(first) = own.iter().position(|byte| !is_blank(byte)) else {
        return line.end..line.end;
    };
    let last = own.iter().rposition(|byte| !is_blank(byte)).unwrap_or(first);
    line.start + first..line.start + last + 1
}
