//! The outcome of parsing a file, as JSON: the properties of `packages/core/src/parse/engine.ts` and `facts.ts`. It does
//! not contain token records and the columns of syntax trees, which are sent separately.

use std::fmt::Display;

use base::json_text::{push_bool, push_format, push_hash, push_list, push_number, push_optional, push_quoted};

use super::elements::stored_block::StoredBlock;
use super::engine::ParseOutcome;
use super::facts::{
    BaseFacts, Calls, Control, DeclarationFacts, EmbeddedFacts, ErrorRanges, FileFacts, ImportFacts, ImportedName,
    ReferenceFacts, Within,
};
use super::syntax_tree::push_tree;

pub fn push_outcome(out: &mut String, outcome: &ParseOutcome) {
    match outcome {
        ParseOutcome::Analyzed { facts, encoding } => push_read(out, "analyzed", facts, encoding),
        ParseOutcome::Partial { facts, encoding } => push_read(out, "partial", facts, encoding),
        ParseOutcome::SyntaxError { errors, encoding } => {
            out.push_str("{\"status\":\"syntax-error\"");
            push_errors(out, errors);
            push_optional(out, "encoding", encoding.as_deref());
            out.push('}');
        }
        ParseOutcome::UnsupportedLanguage { reason } => push_failed(out, "unsupported-language", reason),
        ParseOutcome::MissingParser { reason } => push_failed(out, "missing-parser", reason),
        ParseOutcome::Undecodable { reason } => push_failed(out, "undecodable", reason),
        ParseOutcome::Timeout { reason } => push_failed(out, "timeout", reason),
        ParseOutcome::ParserFailed { reason } => push_failed(out, "parser-failed", reason),
    }
}

fn push_read(out: &mut String, status: &str, facts: &FileFacts, encoding: &Option<String>) {
    push_format(out, format_args!("{{\"status\":\"{status}\",\"facts\":"));
    let all = IncludedLists {
        declarations: true,
        calls: true,
        control: true,
    };
    push_fact_lists(out, facts, all);
    if let Some(grams) = &facts.grams {
        push_grams(out, grams);
    }
    if let Some(elements) = facts.elements.as_ref().and_then(StoredBlock::held) {
        push_format(out, format_args!(",\"elements\":{}", elements.len()));
    }
    if let Some(tree) = &facts.tree {
        push_tree(out, tree);
    }
    out.push('}');
    push_optional(out, "encoding", encoding.as_deref());
    out.push('}');
}

fn push_failed(out: &mut String, status: &str, reason: &str) {
    push_format(out, format_args!("{{\"status\":\"{status}\""));
    push_optional(out, "reason", Some(reason));
    out.push('}');
}

/// `,"errors":{…}`
pub fn push_errors(out: &mut String, errors: &ErrorRanges) {
    push_format(
        out,
        format_args!(",\"errors\":{{\"count\":{},\"ranges\":[", errors.count),
    );
    for (index, range) in errors.ranges.iter().enumerate() {
        let comma = if index == 0 { "" } else { "," };
        push_format(
            out,
            format_args!(
                "{comma}{{\"start_line\":{},\"end_line\":{}",
                range.start_line, range.end_line
            ),
        );
        push_optional(out, "message", range.message.as_deref());
        out.push('}');
    }
    out.push_str("]}");
}

/// Lists of facts that not all callers need: the others are empty.
#[derive(Clone, Copy)]
pub struct IncludedLists {
    pub declarations: bool,
    pub calls: bool,
    pub control: bool,
}

/// Without n-grams, element block and token records.
pub fn push_facts(out: &mut String, facts: &FileFacts, included: IncludedLists) {
    push_fact_lists(out, facts, included);
    out.push('}');
}

