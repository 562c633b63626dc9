//! Encodes facts as a line.

use compact_str::CompactString;
use rustc_hash::FxHashMap;

use crate::facts::{
    BaseFacts, BaseKind, Calls, Control, DeclarationFacts, ErrorRanges, ExportFacts, FileFacts, IgnoreComment,
    ImportFacts, ImportPhase, ObjectFacts, ReferenceFacts, ReferenceKind, ScopedCall,
};
use base::hex::push_hex;

use super::columns::ColumnWriter;
use super::facts_line::{
    CONTROL_KINDS, DECLARATION_KINDS, FactsLine, HAS_BASES, HAS_FUNCTION, HAS_INLINE_TYPES, HAS_RETURNS, HAS_SCOPE,
    HAS_TREE_HASH, IS_CONDITIONAL, IS_ELIDED, IS_EXPORTED, IS_REASSIGNED, IS_REEXPORT, IS_SCOPED, IS_TARGET, LOOKUPS,
};

/// Strings by their index.
#[derive(Default)]
struct Words<'a> {
    text: String,
    lengths: ColumnWriter,
    indices: FxHashMap<&'a str, u32>,
}

impl<'a> Words<'a> {
    fn index(&mut self, text: &'a str) -> u32 {
        let next = self.indices.len() as u32;
        *self.indices.entry(text).or_insert_with(|| {
            self.text.push_str(text);
            self.lengths.unsigned(text.len() as u32);
            next
        })
    }

    fn write(&mut self, texts: &'a [CompactString], out: &mut ColumnWriter) {
        out.unsigned(texts.len() as u32);
        for text in texts {
            out.unsigned(self.index(text));
        }
    }
}

fn write_bases<'a>(bases: &'a [BaseFacts], words: &mut Words<'a>, out: &mut ColumnWriter) {
    out.unsigned(bases.len() as u32);
    for BaseFacts { name, kind, scope } in bases {
        out.unsigned(words.index(name));
        out.unsigned(index_in(&BaseKind::ALL, *kind) * 2 + u32::from(scope.is_some()));
        if let Some(scope) = scope {
            out.signed(*scope);
        }
    }
}

/// Without token records.
pub fn encode_facts(facts: &FileFacts) -> FactsLine<'static> {
    let (written_calls, written_control) = (facts.calls.read(), facts.control.read());
    let mut words = Words::default();
    let declarations = declarations(&facts.declarations, &mut words);
    let imports = imports(&facts.imports, &mut words);
    let exports = exports(&facts.exports, &mut words);
    let calls = calls(&written_calls, &mut words);
    let objects = objects(&facts.objects, &mut words);
    let references = (!facts.references.is_empty()).then(|| references(&facts.references, &mut words).into());
    let ignored =
        (!facts.ignore_comments.is_empty()).then(|| ignore_comments(&facts.ignore_comments, &mut words).into());
    let errors = facts.errors.as_ref().map(|it| errors(it, &mut words).into());
    FactsLine {
        hashes: hashes(facts).into(),
        errors,
        declarations: declarations.into(),
        imports: imports.into(),
        exports: exports.into(),
        calls: calls.into(),
        objects: objects.into(),
        scoped_calls: scoped_calls(&facts.scoped_calls).into(),
        references,
        references_truncated: facts.references_truncated,
        control: control(&written_control).into(),
        ignore_comments: ignored,
        embedded: facts.embedded.clone(),
        text: words.text.into(),
        texts: words.lengths.finish().into(),
    }
}

fn hashes(facts: &FileFacts) -> String {
    let mut text = String::new();
    push_hex(&mut text, &facts.tree_hash);
    for it in &facts.declarations {
        if let Some(function) = &it.function {
            push_hex(&mut text, &function.body);
            push_hex(&mut text, &function.shape);
        }
        if let Some(hash) = &it.tree_hash {
            push_hex(&mut text, hash);
        }
    }
    text
}

fn errors<'a>(errors: &'a ErrorRanges, words: &mut Words<'a>) -> String {
    let mut out = ColumnWriter::default();
    out.unsigned(errors.count);
    for it in &errors.ranges {
        out.unsigned(it.start_line);
        out.unsigned(it.end_line);
        out.unsigned(it.message.as_ref().map_or(0, |message| words.index(message) + 1));
    }
    out.finish()
}

fn declarations<'a>(all: &'a [DeclarationFacts], words: &mut Words<'a>) -> String {
    let mut out = ColumnWriter::default();
    let (mut line, mut byte) = (1, 0);
    for (index, it) in all.iter().enumerate() {
        out.unsigned(index_in(&DECLARATION_KINDS, it.kind));
        out.unsigned(
            flag(it.function.is_some(), HAS_FUNCTION)
                | flag(it.tree_hash.is_some(), HAS_TREE_HASH)
                | flag(it.returns.is_some(), HAS_RETURNS)
                | flag(it.exported, IS_EXPORTED)
                | flag(!it.bases.is_empty(), HAS_BASES)
                | flag(it.scope.is_some(), HAS_SCOPE)
                | flag(it.reassigned, IS_REASSIGNED),
        );
        out.unsigned(words.index(&it.name));
        out.unsigned(qualified_name(it, all, words));
        out.step(line, it.start_line);
        out.step(it.start_line, it.end_line);
        out.step(byte, it.start_byte);
        out.step(it.start_byte, it.end_byte);
        out.unsigned(it.nodes);
        out.signed(if it.within == -1 { 0 } else { index as i32 - it.within });
        words.write(&it.parameters, &mut out);
        words.write(&it.bound, &mut out);
        if let Some(returns) = &it.returns {
            out.unsigned(words.index(returns));
        }
        if !it.bases.is_empty() {
            write_bases(&it.bases, words, &mut out);
        }
        if let Some(scope) = it.scope {
            out.signed(scope);
        }
        (line, byte) = (it.start_line, it.start_byte);
    }
    out.finish()
}

