//! `analyzer-rs copies`: finds the groups of similar declarations and of blocks in the files of all projects of an index,
//! which the caller sends as frames. `packages/core/src/index/write/native-groups.ts` is the other side.

use std::io;

use serde::Deserialize;
use serde_json::json;

use super::output::Output;
use super::posted::PostedFrames;
use crate::entries::items::Items;
use crate::serve::frames::FrameReader;
use base::errors::AnalyzerError;
use base::hex::hex;
use base::json_text::push_format;
use parse::elements::element_block::ElementBlock;
use relate::copies::{
    BlockGroups, ComparedBodies, ComparedDeclaration, ComparedFile, CopyLimits, NearGroup, find_similar_groups,
    group_units, has_blocks, read_units,
};
use relate::model::GroupKind;

#[derive(Deserialize)]
pub struct CopiesRequest {
    kinds: Vec<GroupKind>,
    limits: CopyLimits,
    /// Ranges of files, ascending: the posted 5-grams of their declarations are written too if the kinds have `near`.
    posted: Vec<(u32, u32)>,
}

/// The body has the declarations of all files, then their element blocks.
#[derive(Deserialize)]
struct FilesHeader {
    /// Number of declarations and size of the element block of each file.
    files: Vec<(usize, usize)>,
}

/// Columns by file.
#[derive(Default)]
struct SentFiles {
    declarations: Vec<Vec<ComparedDeclaration>>,
    /// Element blocks without units, and the units.
    elements: Blocks,
    units: Blocks,
}

/// Blocks of bytes one after another: in one piece, which returns to the system when it is dropped.
#[derive(Default)]
struct Blocks {
    bytes: Vec<u8>,
    ends: Vec<usize>,
}

impl Blocks {
    fn iter(&self) -> impl Iterator<Item = &[u8]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, end)| &self.bytes[start..*end])
    }

    /// Ends a block after what was appended to the bytes.
    fn end(&mut self) {
        self.ends.push(self.bytes.len());
    }
}

/// Reads frames of files from stdin to its end; then writes the groups to stdout, last `{"done":true}`.
pub fn write_copies(request: &CopiesRequest) -> Result<(), AnalyzerError> {
    let failed = |error: io::Error| AnalyzerError::internal(format!("copies: {error}"));
    let sent = read_files().map_err(failed)?;
    let pairs = sent.elements.iter().zip(sent.declarations);
    let files: Vec<ComparedFile<'_>> = pairs
        .map(|(elements, declarations)| ComparedFile {
            elements: elements.into(),
            declarations,
            bodies: ComparedBodies::Declarations,
        })
        .collect();
    let output = Output::default();
    let (near, callbacks) = if request.kinds.contains(&GroupKind::Near) {
        let mut posted = PostedFrames::new(&request.posted, &output);
        let mut visit = |file: u32, declaration: u32, values: &mut [u16]| posted.add(file, declaration, values);
        let similar = find_similar_groups(&files, &request.limits, false, |_| true, Some(&mut visit));
        posted.finish().map_err(failed)?;
        (similar.near, similar.callbacks)
    } else {
        (Vec::new(), Vec::new())
    };
    let blocks = if has_blocks(&request.kinds) {
        let units = read_units(&sent.units.iter().map(Into::into).collect::<Vec<_>>());
        // Nearly half of all blocks.
        drop(sent.units);
        group_units(&files, units, &request.kinds, &request.limits, None)
    } else {
        BlockGroups::default()
    };
    write_near("near", &near, &output).map_err(failed)?;
    write_near("callbacks", &callbacks, &output).map_err(failed)?;
    write(&blocks, &output).map_err(failed)
}

fn read_files() -> io::Result<SentFiles> {
    let broken = || io::Error::new(io::ErrorKind::InvalidData, "a frame of files is not valid");
    let mut frames = FrameReader::new(io::stdin().lock());
    let mut files = SentFiles::default();
    while let Some(frame) = frames.read()? {
        let FilesHeader { files: sizes } = serde_json::from_slice(frame.header)?;
        let declarations: usize = sizes.iter().map(|(declarations, _)| declarations).sum();
        let (rows, mut blocks) = frame.body.split_at_checked(declarations * ROW).ok_or_else(broken)?;
        let (rows, _) = rows.as_chunks::<ROW>();
        let mut rows = rows.iter().map(declaration);
        for (declarations, size) in sizes {
            let (elements, rest) = blocks.split_at_checked(size).ok_or_else(broken)?;
            blocks = rest;
            files.declarations.push(rows.by_ref().take(declarations).collect());
            ElementBlock::split_units(elements, &mut files.elements.bytes, &mut files.units.bytes)
                .ok_or_else(broken)?;
            files.elements.end();
            files.units.end();
        }
    }
    Ok(files)
}

/// Bytes of a declaration: nodes, number of the declaration around it, first byte, byte after it; little-endian.
const ROW: usize = 16;

fn declaration(row: &[u8; ROW]) -> ComparedDeclaration {
    let (numbers, _) = row.as_chunks::<4>();
    ComparedDeclaration {
        nodes: u32::from_le_bytes(numbers[0]),
        within: i32::from_le_bytes(numbers[1]),
        start_byte: u32::from_le_bytes(numbers[2]),
        end_byte: u32::from_le_bytes(numbers[3]),
    }
}

fn write_near(name: &'static str, groups: &[NearGroup], output: &Output) -> io::Result<()> {
    let mut items = Items::new(name, output);
    for group in groups {
        items.add(|out| {
            push_format(out, format_args!("{{\"fingerprint\":\"{}\"", hex(&group.fingerprint)));
            push_rows(out, "members", &group.members, |it| {
                [it.file, it.declaration, it.similarity]
            });
        })?;
    }
    items.finish()
}

fn write(blocks: &BlockGroups, output: &Output) -> io::Result<()> {
    let mut items = Items::new("blocks", output);
    for group in &blocks.groups {
        items.add(|out| {
            let (kind, nodes) = (group.kind.name(), group.nodes);
            let fingerprint = hex(&group.fingerprint);
            let start = format_args!("{{\"kind\":\"{kind}\",\"nodes\":{nodes},\"fingerprint\":\"{fingerprint}\"");
            push_format(out, start);
            push_rows(out, "occurrences", &group.occurrences, |it| {
                [it.file, it.start_line, it.end_line, it.start_byte, it.end_byte]
            });
        })?;
    }
    items.finish()?;
    let left_out = &blocks.left_out;
    if !left_out.files.is_empty() {
        let row = json!({ "runs_left_out": { "occurrences": left_out.occurrences, "files": left_out.files } });
        output.write(&row.to_string(), &[])?;
    }
    output.write(&json!({ "done": true }).to_string(), &[])
}

/// The last key of an object, with a list of lists of numbers.
fn push_rows<T, const N: usize>(out: &mut String, key: &str, items: &[T], row: impl Fn(&T) -> [u32; N]) {
    push_format(out, format_args!(",\"{key}\":["));
    for (at, item) in items.iter().enumerate() {
        let numbers = row(item).map(|it| it.to_string()).join(",");
        push_format(out, format_args!("{}[{numbers}]", if at > 0 { "," } else { "" }));
    }
    out.push_str("]}");
}
