//! Where a language declares types, and how its types name classes, compiled.

use super::facts_data::TypesData;
use super::kind_tables::{KindMap, KindSet};
use super::nodes::{Selector, compile_selector};
use syntax::flat_tree::NameTable;

/// A kind that gives a variable or a property a type.
pub struct TypedRule {
    /// Absent if the name has the type as its child.
    pub target: Option<Selector>,
    pub at: Selector,
    /// The target is a property of the class around it, whose name has this prefix; `None` if it is a variable.
    pub property: Option<String>,
    /// That property is a parameter of the constructor.
    pub promoted: bool,
}

pub struct GenericRule {
    pub name: Selector,
    pub arguments: Selector,
}

pub struct TypeRules {
    /// Names of the object whose method runs.
    pub receivers: Vec<String>,
    pub typed: KindMap<TypedRule>,
    pub through: KindMap<Selector>,
    pub unions: KindSet,
    /// Texts of the types and values of none.
    pub nothing: Vec<String>,
    pub generic: KindMap<GenericRule>,
    /// Generic types that mean a union with none.
    pub optional: Vec<String>,
    pub quoted: KindMap<Selector>,
    pub built_in: KindSet,
    pub arrays: KindSet,
    /// Kinds that declare the name of a type in their range; `None` if there are none.
    pub parameters: Option<KindMap<Selector>>,
}

impl TypeRules {
    pub fn compile(data: &TypesData, names: &mut NameTable) -> Self {
        let selectors = |all: &super::facts_data::ByKind<String>, names: &mut NameTable| -> KindMap<Selector> {
            let compiled: Vec<(u16, Selector)> = all
                .iter()
                .map(|(kind, at)| (names.id(kind), compile_selector(at, names)))
                .collect();
            compiled.into_iter().collect()
        };
        let kinds = |all: &[String], names: &mut NameTable| all.iter().map(|kind| names.id(kind)).collect::<KindSet>();
        let mut typed = Vec::new();
        for (kind, it) in &data.typed {
            let rule = TypedRule {
                target: it.target.as_ref().map(|target| compile_selector(target, names)),
                at: compile_selector(&it.at, names),
                property: it.property.clone(),
                promoted: it.promoted,
            };
            typed.push((names.id(kind), rule));
        }
        let mut generic = Vec::new();
        for (kind, it) in &data.generic {
            let rule = GenericRule {
                name: compile_selector(&it.name, names),
                arguments: compile_selector(&it.arguments, names),
            };
            generic.push((names.id(kind), rule));
        }
        Self {
            receivers: data.receivers.clone(),
            typed: typed.into_iter().collect(),
            through: selectors(&data.through, names),
            unions: kinds(&data.unions, names),
            nothing: data.nothing.clone(),
            generic: generic.into_iter().collect(),
            optional: data.optional.clone(),
            quoted: selectors(&data.quoted, names),
            built_in: kinds(&data.built_in, names),
            arrays: kinds(&data.arrays, names),
            parameters: (!data.parameters.is_empty()).then(|| selectors(&data.parameters, names)),
        }
    }
}
