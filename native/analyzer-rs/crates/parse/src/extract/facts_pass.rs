//! Declarations, imports, calls and control structures of one file, in one pass over its tree. The language's data
//! defines the meaning of kinds. The pass succeeds for every tree, also with errors.

use compact_str::CompactString;
use rustc_hash::FxHashSet;

use super::calls::{CallReader, Called};
use super::compile::CompiledFacts;
use super::control::ControlCollector;
use super::declarations::{CallbackNode, Declaration, DeclarationCollector};
use super::exports::Exports;
use super::ignore_comments::ignore_comments;
use super::imports::{ReaderContext, mark_elided, open_reader};
use super::known_names::KnownNames;
use super::names::NameReader;
use super::nodes::Nodes;
use super::object_variables::ObjectVariables;
use super::positions::Positions;
use super::references::{UsedName, bounded_references, named_references, reexports};
use super::scope::Scope;
use super::scoped_names::{NamedFacts, ScopedFacts, known_objects, scope_names};
use crate::facts::{
    Calls, Control, ControlKind, DeclarationKind, ExportFacts, IgnoreComment, ImportFacts, Lookup, ObjectFacts,
    ReferenceFacts, ScopedCall, Within,
};
use syntax::flat_tree::{FlatTree, NodeId};
use syntax::reuse::empty;

pub struct ExtractedFacts {
    pub imports: Vec<ImportFacts>,
    pub exports: Vec<ExportFacts>,
    pub objects: Vec<ObjectFacts>,
    pub scoped_calls: Vec<ScopedCall>,
    pub references: Vec<ReferenceFacts>,
    pub references_truncated: bool,
    pub ignore_comments: Vec<IgnoreComment>,
}

/// Results that the pass collects one by one; reused for each file.
#[derive(Default)]
pub struct Collected {
    pub declarations: Vec<Declaration>,
    pub callbacks: Vec<CallbackNode>,
    pub calls: Calls,
    pub control: Vec<Control>,
    exports: Exports,
    variables: ObjectVariables,
    scopes: Vec<Scope>,
    /// The node of each call.
    call_nodes: Vec<NodeId>,
    used_names: Vec<UsedName>,
}

impl Collected {
    /// Called before the next file.
    pub fn clear(&mut self) {
        empty(&mut self.declarations);
        empty(&mut self.callbacks);
        self.calls.clear();
        empty(&mut self.control);
        self.exports.clear();
        self.variables.clear();
        empty(&mut self.scopes);
        empty(&mut self.call_nodes);
        empty(&mut self.used_names);
    }
}

#[derive(Clone, Copy)]
pub struct PassOptions {
    pub without_uses: bool,
    pub elides: bool,
}

