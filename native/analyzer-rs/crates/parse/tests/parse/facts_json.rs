//! Outcomes as the portable engine's JSON has them, members in order of their names.

use parse::engine::ParseOutcome;
use parse::facts::{
    BaseFacts, Calls, Control, DeclarationFacts, ErrorRanges, FileFacts, Hash, ImportFacts, Lookup, ReferenceFacts,
    TokenRecord, TokenRole,
};
use serde_json::{Map, Value, json};

pub fn outcome_json(outcome: &ParseOutcome) -> Value {
    let read = |status: &str, facts: &FileFacts, encoding: &Option<String>| {
        let mut value = json!({ "facts": facts_json(facts), "status": status });
        if let Some(encoding) = encoding {
            value["encoding"] = json!(encoding);
        }
        value
    };
    match outcome {
        ParseOutcome::Analyzed { facts, encoding } => read("analyzed", facts, encoding),
        ParseOutcome::Partial { facts, encoding } => read("partial", facts, encoding),
        ParseOutcome::SyntaxError { errors, encoding } => {
            let mut value = json!({ "errors": errors_json(errors), "status": "syntax-error" });
            if let Some(encoding) = encoding {
                value["encoding"] = json!(encoding);
            }
            value
        }
        ParseOutcome::UnsupportedLanguage { reason } => json!({ "reason": reason, "status": "unsupported-language" }),
        ParseOutcome::MissingParser { reason } => json!({ "reason": reason, "status": "missing-parser" }),
        ParseOutcome::Undecodable { reason } => json!({ "reason": reason, "status": "undecodable" }),
        ParseOutcome::Timeout { reason } => json!({ "reason": reason, "status": "timeout" }),
        ParseOutcome::ParserFailed { reason } => json!({ "reason": reason, "status": "parser-failed" }),
    }
}

