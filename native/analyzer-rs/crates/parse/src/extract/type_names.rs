//! Reads the class that a type names.

use std::cell::OnceCell;

use compact_str::CompactString;
use rustc_hash::FxHashSet;

use super::exports::join_into;
use super::names::{ELSE, NameReader};
use syntax::flat_tree::NodeId;

/// The name of every type of arrays that is written with brackets.
const ARRAY: &str = "[]";
/// Maximum number of types in each other.
const DEEPEST: usize = 16;
/// The longest text of none is `undefined`.
const MAX_NOTHING: u32 = 9;
/// Maximum length of a name.
const MAX_NAME: usize = 200;

pub struct TypeNames<'a> {
    names: NameReader<'a>,
    parameters: OnceCell<FxHashSet<CompactString>>,
}

impl<'a> TypeNames<'a> {
    pub fn new(names: NameReader<'a>) -> Self {
        Self {
            names,
            parameters: OnceCell::new(),
        }
    }

    /// The dotted name of the class or built-in type, without a union with none: `B` of `B | null`, `?B`, `Optional[B]`.
    /// `None` for any other type.
    pub fn of(&self, at: NodeId) -> Option<CompactString> {
        let name = self.read(at, 0)?;
        let parameters = self.parameters.get_or_init(|| self.type_parameters());
        (!parameters.contains(&name)).then_some(name)
    }

    /// Whether a type or value is none.
    pub fn is_nothing(&self, node: NodeId) -> bool {
        let NameReader { nodes, language } = self.names;
        let it = nodes.tree.node(node);
        it.end - it.start <= MAX_NOTHING && language.types.nothing.iter().any(|text| *text == nodes.text(node))
    }

    fn read(&self, at: NodeId, depth: usize) -> Option<CompactString> {
        if depth == DEEPEST {
            return None;
        }
        let NameReader { nodes, language } = self.names;
        let rules = &language.types;
        let kind = nodes.tree.kind(at);
        if let Some(inner) = rules.through.get(kind) {
            return self.read(nodes.select(at, inner)?, depth + 1);
        }
        if rules.unions.has(kind) {
            return self.only(nodes.solids(at), depth);
        }
        if let Some(generic) = rules.generic.get(kind) {
            let name = self.path(nodes.select(at, &generic.name)?)?;
            if !rules.optional.iter().any(|it| *it == name) {
                return Some(name);
            }
            let list = nodes.select(at, &generic.arguments)?;
            return match nodes.solids(list).next() {
                None => self.only([list].into_iter(), depth),
                Some(_) => self.only(nodes.solids(list), depth),
            };
        }
        if rules.arrays.has(kind) {
            return Some(ARRAY.into());
        }
        if let Some(quoted) = rules.quoted.get(kind) {
            let text = nodes.text(nodes.select(at, quoted)?);
            return is_dotted(&text).then(|| text.as_ref().into());
        }
        if rules.built_in.has(kind) {
            return Some(nodes.text(at).as_ref().into());
        }
        self.path(at)
    }

    /// The only member of a union that is not none.
    fn only(&self, members: impl Iterator<Item = NodeId>, depth: usize) -> Option<CompactString> {
        let mut some = members.filter(|it| !self.is_nothing(*it));
        let only = some.next()?;
        if some.next().is_some() {
            return None;
        }
        self.read(only, depth + 1)
    }

    fn path(&self, node: NodeId) -> Option<CompactString> {
        let path = self.names.path(Some(node), false);
        if path.first().is_none_or(|first| first == ELSE) {
            return None;
        }
        let mut name = String::new();
        join_into(&mut name, &path);
        Some(name.into())
    }

    fn type_parameters(&self) -> FxHashSet<CompactString> {
        let NameReader { nodes, language } = self.names;
        let Some(rules) = &language.types.parameters else {
            return FxHashSet::default();
        };
        (0..nodes.tree.count())
            .filter_map(|node| {
                let name = nodes.select(node, rules.get(nodes.tree.kind(node))?)?;
                Some(self.names.simple(name)?.as_ref().into())
            })
            .collect()
    }
}

/// Whether a text is a dotted name of ASCII letters, digits and underscores.
fn is_dotted(text: &str) -> bool {
    let is_name = |part: &str| {
        let mut bytes = part.bytes();
        let is_start = |byte: u8| byte == b'_' || byte.is_ascii_alphabetic();
        bytes.next().is_some_and(is_start) && bytes.all(|byte| is_start(byte) || byte.is_ascii_digit())
    };
    text.len() <= MAX_NAME && text.split('.').all(is_name)
}