/// Without the closing brace.
fn push_fact_lists(out: &mut String, facts: &FileFacts, included: IncludedLists) {
    // The comma of the first property becomes the brace.
    let start = out.len();
    push_hash(out, "tree_hash", &facts.tree_hash);
    out.replace_range(start..=start, "{");
    if let Some(errors) = &facts.errors {
        push_errors(out, errors);
    }
    let declarations = if included.declarations {
        &facts.declarations[..]
    } else {
        &[]
    };
    push_rows(out, "declarations", declarations, push_declaration);
    push_rows(out, "imports", &facts.imports, push_import);
    if !facts.exports.is_empty() {
        push_rows(out, "exports", &facts.exports, |out, export| {
            out.push_str("{\"name\":");
            push_quoted(out, &export.name);
            push_optional(out, "local", Some(&export.local));
            out.push('}');
        });
    }
    if included.calls {
        push_calls(out, &facts.calls.read());
        if !facts.objects.is_empty() {
            push_rows(out, "objects", &facts.objects, |out, object| {
                push_format(out, format_args!("{{\"call\":{}", object.call));
                push_optional(out, "class", Some(&object.class));
                push_scope(out, object.scope);
                if object.declared {
                    out.push_str(",\"declared\":true");
                }
                out.push('}');
            });
        }
        if !facts.scoped_calls.is_empty() {
            push_rows(out, "scoped_calls", &facts.scoped_calls, |out, it| {
                push_format(out, format_args!("{{\"call\":{},\"scope\":{}}}", it.call, it.scope));
            });
        }
        if !facts.references.is_empty() {
            push_rows(out, "references", &facts.references, push_reference);
        }
        if facts.references_truncated {
            out.push_str(",\"references_truncated\":true");
        }
    } else {
        push_calls(out, &Calls::default());
    }
    if included.control {
        push_control(out, &facts.control.read());
    } else {
        push_control(out, &[]);
    }
    if !facts.ignore_comments.is_empty() {
        push_rows(out, "ignore_comments", &facts.ignore_comments, |out, comment| {
            push_format(out, format_args!("{{\"line\":{}", comment.line));
            push_optional(out, "kind", Some(&comment.kind));
            push_optional(out, "reason", Some(&comment.reason));
            out.push('}');
        });
    }
    if included.calls && !facts.embedded.is_empty() {
        push_rows(out, "embedded", &facts.embedded, |out, it| {
            out.push('{');
            push_embedded(out, it, &it.within.to_string());
            out.push('}');
        });
    }
}

fn push_bases(out: &mut String, bases: &[BaseFacts]) {
    for (index, BaseFacts { name, kind, scope }) in bases.iter().enumerate() {
        out.push_str(if index == 0 { "[{\"name\":" } else { ",{\"name\":" });
        push_quoted(out, name);
        push_format(out, format_args!(",\"kind\":\"{}\"", kind.name()));
        push_scope(out, *scope);
        out.push('}');
    }
    out.push(']');
}

fn push_reference(out: &mut String, it: &ReferenceFacts) {
    out.push_str("{\"name\":");
    push_quoted(out, &it.name);
    let kind = it.kind.name();
    push_format(
        out,
        format_args!(",\"kind\":\"{kind}\",\"line\":{},\"within\":{}", it.line, it.within),
    );
    push_scope(out, it.scope);
    out.push('}');
}

fn push_scope(out: &mut String, scope: Option<Within>) {
    if let Some(scope) = scope {
        push_format(out, format_args!(",\"scope\":{scope}"));
    }
}

/// As hex digits, sixteen each.
fn push_grams(out: &mut String, grams: &[u64]) {
    out.reserve(grams.len() * 16 + 16);
    out.push_str(",\"grams\":\"");
    for gram in grams {
        push_format(out, format_args!("{gram:016x}"));
    }
    out.push('"');
}

/// `,"name":[…]`
fn push_rows<Row>(out: &mut String, name: &str, rows: &[Row], push: impl Fn(&mut String, &Row)) {
    push_format(out, format_args!(",\"{name}\":["));
    for (index, row) in rows.iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        push(out, row);
    }
    out.push(']');
}

/// A program in a here-document; `within` is its own in JSON.
pub fn push_embedded(out: &mut String, it: &EmbeddedFacts, within: &str) {
    out.push_str("\"language\":");
    push_quoted(out, &it.language);
    push_format(
        out,
        format_args!(
            ",\"start_line\":{},\"end_line\":{},\"within\":{within},\"status\":\"{}\"",
            it.start_line, it.end_line, it.status
        ),
    );
    push_optional(out, "reason", it.reason.as_deref());
    push_rows(out, "declarations", &it.declarations, |out, it| {
        push_format(out, format_args!("{{\"kind\":\"{}\",\"name\":", it.kind));
        push_quoted(out, &it.name);
        push_optional(out, "qualified_name", Some(&it.qualified_name));
        out.push_str(",\"parameters\":");
        push_list(out, it.parameters.iter().map(AsRef::as_ref));
        push_format(
            out,
            format_args!(",\"start_line\":{},\"end_line\":{}}}", it.start_line, it.end_line),
        );
    });
    push_rows(out, "imports", &it.imports, |out, it| {
        out.push_str("{\"specifier\":");
        push_quoted(out, &it.specifier);
        out.push_str(",\"names\":");
        push_list(out, it.names.iter().map(AsRef::as_ref));
        push_format(out, format_args!(",\"line\":{}}}", it.line));
    });
    push_rows(out, "calls", &it.calls, |out, it| {
        out.push_str("{\"callee\":");
        push_quoted(out, &it.callee);
        push_format(out, format_args!(",\"line\":{},\"within\":", it.line));
        match &it.within {
            Some(within) => push_quoted(out, within),
            None => out.push_str("null"),
        }
        out.push('}');
    });
}