pub fn hex(hash: &Hash) -> String {
    hash.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn facts_json(facts: &FileFacts) -> Value {
    let mut value = Map::new();
    value.insert("calls".into(), calls_json(&facts.calls.read()));
    value.insert("control".into(), control_json(&facts.control.read()));
    value.insert(
        "declarations".into(),
        facts.declarations.iter().map(declaration_json).collect(),
    );
    if let Some(errors) = &facts.errors {
        value.insert("errors".into(), errors_json(errors));
    }
    if !facts.exports.is_empty() {
        let exports = facts
            .exports
            .iter()
            .map(|export| json!({ "local": export.local, "name": export.name }));
        value.insert("exports".into(), exports.collect());
    }
    if !facts.scoped_calls.is_empty() {
        let calls = facts.scoped_calls.iter();
        let calls = calls.map(|it| json!({ "call": it.call, "scope": it.scope }));
        value.insert("scoped_calls".into(), calls.collect());
    }
    if !facts.references.is_empty() {
        value.insert(
            "references".into(),
            facts.references.iter().map(reference_json).collect(),
        );
    }
    if facts.references_truncated {
        value.insert("references_truncated".into(), json!(true));
    }
    if !facts.ignore_comments.is_empty() {
        let comments = facts
            .ignore_comments
            .iter()
            .map(|it| json!({ "kind": it.kind.as_str(), "line": it.line, "reason": it.reason.as_str() }));
        value.insert("ignore_comments".into(), comments.collect());
    }
    value.insert("imports".into(), facts.imports.iter().map(import_json).collect());
    if let Some(tokens) = &facts.tokens {
        value.insert("tokens".into(), tokens.iter().map(token_json).collect());
    }
    value.insert("tree_hash".into(), json!(hex(&facts.tree_hash)));
    Value::Object(value)
}

fn errors_json(errors: &ErrorRanges) -> Value {
    let ranges = errors.ranges.iter().map(|range| {
        let mut value = Map::new();
        value.insert("end_line".into(), json!(range.end_line));
        if let Some(message) = &range.message {
            value.insert("message".into(), json!(message));
        }
        value.insert("start_line".into(), json!(range.start_line));
        Value::Object(value)
    });
    json!({ "count": errors.count, "ranges": ranges.collect::<Vec<_>>() })
}

fn calls_json(calls: &Calls) -> Value {
    let lines: Vec<_> = calls.rows().iter().map(|it| it.line).collect();
    let within: Vec<_> = calls.rows().iter().map(|it| it.within).collect();
    json!({ "callee": calls.callees().collect::<Vec<_>>(), "line": lines, "within": within })
}

fn control_json(control: &[Control]) -> Value {
    let kinds: Vec<_> = control.iter().map(|it| it.kind().name()).collect();
    let depths: Vec<_> = control.iter().map(|it| it.depth()).collect();
    let lines: Vec<_> = control.iter().map(|it| it.line).collect();
    let within: Vec<_> = control.iter().map(|it| it.within).collect();
    json!({ "depth": depths, "kind": kinds, "line": lines, "within": within })
}

fn reference_json(it: &ReferenceFacts) -> Value {
    let mut value = json!({ "kind": it.kind.name(), "line": it.line, "name": it.name, "within": it.within });
    if let Some(scope) = it.scope {
        value["scope"] = json!(scope);
    }
    value
}

fn base_json(base: &BaseFacts) -> Value {
    let mut value = json!({ "name": base.name, "kind": base.kind.name() });
    if let Some(scope) = base.scope {
        value["scope"] = json!(scope);
    }
    value
}

fn declaration_json(facts: &DeclarationFacts) -> Value {
    let mut value = Map::new();
    if !facts.bases.is_empty() {
        value.insert("bases".into(), facts.bases.iter().map(base_json).collect());
    }
    value.insert("bound".into(), json!(facts.bound));
    value.insert("end_byte".into(), json!(facts.end_byte));
    value.insert("end_line".into(), json!(facts.end_line));
    value.insert("exported".into(), json!(facts.exported));
    if let Some(function) = &facts.function {
        value.insert("function_body".into(), json!(hex(&function.body)));
        value.insert("function_shape".into(), json!(hex(&function.shape)));
    }
    value.insert("kind".into(), json!(facts.kind.name()));
    value.insert("name".into(), json!(facts.name));
    value.insert("nodes".into(), json!(facts.nodes));
    value.insert("parameters".into(), json!(facts.parameters));
    value.insert("qualified_name".into(), json!(facts.qualified_name));
    if let Some(returns) = &facts.returns {
        value.insert("returns".into(), json!(returns));
    }
    if facts.reassigned {
        value.insert("reassigned".into(), json!(true));
    }
    if let Some(scope) = facts.scope {
        value.insert("scope".into(), json!(scope));
    }
    value.insert("start_byte".into(), json!(facts.start_byte));
    value.insert("start_line".into(), json!(facts.start_line));
    if let Some(hash) = &facts.tree_hash {
        value.insert("tree_hash".into(), json!(hex(hash)));
    }
    value.insert("within".into(), json!(facts.within));
    Value::Object(value)
}

fn import_json(facts: &ImportFacts) -> Value {
    let names = facts.names.iter().map(|imported| match &imported.alias {
        Some(alias) => json!({ "alias": alias, "name": imported.name }),
        None => json!({ "name": imported.name }),
    });
    let lookup = match facts.lookup {
        Lookup::Module => "module",
        Lookup::Path => "path",
        Lookup::Directory => "directory",
        Lookup::Autoload => "autoload",
        Lookup::Dynamic => "dynamic",
        Lookup::Class => "class",
        Lookup::Function => "function",
        Lookup::Constant => "constant",
        Lookup::Script => "script",
        Lookup::Loaded => "loaded",
        Lookup::Suffix => "suffix",
        Lookup::Glob => "glob",
    };
    let mut value = Map::new();
    value.insert("conditional".into(), json!(facts.conditional));
    value.insert("line".into(), json!(facts.line));
    value.insert("phase".into(), json!(facts.phase.name()));
    value.insert("lookup".into(), json!(lookup));
    value.insert("names".into(), names.collect());
    if facts.reexport {
        value.insert("reexport".into(), json!(true));
    }
    if let Some(scope) = facts.scope {
        value.insert("scope".into(), json!(scope));
    }
    if facts.inline_types {
        value.insert("inline_types".into(), json!(true));
    }
    if facts.elided {
        value.insert("elided".into(), json!(true));
    }
    value.insert("specifier".into(), json!(facts.specifier));
    value.insert("target".into(), json!(facts.target));
    Value::Object(value)
}

fn token_json(record: &Option<TokenRecord>) -> Value {
    let Some(record) = record else { return Value::Null };
    let role = |role: &TokenRole| match role {
        TokenRole::Literal => "literal",
        TokenRole::Variable => "variable",
        TokenRole::Property => "property",
        TokenRole::Type => "type",
        TokenRole::Label => "label",
        TokenRole::Function => "function",
        TokenRole::Command => "command",
        TokenRole::Syntax => "syntax",
        TokenRole::SelfName => "self",
    };
    json!({
        "kind": record.kind.iter().collect::<Vec<_>>(),
        "line": record.line,
        "role": record.role.iter().map(role).collect::<Vec<_>>(),
        "text": record.text.iter().collect::<Vec<_>>(),
    })
}
