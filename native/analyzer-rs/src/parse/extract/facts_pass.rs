//! Declarations, imports, calls and control structure of one file, in one pass over its tree. What kinds mean comes
//! from the language's data; no tree makes it fail, however broken.

use super::calls::{Called, called};
use super::compile::CompiledFacts;
use super::control::ControlCollector;
use super::declarations::{Declaration, DeclarationCollector};
use super::exports::Exports;
use super::imports::{ImportReader, ReaderContext};
use super::names::NameReader;
use super::nodes::Nodes;
use super::positions::Positions;
use super::scope::Scope;
use crate::parse::facts::{CallColumns, ControlColumns, ControlKind, ExportFacts, ImportFacts, Within};
use crate::parse::flat_tree::FlatTree;

pub struct ExtractedFacts {
    pub declarations: Vec<Declaration>,
    pub imports: Vec<ImportFacts>,
    pub exports: Vec<ExportFacts>,
    pub calls: CallColumns,
    pub control: ControlColumns,
}

pub fn extract_facts(tree: FlatTree<'_>, language: &CompiledFacts, positions: &Positions) -> ExtractedFacts {
    let nodes = Nodes::new(tree, &language.noise);
    let names = NameReader { nodes, language };
    let mut exports = Exports::default();
    let mut imports = Vec::new();
    let mut declarations = DeclarationCollector::new(names, positions);
    let mut control = ControlCollector::new(nodes, positions);
    let mut calls = CallColumns::default();
    let mut reader = ImportReader::new(language.reader);
    let mut scopes = vec![Scope::of_file(tree.count())];
    for node in 0..tree.count() {
        let kind = tree.kind(node);
        if !language.stops_at(kind) {
            continue;
        }
        while scopes.len() > 1 && scopes.last().is_some_and(|scope| node >= scope.end) {
            scopes.pop();
        }
        let (Some(rules), Some(scope)) = (language.rules(kind), scopes.last()) else {
            continue;
        };
        let is_import = rules.read && {
            let mut context = ReaderContext {
                names,
                positions,
                exports: &mut exports,
                imports: &mut imports,
            };
            reader.read(&mut context, node, scope)
        };
        if let Some(rule) = rules.call.as_ref().filter(|_| !is_import) {
            match called(names, node, rule) {
                Some(Called::Callee(callee)) => {
                    calls.callee.push(&callee);
                    calls.line.push(positions.line(tree.node(node).start));
                    calls.within.push(scope.within);
                    control.add(ControlKind::Call, node, scope, scope.depth);
                }
                Some(Called::Control(kind)) => control.add(kind, node, scope, scope.depth),
                None => {}
            }
        }
        if let Some(rule) = &rules.control
            && let Some(inner) = control.enter(node, rule, scope)
        {
            scopes.push(inner);
        }
        if let Some(rule) = &rules.declaration {
            declarations.enter(node, rule, &mut exports, &mut scopes);
        } else if let Some(rule) = &rules.container {
            declarations.enter_container(node, rule, &mut exports, &mut scopes);
        }
    }
    let (declarations, order) = declarations.finish(&exports);
    let mut control = control.columns;
    renumber(&mut calls.within, &order);
    renumber(&mut control.within, &order);
    calls.shrink();
    control.shrink();
    ExtractedFacts {
        declarations,
        imports,
        exports: exports.renamed,
        calls,
        control,
    }
}

fn renumber(within: &mut [Within], order: &[i32]) {
    for declaration in within {
        if let Ok(index) = usize::try_from(*declaration) {
            *declaration = order[index];
        }
    }
}