fn push_declaration(out: &mut String, facts: &DeclarationFacts) {
    out.push('{');
    push_declared(out, facts);
    push_format(out, format_args!(",\"within\":{},\"bound\":", facts.within));
    push_list(out, facts.bound.iter().map(AsRef::as_ref));
    if !facts.bases.is_empty() {
        out.push_str(",\"bases\":");
        push_bases(out, &facts.bases);
    }
    push_scope(out, facts.scope);
    if facts.reassigned {
        out.push_str(",\"reassigned\":true");
    }
    push_prints(out, facts);
    out.push('}');
}

/// The properties of a declaration from `kind` to `nodes`, without braces, as in every document with declarations.
pub fn push_declared(out: &mut String, facts: &DeclarationFacts) {
    out.push_str("\"kind\":\"");
    out.push_str(facts.kind.name());
    out.push_str("\",\"name\":");
    push_quoted(out, &facts.name);
    out.push_str(",\"qualified_name\":");
    push_quoted(out, &facts.qualified_name);
    out.push_str(",\"parameters\":");
    push_list(out, facts.parameters.iter().map(AsRef::as_ref));
    push_optional(out, "returns", facts.returns.as_deref());
    out.push_str(",\"exported\":");
    push_bool(out, facts.exported);
    for (name, number) in [
        (",\"start_line\":", facts.start_line),
        (",\"end_line\":", facts.end_line),
        (",\"start_byte\":", facts.start_byte),
        (",\"end_byte\":", facts.end_byte),
        (",\"nodes\":", facts.nodes),
    ] {
        out.push_str(name);
        push_number(out, number);
    }
}

/// The fingerprints of a declaration, each with a leading comma.
pub fn push_prints(out: &mut String, facts: &DeclarationFacts) {
    if let Some(function) = &facts.function {
        push_hash(out, "function_body", &function.body);
        push_hash(out, "function_shape", &function.shape);
    }
    if let Some(hash) = &facts.tree_hash {
        push_hash(out, "tree_hash", hash);
    }
}

fn push_import(out: &mut String, facts: &ImportFacts) {
    out.push_str("{\"specifier\":");
    push_quoted(out, &facts.specifier);
    push_rows(out, "names", &facts.names, push_imported_name);
    push_format(
        out,
        format_args!(
            ",\"line\":{},\"conditional\":{},\"phase\":\"{}\",\"lookup\":\"{}\"",
            facts.line,
            facts.conditional,
            facts.phase.name(),
            facts.lookup.name()
        ),
    );
    if facts.reexport {
        out.push_str(",\"reexport\":true");
    }
    push_scope(out, facts.scope);
    if facts.inline_types {
        out.push_str(",\"inline_types\":true");
    }
    if facts.elided {
        out.push_str(",\"elided\":true");
    }
    push_optional(out, "target", Some(&facts.target));
    out.push('}');
}

pub fn push_imported_name(out: &mut String, name: &ImportedName) {
    out.push_str("{\"name\":");
    push_quoted(out, &name.name);
    push_optional(out, "alias", name.alias.as_deref());
    out.push('}');
}

fn push_calls(out: &mut String, calls: &Calls) {
    out.push_str(",\"calls\":{\"callee\":");
    push_list(out, calls.callees());
    push_column(out, "line", calls.rows(), |it| it.line);
    push_column(out, "within", calls.rows(), |it| it.within);
    out.push('}');
}

fn push_control(out: &mut String, control: &[Control]) {
    out.push_str(",\"control\":{\"kind\":[");
    for (index, it) in control.iter().enumerate() {
        push_format(
            out,
            format_args!("{}\"{}\"", if index == 0 { "" } else { "," }, it.kind().name()),
        );
    }
    out.push(']');
    push_column(out, "depth", control, |it| it.depth());
    push_column(out, "line", control, |it| it.line);
    push_column(out, "within", control, |it| it.within);
    out.push('}');
}

/// `,"name":[…]`
fn push_column<Row, Number: Display>(out: &mut String, name: &str, rows: &[Row], number: impl Fn(&Row) -> Number) {
    push_rows(out, name, rows, |out, row| {
        push_format(out, format_args!("{}", number(row)))
    });
}