/// `collected`: empty, to be filled. `without_uses`: of calls only their place among control structures; no objects,
/// references or scopes of names. `elides`: the compiler leaves out imports without a value that the file uses.
pub fn extract_facts(
    tree: FlatTree<'_>,
    language: &CompiledFacts,
    positions: &Positions,
    collected: &mut Collected,
    PassOptions { without_uses, elides }: PassOptions,
) -> ExtractedFacts {
    let Collected {
        declarations,
        callbacks,
        calls,
        control: structure,
        exports,
        variables,
        scopes,
        call_nodes,
        used_names,
    } = collected;
    let nodes = Nodes::new(tree, &language.noise);
    let names = NameReader { nodes, language };
    let mut imports = Vec::new();
    let mut places = Vec::new();
    let mut declarations = DeclarationCollector::new(names, positions, declarations, callbacks);
    let mut control = ControlCollector::new(nodes, positions, structure);
    let mut reader = open_reader(&language.reader).expect("the language is compiled only with a known reader");
    let mut call_reader = CallReader::new(names);
    scopes.push(Scope::of_file(tree.count()));
    for node in 0..tree.count() {
        let kind = tree.kind(node);
        let is_name = !without_uses && language.references.names.has(kind);
        if !is_name && !language.stops_at(kind) {
            continue;
        }
        while scopes.len() > 1 && scopes.last().is_some_and(|scope| node >= scope.end) {
            scopes.pop();
        }
        let Some(scope) = scopes.last() else { continue };
        if is_name && !language.stops_at(kind) {
            let within = scope.within;
            used_names.push(UsedName { node, within });
            continue;
        }
        let Some(rules) = language.rules(kind) else { continue };
        let is_import = rules.read && {
            let mut context = ReaderContext {
                names,
                positions,
                exports,
                imports: &mut imports,
                places: &mut places,
            };
            reader.read(&mut context, node, scope)
        };
        if let Some(rule) = rules.call.as_ref().filter(|_| !is_import) {
            match call_reader.read(node, rule) {
                Some(Called::Callee(callee)) => {
                    if !without_uses {
                        variables.add(names, (call_nodes.len(), node), callee, scope);
                        call_nodes.push(node);
                        calls.push(callee, positions.line(tree.node(node).start), scope.within);
                    }
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
            declarations.enter(node, rule, exports, scopes);
        } else if let Some(rule) = &rules.container {
            declarations.enter_container(node, rule, exports, scopes);
        }
    }
    if elides {
        mark_elided(names, &mut imports, &places);
    }
    let created = variables.objects(names, calls, call_nodes, |declaration| declarations.node(declaration));
    let order = declarations.finish(exports);
    renumber(calls.rows_mut().iter_mut().map(|it| &mut it.within), &order);
    renumber(structure.iter_mut().map(|it| &mut it.within), &order);
    renumber(used_names.iter_mut().map(|it| &mut it.within), &order);
    if without_uses {
        return ExtractedFacts {
            exports: exports.take_renamed(&imports),
            imports: without_own_classes(imports, &collected.declarations),
            objects: Vec::new(),
            scoped_calls: Vec::new(),
            references: Vec::new(),
            references_truncated: false,
            ignore_comments: ignore_comments(tree, language, positions),
        };
    }
    let known = KnownNames::read(names, &collected.declarations, &imports, &places);
    let named = named_references(names, positions, &collected.used_names, &known);
    let ScopedFacts {
        calls: scoped_calls,
        references,
        objects: declared,
    } = scope_names(
        names,
        NamedFacts {
            declarations: &mut collected.declarations,
            imports: &mut imports,
            import_places: &places,
            calls: &collected.calls,
            call_nodes: &collected.call_nodes,
            known: &known,
            created: &created,
        },
        named,
    );
    let listed = exports.all();
    let listed = listed.iter().filter(|(name, _)| known.has(name));
    let listed = listed.map(|(name, node)| (*name, positions.line(tree.node(*node).start)));
    let mut all = reexports(&imports, listed);
    all.extend(references);
    let (references, references_truncated) = bounded_references(all);
    ExtractedFacts {
        exports: exports.take_renamed(&imports),
        imports: without_own_classes(imports, &collected.declarations),
        objects: known_objects(created, &scoped_calls, declared),
        scoped_calls,
        references,
        references_truncated,
        ignore_comments: ignore_comments(tree, language, positions),
    }
}

/// Without the classes that the file itself declares; names of classes ignore the case of ASCII letters, and functions can
/// have the same name (PHP).
fn without_own_classes(mut imports: Vec<ImportFacts>, declarations: &[Declaration]) -> Vec<ImportFacts> {
    if imports.iter().any(|it| it.lookup == Lookup::Class) {
        let own: FxHashSet<CompactString> = declarations
            .iter()
            .filter(|it| it.facts.kind != DeclarationKind::Function)
            .map(|it| it.facts.qualified_name.to_ascii_lowercase())
            .collect();
        imports.retain(|it| it.lookup != Lookup::Class || !own.contains(&it.target.to_ascii_lowercase()));
    }
    imports
}

fn renumber<'w>(within: impl Iterator<Item = &'w mut Within>, order: &[i32]) {
    for declaration in within {
        if let Ok(index) = usize::try_from(*declaration) {
            *declaration = order[index];
        }
    }
}
