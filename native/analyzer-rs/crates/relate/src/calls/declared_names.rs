//! The declarations of one file by scope and name.

use std::borrow::Cow;
use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use crate::model::{CallVia, MAX_CANDIDATES};
use crate::reasons::call;
use parse::facts::{DeclarationFacts, DeclarationKind, Within};

use super::dotted::{first_dot, head_of};
use super::language_rules::CallRules;

/// The scope of the file itself.
pub const FILE_SCOPE: Within = -1;

/// Exported declarations of blocks and functions at file level that are not declarations themselves, such as a module
/// wrapper. It differs from the scopes of scoped calls.
const EXPORTED_SCOPE: Within = -4;

/// What a name is looked up as: something to call, the value after `extends`, a type to inherit from, a trait,
/// a value, or a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NameTable {
    Calls,
    Classes,
    Types,
    Traits,
    Values,
    Names,
}

impl NameTable {
    fn has(self, kind: DeclarationKind, bare: bool) -> bool {
        use DeclarationKind::{Class, Enum, Function, Interface, Method, Trait, Type};
        match self {
            Self::Calls => matches!(kind, Function | Class | Trait) || (kind == Method && !bare),
            Self::Classes => matches!(kind, Function | Class),
            Self::Types => matches!(kind, Class | Interface | Type),
            Self::Traits => kind == Trait,
            Self::Values => matches!(kind, Function | Class | Enum | Trait) || (kind == Method && !bare),
            Self::Names => matches!(kind, Class | Interface | Type | Enum | Trait),
        }
    }
}

/// Declarations by index, or why a known name has none.
pub enum Hit<'a> {
    Found {
        indices: Cow<'a, [u32]>,
        via: CallVia,
    },
    Miss {
        reason: &'static str,
        inherited: Option<Inherited<'a>>,
    },
}

/// Classes that do not declare a member themselves.
pub struct Inherited<'a> {
    pub classes: Cow<'a, [u32]>,
    pub member: String,
}

pub struct DeclaredNames<'a> {
    declarations: &'a [DeclarationFacts],
    rules: &'static CallRules,
    names: Vec<Cow<'a, str>>,
    scopes: FxHashMap<Within, FxHashMap<Cow<'a, str>, Namesakes>>,
}

/// The declarations of one name in one scope. They are classified once, so that many declarations of one name cost no
/// more than as many of different names.
enum Namesakes {
    One(u32),
    Many(Box<Many>),
}

#[derive(Default)]
struct Many {
    indices: Vec<u32>,
    /// Declarations of each table: those that a dotted name leads to, and those of a bare name.
    fitting: [[OnceLock<Vec<u32>>; 2]; 6],
    classes: OnceLock<Vec<u32>>,
}

impl<'a> DeclaredNames<'a> {
    pub fn new(declarations: &'a [DeclarationFacts], rules: &'static CallRules) -> Self {
        let mut names = Self {
            declarations,
            rules,
            names: Vec::new(),
            scopes: FxHashMap::default(),
        };
        names.names = declarations
            .iter()
            .map(|it| {
                if rules.flat {
                    return Cow::Borrowed(it.name.as_str());
                }
                let outer = usize::try_from(it.within).ok().and_then(|at| declarations.get(at));
                names.fold(name_inside(it, outer))
            })
            .collect();
        for (index, it) in declarations.iter().enumerate() {
            let scope = if rules.flat {
                FILE_SCOPE
            } else {
                it.scope.unwrap_or(it.within)
            };
            names.add(scope, index);
            if it.exported && it.within == FILE_SCOPE && scope != FILE_SCOPE {
                names.add(EXPORTED_SCOPE, index);
            }
        }
        names
    }

    fn add(&mut self, scope: Within, index: usize) {
        let name = self.names[index].clone();
        self.scopes
            .entry(scope)
            .or_default()
            .entry(name)
            .and_modify(|same| same.push(index as u32))
            .or_insert(Namesakes::One(index as u32));
    }

    /// Whether a declaration has members that code in it cannot refer to by name alone.
    pub fn is_class(&self, index: Within) -> bool {
        use DeclarationKind::{Class, Enum, Interface, Trait, Type};
        let declaration = usize::try_from(index).ok().and_then(|at| self.declarations.get(at));
        declaration.is_some_and(|it| matches!(it.kind, Class | Interface | Enum | Type | Trait))
    }

