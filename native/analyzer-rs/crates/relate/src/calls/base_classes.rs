//! Members of base classes. The classes are searched depth first, from left to right; in Python one that is reached
//! several times comes after all classes derived from it.
//!
//! https://docs.python.org/3/howto/mro.html

use std::cell::RefCell;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::model::DeclarationRef;
use crate::reasons::call;
use parse::facts::{BaseFacts, BaseKind, DeclarationFacts, DeclarationKind, VARIABLE, Within};

use super::call_file::CallFiles;
use super::class_names::{WrittenClass, find_class, find_type};
use super::declared_names::{Hit, NameTable};
use super::included::FilesByName;
use super::member::{InheritedMembers, Member};

/// Maximum number of classes that a member is searched in.
const MAX_CLASSES: usize = 128;

/// A class, or `None` for one that is not known.
type Base = Option<DeclarationRef>;

/// The files of a project with the direct base classes of their classes, which are read on first use.
pub struct BaseClasses<'f> {
    files: &'f CallFiles<'f>,
    names: &'f FilesByName<'f>,
    direct: &'f DirectBases,
}

/// The direct base classes of each class.
#[derive(Default)]
pub struct DirectBases(RefCell<FxHashMap<DeclarationRef, Box<[Base]>>>);

impl<'f> BaseClasses<'f> {
    pub fn new(files: &'f CallFiles<'f>, names: &'f FilesByName<'f>, direct: &'f DirectBases) -> Self {
        Self { files, names, direct }
    }

    /// The class that a name refers to at a declaration of a file, if it is exactly one of the project.
    pub fn class_at(&self, file: u32, written: WrittenClass<'_>) -> Base {
        find_class(self.files, self.names, self.files.analysed(file), written)
    }

    /// The same for a name that can also be that of an interface.
    pub fn type_at(&self, file: u32, written: WrittenClass<'_>) -> Base {
        find_type(self.files, self.names, self.files.analysed(file), written)
    }

    /// A member that the class or a base class declares.
    pub fn member(&self, of: DeclarationRef, name: &str) -> Member {
        let own = self.declared_in(of, name, NameTable::Calls);
        if own.is_empty() {
            self.inherited(of, name, NameTable::Calls)
        } else {
            Member::Found {
                found: own,
                doubt: None,
            }
        }
    }

    /// The only direct base class.
    pub fn parent(&self, of: DeclarationRef) -> Base {
        let direct = self.direct_of(of);
        let mut classes = direct.iter().filter(|base| base.is_none_or(|it| !self.is_trait(it)));
        match (classes.next(), classes.next()) {
            (Some(only), None) => *only,
            _ => None,
        }
    }

    /// The class and its base classes in the order of the search, the class first, and whether these are all.
    fn search(&self, start: DeclarationRef) -> (Vec<Base>, bool) {
        let mut order: Vec<Base> = Vec::new();
        let mut pending: Vec<Base> = vec![Some(start)];
        while order.len() < MAX_CLASSES
            && let Some(next) = pending.pop()
        {
            order.push(next);
            if let Some(class) = next {
                pending.extend(self.direct_of(class).iter().rev());
            }
        }
        let shared_last = self.files.analysed(start.file).rules.shared_bases_last;
        if shared_last {
            order.reverse();
        }
        let mut seen = FxHashSet::default();
        order.retain(|base| base.is_none_or(|class| seen.insert(class)));
        if shared_last {
            order.reverse();
        }
        (order, pending.is_empty())
    }

    fn direct_of(&self, class: DeclarationRef) -> Box<[Base]> {
        if let Some(known) = self.direct.0.borrow().get(&class) {
            return known.clone();
        }
        let file = self.files.analysed(class.file);
        let facts = &file.facts.declarations[class.declaration as usize];
        let within = facts.within;
        let is_interface = facts.kind == DeclarationKind::Interface;
        let bases: Box<[Base]> = searched_bases(facts)
            .map(|BaseFacts { name, scope, .. }| {
                let written = WrittenClass {
                    within,
                    name,
                    scope: *scope,
                };
                if *scope == Some(VARIABLE) {
                    return None;
                }
                if is_interface {
                    self.type_at(class.file, written)
                } else {
                    self.class_at(class.file, written)
                }
            })
            .collect();
        self.direct.0.borrow_mut().insert(class, bases.clone());
        bases
    }

    fn declared_in(&self, class: DeclarationRef, name: &str, table: NameTable) -> Vec<DeclarationRef> {
        let file = self.files.analysed(class.file);
        match file.declared.find(class.declaration as Within, name, table) {
            Some(Hit::Found { indices, .. }) => file.refs(&indices).collect(),
            _ => Vec::new(),
        }
    }

    /// Traits that follow a trait with the member: which one applies is decided by rules that are not read
    /// (`insteadof`).
    fn add_other_traits(&self, classes: &[Base], name: &str, table: NameTable, found: &mut Vec<DeclarationRef>) {
        for (at, base) in classes.iter().enumerate() {
            let Some(base) = base.filter(|it| self.is_trait(*it)) else {
                return;
            };
            if at > 0 {
                found.extend(self.declared_in(base, name, table));
            }
        }
    }

    fn is_trait(&self, class: DeclarationRef) -> bool {
        let file = self.files.analysed(class.file);
        file.facts.declarations[class.declaration as usize].kind == DeclarationKind::Trait
    }
}

/// Base classes and traits, of an interface its base interfaces. The members of the interfaces of a class have no code.
fn searched_bases(facts: &DeclarationFacts) -> impl Iterator<Item = &BaseFacts> {
    facts.bases.iter().filter(|it| it.kind != BaseKind::Implements)
}

impl InheritedMembers for BaseClasses<'_> {
    fn inherited(&self, of: DeclarationRef, name: &str, table: NameTable) -> Member {
        if name.contains('.') {
            return Member::Miss(call::RECEIVER);
        }
        let (classes, complete) = self.search(of);
        let mut doubt = None;
        for (at, base) in classes.iter().enumerate().skip(1) {
            let Some(base) = base else {
                doubt = Some(call::UNKNOWN_BASE);
                continue;
            };
            let mut found = self.declared_in(*base, name, table);
            if !found.is_empty() {
                self.add_other_traits(&classes[at..], name, table, &mut found);
                return Member::Found { found, doubt };
            }
        }
        let is_interface = |class: DeclarationRef| self.files.analysed(class.file).is_interface(class.declaration);
        Member::Miss(match doubt {
            Some(doubt) => doubt,
            None if !complete => call::TOO_MANY_BASES,
            None if classes.into_iter().flatten().any(is_interface) => call::INTERFACE_MEMBER,
            None => call::NO_MEMBER,
        })
    }
}
