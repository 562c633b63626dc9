//! Collects declarations during the pass over a tree, and opens the scopes of declarations and containers.

use std::rc::Rc;

use compact_str::CompactString;

use super::base_names::base_names;
use super::exports::{Exports, is_exported_by_statement, is_private, join_into, joined_length};
use super::names::{NameReader, Path};
use super::naming::{NameGiver, Named, prefix_of};
use super::parameters::read_signature;
use super::positions::Positions;
use super::range::RangeReader;
use super::rules::{ContainerRule, DeclarationRule};
use super::scope::{ExportRoot, Root, Scope};
use crate::facts::{DeclarationFacts, DeclarationKind};
use syntax::flat_tree::NodeId;

pub struct Declaration {
    /// Without the data from the stream: number of nodes, hashes.
    pub facts: DeclarationFacts,
    /// Its last name as in the source, without `get` or `set`.
    pub bare: CompactString,
    /// The node of the function or class itself, not of its binding.
    pub node: NodeId,
    /// The node that contains name and function; `facts` have its range.
    pub range: NodeId,
    /// `None` for abstract, overloaded and ambient functions.
    pub body: Option<NodeId>,
    export: ExportRoot,
    /// Its first name.
    pub root: Root,
    /// It is a member of that name.
    pub is_member: bool,
    /// Its number in scopes.
    number: usize,
}

/// A function without a name, and its body.
#[derive(Clone, Copy)]
pub struct CallbackNode {
    pub node: NodeId,
    pub body: NodeId,
}

pub struct DeclarationCollector<'a> {
    found: &'a mut Vec<Declaration>,
    callbacks: &'a mut Vec<CallbackNode>,
    names: NameReader<'a>,
    positions: &'a Positions,
    spaces: u32,
}

impl<'a> DeclarationCollector<'a> {
    /// `found`, `callbacks`: empty, to be filled.
    pub fn new(
        names: NameReader<'a>,
        positions: &'a Positions,
        found: &'a mut Vec<Declaration>,
        callbacks: &'a mut Vec<CallbackNode>,
    ) -> Self {
        Self {
            found,
            callbacks,
            names,
            positions,
            spaces: 0,
        }
    }

    /// A function, class or similar node begins: pushes its scopes.
    pub fn enter(&mut self, node: NodeId, rule: &DeclarationRule, exports: &mut Exports, scopes: &mut Vec<Scope>) {
        let scope = scopes.last().expect("the file's scope stays").clone();
        let named = NameGiver { names: self.names }.declaration(node, rule);
        let root = match &named {
            Some(named) => self.root(node, named, &scope, exports),
            None => ExportRoot::Never,
        };
        let mut inside = scope.inner(node, self.names.nodes.tree.end_of(node));
        inside.closed = false;
        inside.members = !rule.is_function();
        if rule.is_function() {
            self.spaces += 1;
            inside.root = ExportRoot::Open;
            inside.owner = Root::Known;
            inside.space = self.spaces;
            inside.conditional_from = node;
        } else {
            inside.root = root;
            inside.owner = if named.is_none() {
                Root::Object(node)
            } else {
                Root::Known
            };
        }
        if let Some(named) = named {
            let qualified = qualified(&scope.prefix, &named.path);
            inside.prefix = prefix_of(&qualified, ".");
            inside.within = self.found.len() as i32;
            inside.depth = 0;
            let declaration = self.declaration(node, rule, named, qualified, &scope, root);
            self.found.push(declaration);
        } else if rule.is_function()
            && let Some(selector) = &rule.body
            && let Some(body) = self.names.nodes.select(node, selector)
        {
            self.callbacks.push(CallbackNode { node, body });
        }
        scopes.push(inside);
        self.decorators(node, scope, scopes);
    }

    /// A namespace, or an object that names its members, begins.
    pub fn enter_container(
        &mut self,
        node: NodeId,
        rule: &ContainerRule,
        exports: &mut Exports,
        scopes: &mut Vec<Scope>,
    ) {
        let NameReader { nodes, .. } = self.names;
        let tree = nodes.tree;
        let mut end = tree.end_of(node);
        let mut until_kind = 0;
        if rule
            .body
            .as_ref()
            .is_some_and(|body| nodes.select(node, body).is_none())
        {
            until_kind = tree.kind(node);
            if scopes.len() > 1 && scopes.last().is_some_and(|scope| scope.until_kind == until_kind) {
                scopes.pop();
            }
            end = tree.end_of(tree.parent(node).unwrap_or(0));
        }
        let outer = scopes.last().expect("the file's scope stays");
        let named = NameGiver { names: self.names }.container(node, rule);
        let root = match &named {
            Some(named) => self.root(node, named, outer, exports),
            None => ExportRoot::Never,
        };
        let is_transparent = rule.name.is_some() && !rule.closed;
        let mut inside = outer.inner(node, end);
        inside.prefix = match &named {
            Some(named) => prefix_of(&qualified(&outer.prefix, &named.path), &rule.separator),
            None => Rc::clone(&outer.prefix),
        };
        let binding = named.as_ref().and_then(|named| named.binding.as_ref());
        inside.members = binding.is_some_and(|binding| binding.prototype);
        inside.root = if is_transparent { outer.root } else { root };
        inside.owner = match &named {
            Some(named) => named.root.in_scope(outer.owner),
            None => Root::Object(node),
        };
        inside.closed = rule.closed;
        inside.until_kind = until_kind;
        scopes.push(inside);
    }