    /// The normal spelling of a name in a language that ignores case; `$` starts a variable, whose case is
    /// significant.
    pub fn fold<'n>(&self, name: &'n str) -> Cow<'n, str> {
        if !self.rules.ignores_case {
            return Cow::Borrowed(name);
        }
        let variable = if name.starts_with('$') { head_of(name).len() } else { 0 };
        if !name[variable..].bytes().any(|byte| byte.is_ascii_uppercase()) {
            return Cow::Borrowed(name);
        }
        Cow::Owned(format!(
            "{}{}",
            &name[..variable],
            name[variable..].to_ascii_lowercase()
        ))
    }

    /// The names at file level.
    pub fn names(&self) -> impl Iterator<Item = &Cow<'a, str>> {
        self.scopes.get(&FILE_SCOPE).into_iter().flat_map(|names| names.keys())
    }

    /// Its qualified name without that of the enclosing declaration: `m`, or `object.m` for a member of a literal.
    pub fn name_in_scope(&self, index: usize) -> &str {
        &self.names[index]
    }

    /// Looks a dotted name up in one scope: as a complete name, or as members of the class that its first part names.
    /// `None` if the scope does not bind the first part.
    pub fn find(&self, scope: Within, dotted: &str, table: NameTable) -> Option<Hit<'_>> {
        let names = self.scopes.get(&scope)?;
        let dot = if self.rules.flat { None } else { first_dot(dotted) };
        if let Some(same) = names.get(dotted) {
            let exact = self.fitting(same, table, dot.is_none() && !self.is_class(scope));
            if !exact.is_empty() {
                let via = if dot.is_none() { CallVia::Local } else { CallVia::Member };
                return Some(Hit::Found { indices: exact, via });
            }
        }
        let dot = dot?;
        names
            .get(&dotted[..dot])
            .map(|owner| self.find_member(owner, &dotted[dot + 1..], table))
    }

    /// The same for a name that another file looks up in this file.
    pub fn find_exported(&self, dotted: &str, table: NameTable) -> Option<Hit<'_>> {
        self.find(FILE_SCOPE, dotted, table)
            .or_else(|| self.find(EXPORTED_SCOPE, dotted, table))
    }

    fn find_member<'n>(&'n self, owner: &'n Namesakes, member: &str, table: NameTable) -> Hit<'n> {
        let classes = self.classes(owner);
        if classes.is_empty() {
            return miss(call::RECEIVER);
        }
        if classes.len() > MAX_CANDIDATES {
            return miss(call::MANY);
        }
        let mut found = Vec::new();
        let mut missed = None;
        for class in classes.iter() {
            match self.find(*class as Within, member, table) {
                Some(Hit::Found { indices, .. }) => found.extend_from_slice(&indices),
                Some(miss) => {
                    missed.get_or_insert(miss);
                }
                None => {}
            }
        }
        if found.is_empty() {
            if member.contains('.') {
                return missed.unwrap_or_else(|| miss(call::RECEIVER));
            }
            return Hit::Miss {
                reason: call::NO_MEMBER,
                inherited: Some(Inherited {
                    classes,
                    member: member.to_owned(),
                }),
            };
        }
        Hit::Found {
            indices: Cow::Owned(found),
            via: CallVia::Member,
        }
    }

    fn classes<'n>(&self, same: &'n Namesakes) -> Cow<'n, [u32]> {
        let is_class = |index: &u32| self.is_class(*index as Within);
        match same {
            Namesakes::One(index) if is_class(index) => Cow::Borrowed(std::slice::from_ref(index)),
            Namesakes::One(_) => Cow::Borrowed(&[]),
            Namesakes::Many(same) => Cow::Borrowed(
                same.classes
                    .get_or_init(|| same.indices.iter().copied().filter(|it| is_class(it)).collect()),
            ),
        }
    }

    /// Declarations of a table, without methods for bare names; of overloads only the one with a body.
    fn fitting<'n>(&self, same: &'n Namesakes, table: NameTable, bare: bool) -> Cow<'n, [u32]> {
        match same {
            Namesakes::One(index) if self.fits(*index, table, bare) => Cow::Borrowed(std::slice::from_ref(index)),
            Namesakes::One(_) => Cow::Borrowed(&[]),
            Namesakes::Many(same) => Cow::Borrowed(same.fitting[table as usize][usize::from(bare)].get_or_init(|| {
                let found: Vec<u32> = same
                    .indices
                    .iter()
                    .copied()
                    .filter(|it| self.fits(*it, table, bare))
                    .collect();
                let mut with_body = found.iter().copied().filter(|it| self.has_body(*it));
                match (with_body.next(), with_body.next()) {
                    (Some(only), None) if found.len() > 1 => vec![only],
                    _ => found,
                }
            })),
        }
    }

    fn fits(&self, index: u32, table: NameTable, bare: bool) -> bool {
        let declaration = &self.declarations[index as usize];
        // In Bash no code can call a declaration that its file does not export: a test of bats.
        let is_unnamed = self.rules.flat && !declaration.exported && declaration.within == FILE_SCOPE;
        !is_unnamed && table.has(declaration.kind, bare)
    }

    fn has_body(&self, index: u32) -> bool {
        let declaration = &self.declarations[index as usize];
        matches!(declaration.kind, DeclarationKind::Class | DeclarationKind::Trait) || declaration.function.is_some()
    }
}

impl Namesakes {
    fn push(&mut self, index: u32) {
        match self {
            Self::One(first) => {
                *self = Self::Many(Box::new(Many {
                    indices: vec![*first, index],
                    ..Many::default()
                }))
            }
            Self::Many(same) => same.indices.push(index),
        }
    }
}

fn miss(reason: &'static str) -> Hit<'static> {
    Hit::Miss {
        reason,
        inherited: None,
    }
}

fn name_inside<'a>(declaration: &'a DeclarationFacts, outer: Option<&DeclarationFacts>) -> &'a str {
    let qualified = declaration.qualified_name.as_str();
    let inside = outer.and_then(|outer| qualified.strip_prefix(outer.qualified_name.as_str())?.strip_prefix('.'));
    inside.unwrap_or(qualified)
}
