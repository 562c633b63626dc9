//! The facts of a program in a here-document.

use std::sync::Arc;

use super::engine::ParseOutcome;
use super::extract::here_programs::{HereText, find_here_programs};
use super::extract::positions::Positions;
use super::facts::{
    DeclarationFacts, EmbeddedCall, EmbeddedDeclaration, EmbeddedFacts, EmbeddedImport, FileFacts, Within,
};
use syntax::flat_tree::FlatTree;

/// The reason of a program that is not read.
const EXPANDED: &str = "the shell expands its text";

/// Programs of a Bash file, each with its facts before it is parsed.
pub fn programs(tree: FlatTree<'_>, around: &[DeclarationFacts]) -> Vec<(HereText, EmbeddedFacts)> {
    let found = find_here_programs(tree);
    if found.is_empty() {
        return Vec::new();
    }
    let positions = Positions::new(tree.source);
    let with_facts = found.into_iter().map(|program| {
        let facts = EmbeddedFacts {
            language: program.mode.language.to_owned(),
            start_line: positions.line(program.start),
            end_line: positions.line(program.start.max(program.end - 1)),
            within: enclosing(around, program.start),
            status: "skipped".to_owned(),
            reason: program.text.is_none().then(|| EXPANDED.to_owned()),
            declarations: Vec::new(),
            imports: Vec::new(),
            calls: Vec::new(),
        };
        (program, facts)
    });
    with_facts.collect()
}

/// The innermost declaration that has a position. `declarations`: in order of `start_byte`.
fn enclosing(declarations: &[DeclarationFacts], byte: u32) -> Within {
    let mut at = declarations.partition_point(|it| it.start_byte <= byte) as Within - 1;
    while let Some(it) = usize::try_from(at).ok().and_then(|at| declarations.get(at))
        && it.end_byte <= byte
    {
        at = it.within;
    }
    at
}

/// Adds the result of parsing a program. Returns its facts.
pub fn complete(program: &mut EmbeddedFacts, outcome: ParseOutcome) -> Option<Arc<FileFacts>> {
    let mut read = None;
    let (status, reason) = match outcome {
        ParseOutcome::Analyzed { facts, .. } => {
            read = Some(facts);
            ("analyzed", None)
        }
        ParseOutcome::Partial { facts, .. } => {
            read = Some(facts);
            ("partial", None)
        }
        ParseOutcome::SyntaxError { .. } => ("syntax-error", None),
        ParseOutcome::UnsupportedLanguage { reason } => ("unsupported-language", Some(reason)),
        ParseOutcome::MissingParser { reason } => ("missing-parser", Some(reason)),
        ParseOutcome::Undecodable { reason } => ("undecodable", Some(reason)),
        ParseOutcome::Timeout { reason } => ("timeout", Some(reason)),
        ParseOutcome::ParserFailed { reason } => ("parser-failed", Some(reason)),
    };
    program.status = status.to_owned();
    program.reason = reason;
    if let Some(facts) = &read {
        add(program, facts);
    }
    read
}

fn add(program: &mut EmbeddedFacts, facts: &FileFacts) {
    let before = program.start_line - 1;
    let declarations = facts.declarations.iter().map(|it| EmbeddedDeclaration {
        kind: it.kind.name().to_owned(),
        name: it.name.to_string(),
        qualified_name: it.qualified_name.to_string(),
        parameters: it.parameters.iter().map(ToString::to_string).collect(),
        start_line: it.start_line + before,
        end_line: it.end_line + before,
    });
    program.declarations = declarations.collect();
    let imports = facts.imports.iter().map(|it| EmbeddedImport {
        specifier: it.specifier.to_string(),
        names: it.names.iter().map(|it| it.name.to_string()).collect(),
        line: it.line + before,
    });
    program.imports = imports.collect();
    let calls = facts.calls.read();
    let calls = calls.callees().zip(calls.rows()).map(|(callee, call)| {
        let around = usize::try_from(call.within)
            .ok()
            .and_then(|at| facts.declarations.get(at));
        EmbeddedCall {
            callee: callee.to_owned(),
            line: call.line + before,
            within: around.map(|it| it.qualified_name.to_string()),
        }
    });
    program.calls = calls.collect();
}
