//! The groups of the kinds `near`, `block` and `block-shape` of a project, as frames.

use std::io;

use crate::index::output::Output;
use base::json_text::push_format;
use relate::copies::{CopiedFile, CopyEvidence, find_copies};
use relate::model::{BlockRange, DeclarationRef, FileIndex, Group, GroupKind};
use scan::model::{Entry, ScanOptions};

use super::items::Items;

pub struct Copies {
    groups: Vec<Group>,
    evidence: Option<CopyEvidence>,
}

impl Copies {
    pub fn find(entries: &[Entry], options: &ScanOptions, wants_evidence: bool) -> Self {
        let mut files: Vec<CopiedFile<'_>> = (0..)
            .zip(entries)
            .filter_map(|(file, entry)| {
                let facts = entry.file()?.facts.as_deref()?;
                Some(CopiedFile {
                    file,
                    elements: facts.elements.as_deref()?,
                    declarations: &facts.declarations,
                })
            })
            .collect();
        files.sort_by_key(|it| &entries[it.file as usize].path);
        let mut evidence = wants_evidence.then(CopyEvidence::default);
        let groups = find_copies(&files, &options.kinds, &options.copy_limits(), evidence.as_mut());
        Self { groups, evidence }
    }

    /// Files are numbers of entries.
    pub fn write(&self, output: &Output) -> io::Result<()> {
        let mut groups = Items::new("groups", output);
        for (at, group) in self.groups.iter().enumerate() {
            let units = self.evidence.as_ref().map(|it| it.units[at].as_slice());
            groups.add(|out| push_group(out, group, units))?;
        }
        groups.finish()?;
        let Some(evidence) = &self.evidence else {
            return Ok(());
        };
        let mut similar = Items::new("similar", output);
        for (DeclarationRef { file, declaration }, body) in &evidence.members {
            similar.add(|out| push_format(out, format_args!("[{file},{declaration},\"{body:016x}\"]")))?;
        }
        similar.finish()?;
        let mut repeats = Items::new("repeats", output);
        for repeat in &evidence.repeats {
            repeats.add(|out| {
                push_format(out, format_args!("{{\"kind\":\"{}\"", repeat.kind.name()));
                push_units(out, &repeat.units);
                push_blocks(out, &repeat.blocks);
                out.push('}');
            })?;
        }
        repeats.finish()
    }
}

fn push_group(out: &mut String, group: &Group, units: Option<&[u64]>) {
    let (id, kind) = (&group.id, group.kind.name());
    push_format(
        out,
        format_args!(
            "{{\"id\":\"{id}\",\"kind\":\"{kind}\",\"nodes\":{},\"score\":{}",
            group.nodes, group.score
        ),
    );
    if group.kind == GroupKind::Near {
        let members = group.occurrences.iter().zip(&group.similarity);
        push_list(out, "members", members, |out, (it, similarity)| {
            push_format(out, format_args!("[{},{},{similarity}]", it.file, it.declaration));
        });
    } else {
        push_blocks(out, &group.blocks);
        if let Some(units) = units {
            push_units(out, units);
        }
    }
    out.push('}');
}

fn push_units(out: &mut String, units: &[u64]) {
    push_list(out, "units", units, |out, unit| {
        push_format(out, format_args!("\"{unit:016x}\""));
    });
}

/// Each as file, lines, bytes, and the declaration around it or -1.
fn push_blocks(out: &mut String, blocks: &[BlockRange]) {
    push_list(out, "blocks", blocks, |out, it| {
        let file: FileIndex = it.file;
        let within = it.within.map_or(-1, i64::from);
        let (lines, bytes) = ((it.start_line, it.end_line), (it.start_byte, it.end_byte));
        let numbers = format_args!("[{file},{},{},{},{},{within}]", lines.0, lines.1, bytes.0, bytes.1);
        push_format(out, numbers);
    });
}

/// A key after other keys, with a list.
fn push_list<T>(out: &mut String, key: &str, items: impl IntoIterator<Item = T>, push: impl Fn(&mut String, T)) {
    push_format(out, format_args!(",\"{key}\":["));
    for (at, item) in items.into_iter().enumerate() {
        if at > 0 {
            out.push(',');
        }
        push(out, item);
    }
    out.push(']');
}
