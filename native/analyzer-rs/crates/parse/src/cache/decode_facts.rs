//! Decodes a line to facts.

use compact_str::{CompactString, format_compact};

use crate::facts::{
    BaseFacts, BaseKind, Calls, Control, DeclarationFacts, ErrorRange, ErrorRanges, ExportFacts, FileFacts,
    FunctionHashes, Hash, IgnoreComment, ImportFacts, ImportPhase, ImportedName, ObjectFacts, ReferenceFacts,
    ReferenceKind, ScopedCall,
};

use super::columns::{ColumnReader, count_of};
use super::facts_line::{
    CONTROL_KINDS, DECLARATION_KINDS, FactsLine, HAS_BASES, HAS_FUNCTION, HAS_INLINE_TYPES, HAS_RETURNS, HAS_SCOPE,
    HAS_TREE_HASH, IS_CONDITIONAL, IS_ELIDED, IS_EXPORTED, IS_REASSIGNED, IS_REEXPORT, IS_SCOPED, IS_TARGET, LOOKUPS,
    NotALine,
};

const HASH_DIGITS: usize = 64;
/// Numbers per row.
const CALL_NUMBERS: usize = 3;
const CONTROL_NUMBERS: usize = 4;

struct Words<'a> {
    words: Vec<&'a str>,
}

impl<'a> Words<'a> {
    fn new(line: &'a FactsLine<'_>) -> Result<Self, NotALine> {
        let mut read = ColumnReader::new(&line.texts);
        let mut words = Vec::with_capacity(count_of(&line.texts));
        let mut start = 0;
        while !read.at_end() {
            let end = start + read.unsigned()? as usize;
            words.push(line.text.get(start..end).ok_or(NotALine)?);
            start = end;
        }
        Ok(Self { words })
    }

    fn at(&self, index: u32) -> Result<&'a str, NotALine> {
        self.words.get(index as usize).copied().ok_or(NotALine)
    }

    fn next(&self, read: &mut ColumnReader<'_>) -> Result<&'a str, NotALine> {
        self.at(read.unsigned()?)
    }

    fn list(&self, read: &mut ColumnReader<'_>) -> Result<Vec<CompactString>, NotALine> {
        let count = read.unsigned()?;
        (0..count).map(|_| self.next(read).map(CompactString::from)).collect()
    }

    /// 0 for none.
    fn optional(&self, read: &mut ColumnReader<'_>) -> Result<Option<&str>, NotALine> {
        let index = read.unsigned()?;
        index.checked_sub(1).map(|it| self.at(it)).transpose()
    }
}

fn read_bases(read: &mut ColumnReader<'_>, words: &Words<'_>) -> Result<Box<[BaseFacts]>, NotALine> {
    let count = read.unsigned()?;
    (0..count)
        .map(|_| {
            let name = words.next(read)?.into();
            let kind_and_scope = read.unsigned()?;
            let kind = value_at(&BaseKind::ALL, kind_and_scope >> 1)?;
            let scope = (kind_and_scope & 1 != 0).then(|| read.signed()).transpose()?;
            Ok(BaseFacts { name, kind, scope })
        })
        .collect()
}

pub fn decode_facts(line: &FactsLine<'_>) -> Result<FileFacts, NotALine> {
    let words = Words::new(line)?;
    let mut hashes = Hashes {
        rest: line.hashes.as_bytes(),
    };
    Ok(FileFacts {
        tree_hash: hashes.next()?,
        errors: line.errors.as_ref().map(|it| errors(it, &words)).transpose()?,
        declarations: declarations(&line.declarations, &mut hashes, &words)?,
        imports: imports(&line.imports, &words)?,
        exports: exports(&line.exports, &words)?,
        calls: calls(&line.calls, &words)?.into(),
        objects: objects(&line.objects, &words)?,
        scoped_calls: scoped_calls(&line.scoped_calls)?,
        references: references(line.references.as_deref().unwrap_or_default(), &words)?,
        references_truncated: line.references_truncated,
        control: control(&line.control)?.into(),
        ignore_comments: ignore_comments(line.ignore_comments.as_deref().unwrap_or_default(), &words)?,
        embedded: line.embedded.clone(),
        ..FileFacts::default()
    })
}

struct Hashes<'a> {
    rest: &'a [u8],
}