/// 0: the name; 1: the name of the enclosing declaration, a dot and the name; else the index of the string plus 2.
fn qualified_name<'a>(it: &'a DeclarationFacts, all: &'a [DeclarationFacts], words: &mut Words<'a>) -> u32 {
    if it.qualified_name == it.name {
        return 0;
    }
    let before = it
        .qualified_name
        .strip_suffix(it.name.as_str())
        .and_then(|it| it.strip_suffix('.'));
    let outer = usize::try_from(it.within).ok().and_then(|outer| all.get(outer));
    match (before, outer) {
        (Some(before), Some(outer)) if before == outer.qualified_name => 1,
        _ => words.index(&it.qualified_name) + 2,
    }
}

fn imports<'a>(all: &'a [ImportFacts], words: &mut Words<'a>) -> String {
    let mut out = ColumnWriter::default();
    let mut line = 1;
    for it in all {
        out.unsigned(index_in(&LOOKUPS, it.lookup));
        out.unsigned(index_in(&ImportPhase::ALL, it.phase));
        out.unsigned(
            flag(it.conditional, IS_CONDITIONAL)
                | flag(it.reexport, IS_REEXPORT)
                | flag(it.target == it.specifier, IS_TARGET)
                | flag(it.inline_types, HAS_INLINE_TYPES)
                | flag(it.scope.is_some(), IS_SCOPED)
                | flag(it.elided, IS_ELIDED),
        );
        out.unsigned(words.index(&it.specifier));
        if it.target != it.specifier {
            out.unsigned(words.index(&it.target));
        }
        if let Some(scope) = it.scope {
            out.signed(scope);
        }
        out.step(line, it.line);
        out.unsigned(it.names.len() as u32);
        for imported in &it.names {
            out.unsigned(words.index(&imported.name));
            out.unsigned(imported.alias.as_ref().map_or(0, |alias| words.index(alias) + 1));
        }
        line = it.line;
    }
    out.finish()
}

fn exports<'a>(all: &'a [ExportFacts], words: &mut Words<'a>) -> String {
    let mut out = ColumnWriter::default();
    for it in all {
        out.unsigned(words.index(&it.name));
        out.unsigned(words.index(&it.local));
    }
    out.finish()
}

fn calls<'a>(calls: &'a Calls, words: &mut Words<'a>) -> String {
    let mut out = ColumnWriter::default();
    let (mut line, mut within) = (1, -1);
    for (callee, call) in calls.callees().zip(calls.rows()) {
        out.unsigned(words.index(callee));
        out.step(line, call.line);
        out.signed(call.within - within);
        (line, within) = (call.line, call.within);
    }
    out.finish()
}

fn objects<'a>(all: &'a [ObjectFacts], words: &mut Words<'a>) -> String {
    let mut out = ColumnWriter::default();
    let mut call = 0;
    for it in all {
        out.unsigned(it.call - call);
        out.unsigned(words.index(&it.class));
        out.signed(it.scope.unwrap_or(-1));
        out.unsigned(u32::from(it.declared));
        call = it.call;
    }
    out.finish()
}

fn scoped_calls(all: &[ScopedCall]) -> String {
    let mut out = ColumnWriter::default();
    let mut call = 0;
    for it in all {
        out.unsigned(it.call - call);
        out.signed(it.scope);
        call = it.call;
    }
    out.finish()
}

fn references<'a>(all: &'a [ReferenceFacts], words: &mut Words<'a>) -> String {
    let mut out = ColumnWriter::default();
    let (mut line, mut within) = (1, -1);
    for it in all {
        out.unsigned(words.index(&it.name));
        out.unsigned(index_in(&ReferenceKind::ALL, it.kind) * 2 + u32::from(it.scope.is_some()));
        out.step(line, it.line);
        out.signed(it.within - within);
        if let Some(scope) = it.scope {
            out.signed(scope);
        }
        (line, within) = (it.line, it.within);
    }
    out.finish()
}

fn ignore_comments<'a>(all: &'a [IgnoreComment], words: &mut Words<'a>) -> String {
    let mut out = ColumnWriter::default();
    let mut line = 0;
    for it in all {
        out.unsigned(it.line - line);
        out.unsigned(words.index(&it.kind));
        out.unsigned(words.index(&it.reason));
        line = it.line;
    }
    out.finish()
}

fn control(control: &[Control]) -> String {
    let mut out = ColumnWriter::default();
    let (mut line, mut within) = (1, -1);
    for it in control {
        out.unsigned(index_in(&CONTROL_KINDS, it.kind()));
        out.unsigned(it.depth());
        out.step(line, it.line);
        out.signed(it.within - within);
        (line, within) = (it.line, it.within);
    }
    out.finish()
}

fn flag(is: bool, flag: u32) -> u32 {
    if is { flag } else { 0 }
}

fn index_in<T: PartialEq>(values: &[T], value: T) -> u32 {
    values
        .iter()
        .position(|it| *it == value)
        .expect("every value has an index") as u32
}
