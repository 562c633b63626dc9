//! A language's rules for references, compiled.

use rustc_hash::FxHashSet;

use super::binding_positions::at;
use super::facts_data::{ReferencesData, unknown};
use super::kind_tables::{KindSet, Slot, SlotMap};
use super::nodes::Test;
use crate::facts::ReferenceKind;
use syntax::flat_tree::NameTable;

pub struct ReferenceRules {
    /// Kinds of names, also of the content of strings that can be types.
    pub names: KindSet,
    /// Names of the language that are references if no scope binds them.
    pub globals: FxHashSet<String>,
    /// The kind of reference at a position, or `None` if a name there is not a reference; at others it is a value.
    positions: SlotMap<Option<ReferenceKind>>,
    inspected: SlotMap<bool>,
    /// Kinds of lists, whose children have the position of the list.
    pub lists: KindSet,
    /// Kinds of nodes in which all names are types.
    pub types: KindSet,
    pub has_types: bool,
    pub quoted: Option<QuotedRule>,
    /// If this is true for the node of a position without references, a name there is one.
    pub unless: Option<Test>,
}

/// Types that are written as a string.
pub struct QuotedRule {
    /// Kind of the content of a string.
    pub kind: u16,
    /// Kind of the node around the string.
    pub within: u16,
    /// Types whose arguments are not types.
    pub except: Vec<String>,
}

impl ReferenceRules {
    /// Fails for an unknown kind of reference.
    pub fn compile(data: &ReferencesData, names: &mut NameTable) -> Result<Self, String> {
        let mut positions: Vec<(Slot, Option<ReferenceKind>)> =
            data.none.iter().map(|position| (at(position, names), None)).collect();
        for (position, kind) in &data.positions {
            positions.push((at(position, names), Some(reference_kind(kind)?)));
        }
        let inspected: Vec<(Slot, bool)> = data
            .inspected
            .iter()
            .map(|position| (at(position, names), true))
            .collect();
        let quoted = data.quoted.iter().map(|it| it.kind.clone());
        let with_quoted: Vec<String> = data.names.iter().cloned().chain(quoted).collect();
        let mut set = |kinds: &[String]| kinds.iter().map(|kind| names.id(kind)).collect();
        Ok(Self {
            names: set(&with_quoted),
            globals: data.globals.iter().cloned().collect(),
            positions: positions.into_iter().collect(),
            inspected: inspected.into_iter().collect(),
            lists: set(&data.lists),
            types: set(&data.types),
            has_types: !data.types.is_empty(),
            quoted: data.quoted.as_ref().map(|quoted| QuotedRule {
                kind: names.id(&quoted.kind),
                within: names.id(&quoted.within),
                except: quoted.except.clone(),
            }),
            unless: data.unless.as_ref().map(|test| Test::compile(test, names)),
        })
    }

    /// `here`: the slot of a node and its field, `any`: that of the node.
    pub fn position(&self, here: Slot, any: Slot) -> Option<Option<ReferenceKind>> {
        self.positions.get(here).or_else(|| self.positions.get(any)).copied()
    }

    /// Whether code at a position reads a name of the language, but does not keep its value.
    pub fn is_inspected(&self, here: Slot) -> bool {
        self.inspected.get(here).is_some()
    }
}

fn reference_kind(name: &str) -> Result<ReferenceKind, String> {
    let known = ReferenceKind::ALL.into_iter().find(|kind| kind.name() == name);
    known.ok_or_else(|| unknown(name))
}