impl Hashes<'_> {
    fn next(&mut self) -> Result<Hash, NotALine> {
        let (digits, rest) = self.rest.split_at_checked(HASH_DIGITS).ok_or(NotALine)?;
        self.rest = rest;
        let mut hash = Hash::default();
        for (byte, pair) in hash.iter_mut().zip(digits.as_chunks::<2>().0) {
            *byte = digit(pair[0])? << 4 | digit(pair[1])?;
        }
        Ok(hash)
    }
}

fn digit(byte: u8) -> Result<u8, NotALine> {
    match byte {
        b'0'..=b'9' => Ok(byte - b'0'),
        b'a'..=b'f' => Ok(byte - b'a' + 10),
        _ => Err(NotALine),
    }
}

fn errors(column: &str, words: &Words<'_>) -> Result<ErrorRanges, NotALine> {
    let mut read = ColumnReader::new(column);
    let mut errors = ErrorRanges {
        count: read.unsigned()?,
        ranges: Vec::new(),
    };
    while !read.at_end() {
        errors.ranges.push(ErrorRange {
            start_line: read.unsigned()?,
            end_line: read.unsigned()?,
            message: words.optional(&mut read)?.map(str::to_owned),
        });
    }
    Ok(errors)
}

fn ignore_comments(column: &str, words: &Words<'_>) -> Result<Vec<IgnoreComment>, NotALine> {
    let mut read = ColumnReader::new(column);
    let mut comments = Vec::new();
    let mut line: u32 = 0;
    while !read.at_end() {
        line = line.checked_add(read.unsigned()?).ok_or(NotALine)?;
        let (kind, reason) = (words.next(&mut read)?.into(), words.next(&mut read)?.into());
        comments.push(IgnoreComment { line, kind, reason });
    }
    Ok(comments)
}

fn declarations(column: &str, hashes: &mut Hashes<'_>, words: &Words<'_>) -> Result<Vec<DeclarationFacts>, NotALine> {
    let mut read = ColumnReader::new(column);
    let mut all: Vec<DeclarationFacts> = Vec::new();
    let (mut line, mut byte) = (1, 0);
    while !read.at_end() {
        let kind = value_at(&DECLARATION_KINDS, read.unsigned()?)?;
        let has = read.unsigned()?;
        let name = words.next(&mut read)?;
        let qualified = read.unsigned()?;
        line = read.step(line)?;
        let end_line = read.step(line)?;
        byte = read.step(byte)?;
        let end_byte = read.step(byte)?;
        let nodes = read.unsigned()?;
        let outer = read.signed()?;
        let within = if outer == 0 {
            -1
        } else {
            (all.len() as i32).wrapping_sub(outer)
        };
        let qualified_name = match qualified {
            0 => name.into(),
            1 => {
                let outer = usize::try_from(within)
                    .ok()
                    .and_then(|it| all.get(it))
                    .ok_or(NotALine)?;
                format_compact!("{}.{name}", outer.qualified_name)
            }
            index => words.at(index - 2)?.into(),
        };
        let parameters = words.list(&mut read)?;
        let bound = words.list(&mut read)?;
        let returns = (has & HAS_RETURNS != 0)
            .then(|| words.next(&mut read).map(CompactString::from))
            .transpose()?;
        let bases = if has & HAS_BASES == 0 {
            Box::default()
        } else {
            read_bases(&mut read, words)?
        };
        let scope = (has & HAS_SCOPE != 0).then(|| read.signed()).transpose()?;
        let function = if has & HAS_FUNCTION != 0 {
            let (body, shape) = (hashes.next()?, hashes.next()?);
            Some(FunctionHashes { body, shape })
        } else {
            None
        };
        let tree_hash = (has & HAS_TREE_HASH != 0).then(|| hashes.next()).transpose()?;
        all.push(DeclarationFacts {
            kind,
            name: name.into(),
            qualified_name,
            parameters,
            returns,
            exported: has & IS_EXPORTED != 0,
            start_line: line,
            end_line,
            start_byte: byte,
            end_byte,
            nodes,
            within,
            scope,
            reassigned: has & IS_REASSIGNED != 0,
            bound,
            bases,
            function,
            tree_hash,
        });
    }
    Ok(all)
}