    /// The node of a declaration by its number in scopes.
    pub fn node(&self, number: usize) -> NodeId {
        self.found[number].node
    }

    /// Sets which declarations are exported, and sorts them by position, outer before inner. Returns the index of
    /// each by its number in scopes.
    pub fn finish(self, exports: &Exports) -> Vec<i32> {
        let tree = self.names.nodes.tree;
        let end = |declaration: &Declaration| std::cmp::Reverse(tree.node(declaration.range).end);
        self.found
            .sort_by_key(|declaration| (declaration.facts.start_byte, end(declaration), declaration.number));
        let mut order = vec![-1; self.found.len()];
        for (position, declaration) in self.found.iter().enumerate() {
            order[declaration.number] = position as i32;
        }
        for declaration in self.found.iter_mut() {
            declaration.facts.exported = exports.is_exported(declaration.export);
            if let Ok(within) = usize::try_from(declaration.facts.within) {
                declaration.facts.within = order[within];
            }
        }
        order
    }

    fn declaration(
        &self,
        node: NodeId,
        rule: &DeclarationRule,
        named: Named<'a>,
        qualified_name: CompactString,
        scope: &Scope,
        export: ExportRoot,
    ) -> Declaration {
        let NameReader { nodes, language } = self.names;
        let range = named.binding.as_ref().map_or(node, |binding| binding.node);
        let start = RangeReader { nodes, language }.start(range);
        let end = nodes.tree.node(range).end.max(start);
        let signature = read_signature(self.names, node, rule);
        let facts = DeclarationFacts {
            kind: if rule.is_function() {
                self.function_kind(rule, &named, scope)
            } else {
                rule.kind
            },
            name: named
                .path
                .last()
                .map_or_else(CompactString::default, |name| name.as_ref().into()),
            qualified_name,
            parameters: signature.parameters,
            returns: signature.returns,
            exported: false,
            start_line: self.positions.line(start),
            end_line: self.positions.line(start.max(end.saturating_sub(1))),
            start_byte: start,
            end_byte: end,
            nodes: 0,
            within: scope.within,
            scope: None,
            reassigned: false,
            bound: signature.bound,
            bases: if rule.bases.is_empty() {
                Box::default()
            } else {
                base_names(self.names, node, &rule.bases)
            },
            function: None,
            tree_hash: None,
        };
        let body = if self.is_signature(node, rule) {
            None
        } else {
            rule.body.as_ref().and_then(|body| nodes.select(node, body))
        };
        Declaration {
            facts,
            bare: named.bare,
            node,
            range,
            body,
            export,
            root: named.root.in_scope(scope.owner),
            is_member: named.path.len() > 1 || named.root == Root::Property,
            number: self.found.len(),
        }
    }

    fn is_signature(&self, node: NodeId, rule: &DeclarationRule) -> bool {
        let nodes = self.names.nodes;
        let Some(signature) = &rule.signature else { return false };
        let Some(around) = nodes.tree.parent(node) else {
            return false;
        };
        if nodes.tree.kind(around) != signature.around {
            return false;
        }
        let mut before = nodes.children(Some(around)).take_while(|child| *child < node);
        before.any(|child| {
            let text = nodes.text(child);
            let name = text.rsplit(['@', '.']).next().unwrap_or_default().trim();
            nodes.tree.kind(child) == signature.each && signature.names.iter().any(|it| it == name)
        })
    }

    fn function_kind(&self, rule: &DeclarationRule, named: &Named<'a>, scope: &Scope) -> DeclarationKind {
        let nodes = self.names.nodes;
        if let Some(binding) = &named.binding {
            if binding.prototype
                || binding
                    .rule
                    .method_when
                    .iter()
                    .any(|test| nodes.holds(test, binding.node))
            {
                return DeclarationKind::Method;
            }
            if let Some(kind) = binding.rule.kind {
                return kind;
            }
            if let Some(kind) = binding.rule.in_class.filter(|_| scope.members) {
                return kind;
            }
        }
        if scope.members { rule.in_class } else { rule.kind }
    }

    fn root(&self, node: NodeId, named: &Named<'a>, scope: &Scope, exports: &mut Exports) -> ExportRoot {
        let NameReader { nodes, language } = self.names;
        let binding = named.binding.as_ref().map(|binding| binding.node);
        let is_exported = named.exported || is_exported_by_statement(nodes, language, binding.unwrap_or(node));
        let is_private = is_private(nodes, language, &named.bare, node, binding);
        let first = named.path.first().map_or("", |first| first);
        exports.root(language, scope, (first, named.path.len() == 1), is_exported, is_private)
    }

    /// The content of decorators is not inside a declaration: the enclosing scope continues there.
    fn decorators(&self, node: NodeId, scope: Scope, scopes: &mut Vec<Scope>) {
        let NameReader { nodes, language } = self.names;
        if let Some(last) = (RangeReader { nodes, language }).decorators(node).last() {
            scopes.push(Scope {
                end: nodes.tree.end_of(last),
                until_kind: 0,
                ..scope
            });
        }
    }
}

/// Without spare capacity, because it is stored until all files are read.
fn qualified(prefix: &str, path: &Path<'_>) -> CompactString {
    let mut qualified = CompactString::with_capacity(prefix.len() + joined_length(path));
    qualified.push_str(prefix);
    join_into(&mut qualified, path);
    qualified
}