fn imports(column: &str, words: &Words<'_>) -> Result<Vec<ImportFacts>, NotALine> {
    let mut read = ColumnReader::new(column);
    let mut all = Vec::new();
    let mut line = 1;
    while !read.at_end() {
        let lookup = value_at(&LOOKUPS, read.unsigned()?)?;
        let phase = value_at(&ImportPhase::ALL, read.unsigned()?)?;
        let flags = read.unsigned()?;
        let specifier = words.next(&mut read)?;
        let target = if flags & IS_TARGET != 0 {
            specifier
        } else {
            words.next(&mut read)?
        };
        let scope = (flags & IS_SCOPED != 0).then(|| read.signed()).transpose()?;
        line = read.step(line)?;
        let names = (0..read.unsigned()?)
            .map(|_| {
                let name = words.next(&mut read)?.into();
                let alias = words.optional(&mut read)?.map(CompactString::from);
                Ok(ImportedName { name, alias })
            })
            .collect::<Result<_, NotALine>>()?;
        all.push(ImportFacts {
            specifier: specifier.into(),
            names,
            line,
            conditional: flags & IS_CONDITIONAL != 0,
            phase,
            lookup,
            reexport: flags & IS_REEXPORT != 0,
            scope,
            inline_types: flags & HAS_INLINE_TYPES != 0,
            elided: flags & IS_ELIDED != 0,
            target: target.into(),
        });
    }
    Ok(all)
}

fn exports(column: &str, words: &Words<'_>) -> Result<Vec<ExportFacts>, NotALine> {
    let mut read = ColumnReader::new(column);
    let mut all = Vec::new();
    while !read.at_end() {
        let name = words.next(&mut read)?.into();
        let local = words.next(&mut read)?.into();
        all.push(ExportFacts { name, local });
    }
    Ok(all)
}

fn calls(column: &str, words: &Words<'_>) -> Result<Calls, NotALine> {
    let mut read = ColumnReader::new(column);
    let count = count_of(column) / CALL_NUMBERS;
    let mut calls = Calls::default();
    calls.reserve(count);
    let (mut line, mut within) = (1, -1_i32);
    while !read.at_end() {
        let callee = words.next(&mut read)?;
        line = read.step(line)?;
        within = within.wrapping_add(read.signed()?);
        calls.push(callee, line, within);
    }
    Ok(calls)
}

fn objects(column: &str, words: &Words<'_>) -> Result<Vec<ObjectFacts>, NotALine> {
    let mut read = ColumnReader::new(column);
    let mut all = Vec::new();
    let mut call = 0_u32;
    while !read.at_end() {
        call = call.wrapping_add(read.unsigned()?);
        let class = words.next(&mut read)?.into();
        let scope = Some(read.signed()?).filter(|it| *it >= 0);
        let declared = read.unsigned()? == 1;
        all.push(ObjectFacts {
            call,
            class,
            scope,
            declared,
        });
    }
    Ok(all)
}

fn scoped_calls(column: &str) -> Result<Vec<ScopedCall>, NotALine> {
    let mut read = ColumnReader::new(column);
    let mut all = Vec::new();
    let mut call = 0_u32;
    while !read.at_end() {
        call = call.wrapping_add(read.unsigned()?);
        let scope = read.signed()?;
        all.push(ScopedCall { call, scope });
    }
    Ok(all)
}

fn references(column: &str, words: &Words<'_>) -> Result<Vec<ReferenceFacts>, NotALine> {
    let mut read = ColumnReader::new(column);
    let mut all = Vec::new();
    let (mut line, mut within) = (1, -1_i32);
    while !read.at_end() {
        let name = words.next(&mut read)?.into();
        let kind_and_scope = read.unsigned()?;
        let kind = value_at(&ReferenceKind::ALL, kind_and_scope >> 1)?;
        line = read.step(line)?;
        within = within.wrapping_add(read.signed()?);
        let scope = (kind_and_scope & 1 != 0).then(|| read.signed()).transpose()?;
        all.push(ReferenceFacts {
            name,
            kind,
            line,
            within,
            scope,
        });
    }
    Ok(all)
}

fn control(column: &str) -> Result<Vec<Control>, NotALine> {
    let mut read = ColumnReader::new(column);
    let count = count_of(column) / CONTROL_NUMBERS;
    let mut control = Vec::with_capacity(count);
    let (mut line, mut within) = (1, -1_i32);
    while !read.at_end() {
        let kind = value_at(&CONTROL_KINDS, read.unsigned()?)?;
        let depth = read.unsigned()?;
        if depth > Control::DEEPEST {
            return Err(NotALine);
        }
        line = read.step(line)?;
        within = within.wrapping_add(read.signed()?);
        control.push(Control::new(kind, depth, line, within));
    }
    Ok(control)
}

fn value_at<T: Copy>(values: &[T], index: u32) -> Result<T, NotALine> {
    values.get(index as usize).copied().ok_or(NotALine)
}
