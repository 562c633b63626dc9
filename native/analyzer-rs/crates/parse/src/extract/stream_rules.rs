//! The stream section compiled against a name table.

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;

use super::facts_data::ByKind;
use super::kind_tables::{KindMap, KindSet, Slot, SlotMap, SlotSet, slot};
use super::literals::LiteralRule;
use super::stream_data::{HereDocumentData, RoleData, StreamData, TextData};
use crate::facts::TokenRole;
use syntax::adapters::json_text::quoted;
use syntax::flat_tree::NameTable;

/// Roles as small numbers: indices into this list.
pub const ROLES: [TokenRole; 8] = [
    TokenRole::Literal,
    TokenRole::Variable,
    TokenRole::Property,
    TokenRole::Type,
    TokenRole::Label,
    TokenRole::Function,
    TokenRole::Command,
    TokenRole::Syntax,
];
pub const ROLE_NAMES: [&str; 8] = [
    "literal", "variable", "property", "type", "label", "function", "command", "syntax",
];

pub type Role = u8;
pub const LITERAL: Role = 0;
pub const VARIABLE: Role = 1;
pub const PROPERTY: Role = 2;
pub const TYPE: Role = 3;
pub const COMMAND: Role = 6;
pub const SYNTAX: Role = 7;
/// A JSX name: a variable unless it starts with a lower-case letter, else the name of an element.
pub const COMPONENT: Role = 8;
/// A literal that may bind a name, as in an import.
pub const BINDING_LITERAL: Role = 9;

pub struct RoleRule {
    pub role: Role,
    /// Field id of a scalar of the parent; 0 for none.
    pub unless: u16,
    /// By the parent's own slot.
    pub at: SlotMap<RoleRule>,
}

pub struct TextRule {
    /// 0 for the kind itself.
    pub shown: u16,
    pub escapes: u16,
    pub unescape: Vec<(String, String)>,
    pub keep_others: bool,
    pub raw: Option<(u16, String)>,
}

pub struct StreamRules {
    pub known: KnownNames,
    pub fields: bool,
    pub required: SlotSet,
    pub skipped: SlotSet,
    pub newlines: KindSet,
    pub dropped: KindSet,
    pub dropped_blank: KindSet,
    pub dropped_in: KindMap<KindSet>,
    pub trailing: KindMap<TrailingRule>,
    pub closers: KindSet,
    pub dropped_empty: KindMap<KindSet>,
    pub transparent: KindSet,
    pub transparent_single: KindSet,
    pub transparent_without: KindMap<u16>,
    pub significant_grouping: Vec<GroupingRule>,
    pub nested_clauses: KindMap<Vec<u16>>,
    pub block_bodies: Option<BlockBodyRule>,
    pub renamed: KindMap<u16>,
    pub sorted: Option<(KindSet, Vec<u16>)>,
    pub verbatim_with: KindMap<u16>,
    pub here_documents: Option<HereDocumentRule>,
    pub token_text: bool,
    pub paired_tokens: KindMap<PairRule>,
    pub literals: KindMap<LiteralRule>,
    pub texts: KindMap<TextRule>,
    pub text_parts: KindSet,
    pub docstrings: Option<DocstringRule>,
    pub key_strings: Option<KeyStringRule>,
    pub jsx: Option<JsxRule>,
    pub name_fields: KindMap<u16>,
    pub identifiers: KindMap<Role>,
    pub identifier_prefixes: KindMap<String>,
    /// 0 for none.
    pub identifier_leaf: u16,
    pub roles: SlotMap<RoleRule>,
    pub type_contexts: KindSet,
    /// By role; spelled as in leaves of the stream.
    pub fixed_names: [FixedNames; 8],
    pub reference_roles: [bool; 10],
    pub self_members: SelfMemberRule,
    pub binding_fields: SlotSet,
    pub binding_patterns: SlotSet,
}

/// Names that the language defines. Every identifier is looked up here; the bit set of lengths rejects most of them.
#[derive(Default)]
pub struct FixedNames {
    names: FxHashSet<String>,
    /// By bit.
    lengths: u64,
}

impl FixedNames {
    #[inline]
    pub fn has(&self, name: &str) -> bool {
        self.lengths & bit_of(name) != 0 && self.names.contains(name)
    }

    fn add(&mut self, name: String) {
        self.lengths |= bit_of(&name);
        self.names.insert(name);
    }
}

/// All lengths from 63 share one bit.
fn bit_of(name: &str) -> u64 {
    1 << name.len().min(63)
}

/// Names that the pass itself compares.
pub struct KnownNames {
    pub gap: u16,
    pub list: u16,
    pub plain: u16,
    pub null: u16,
    pub scalar: u16,
}

pub struct BlockBodyRule {
    pub parents: KindSet,
    pub slots: SlotSet,
    pub block: u16,
    /// Field of the list of its statements; 0 for none.
    pub list: u16,
    pub trailing: KindSet,
    /// Field of a clause that may belong to a statement in the body instead; 0 for none.
    pub dangling: u16,
}

pub struct TrailingRule {
    pub token: u16,
    pub others: u32,
}

pub struct PairRule {
    pub token: u16,
    pub closing: u16,
    pub first: u16,
    pub last: u16,
}

pub struct GroupingRule {
    pub kind: u16,
    pub slots: SlotSet,
    pub children: KindSet,
    /// A kind or field; 0 for any.
    pub beside: u16,
}

pub struct HereDocumentRule {
    pub bodies: KindSet,
    /// The bodies and their containers.
    pub all: KindSet,
    pub closing: Option<u16>,
    pub tabs: Option<u16>,
    /// Whether the lines of bodies are compared on their own.
    pub lines: bool,
}

pub struct DocstringRule {
    pub bodies: KindSet,
    pub body: u16,
    pub root: u16,
    pub statement: u16,
    pub literal: KindSet,
    pub prefix: u16,
    pub not_prefixes: Vec<String>,
}

pub struct KeyStringRule {
    pub parents: KindSet,
    pub slots: SlotSet,
    pub unless: u16,
    pub literal: u16,
    pub identifier: u16,
    pub name: u16,
    pub value: u16,
    pub shorthand: u16,
    /// JSON text.
    pub shorthand_differs: String,
}

pub struct JsxRule {
    pub parents: KindSet,
    pub list: u16,
    pub text: u16,
    pub container: u16,
    pub empty: u16,
    pub attribute: u16,
    pub literal: u16,
}

pub struct SelfMemberRule {
    pub kinds: KindSet,
    pub objects: KindSet,
    pub names: Vec<String>,
}

/// Fails if the data names an unknown role or rule.
pub fn compile_stream(data: &StreamData, names: &mut NameTable) -> Result<StreamRules, String> {
    let mut ids = Ids { names };
    let key_strings = data.key_strings.as_ref().map(|keys| KeyStringRule {
        parents: ids.parents(&keys.positions),
        slots: ids.slots(&keys.positions),
        unless: ids.id(&keys.unless),
        literal: ids.id(&keys.literal),
        identifier: ids.id(&keys.identifier),
        name: ids.id(&keys.name),
        value: ids.id(&keys.value),
        shorthand: ids.id(&keys.shorthand),
        shorthand_differs: quoted(&keys.shorthand_differs),
    });
    let mut reference_roles = [false; 10];
    for role in &data.reference_roles {
        reference_roles[usize::from(role_number(role)?)] = true;
    }
    let mut fixed_names: [FixedNames; 8] = Default::default();
    for (role, fixed) in &data.fixed_names {
        let spelled = fixed
            .iter()
            .map(|name| if data.fields { quoted(name) } else { name.clone() });
        if let Some(names) = fixed_names.get_mut(usize::from(role_number(role)?)) {
            spelled.for_each(|name| names.add(name));
        }
    }
    Ok(StreamRules {
        known: KnownNames {
            gap: ids.id("~"),
            list: ids.id("[]"),
            plain: ids.id("{}"),
            null: ids.id("null"),
            scalar: ids.id("scalar"),
        },
        fields: data.fields,
        required: ids.by_slot(&data.required_fields),
        skipped: ids.by_slot(&data.skipped_fields),
        newlines: ids.set(&data.newlines),
        dropped: ids.set(&data.dropped),
        dropped_blank: ids.set(&data.dropped_blank),
        dropped_in: ids.map(&data.dropped_in, |ids, kinds| ids.set(kinds)),
        trailing: ids.map(&data.trailing, |ids, rule| TrailingRule {
            token: ids.id(&rule.token),
            others: rule.others,
        }),
        closers: ids.set(&data.closers),
        dropped_empty: ids.map(&data.dropped_empty, |ids, kinds| ids.set(kinds)),
        transparent: ids.set(&data.transparent),
        transparent_single: ids.set(&data.transparent_single),
        transparent_without: ids.map(&data.transparent_without, |ids, kind| ids.id(kind)),
        significant_grouping: data
            .significant_grouping
            .iter()
            .map(|grouping| GroupingRule {
                kind: ids.id(&grouping.kind),
                slots: ids.slots(&grouping.positions),
                children: ids.set(&grouping.children),
                beside: ids.id(&grouping.beside),
            })
            .collect(),
        nested_clauses: ids.map(&data.nested_clauses, |ids, kinds| {
            kinds.iter().map(|kind| ids.id(kind)).collect()
        }),
        block_bodies: data.block_bodies.as_ref().map(|bodies| BlockBodyRule {
            parents: ids.parents(&bodies.positions),
            slots: ids.slots(&bodies.positions),
            block: ids.id(&bodies.block),
            list: ids.id(&bodies.list),
            trailing: ids.set(&bodies.trailing),
            dangling: ids.id(&bodies.dangling),
        }),
        renamed: ids.map(&data.renamed, |ids, kind| ids.id(kind)),
        sorted: data.sorted.as_ref().map(|sorted| {
            (
                ids.set(&sorted.parents),
                sorted.kinds.iter().map(|kind| ids.id(kind)).collect(),
            )
        }),
        verbatim_with: ids.map(&data.verbatim_with, |ids, kind| ids.id(kind)),
        here_documents: data
            .here_documents
            .as_ref()
            .map(|documents| ids.here_documents(documents)),
        token_text: data.token_text,
        paired_tokens: ids.map(&data.paired_tokens, |ids, pair| PairRule {
            token: ids.id(&pair.token),
            closing: ids.id(pair.closing.as_ref().unwrap_or(&pair.token)),
            first: ids.id(&pair.first),
            last: ids.id(&pair.last),
        }),
        literals: try_map(&mut ids, &data.literals, LiteralRule::named)?,
        texts: ids.map(&data.texts, |ids, text| ids.text(text)),
        text_parts: ids.set(&data.text_parts),
        docstrings: data.docstrings.as_ref().map(|rule| DocstringRule {
            bodies: ids.set(&rule.bodies),
            body: ids.id(&rule.body),
            root: ids.id(&rule.root),
            statement: ids.id(&rule.statement),
            literal: ids.set(&rule.literal),
            prefix: ids.id(&rule.prefix),
            not_prefixes: rule.not_prefixes.clone(),
        }),
        key_strings,
        jsx: data.jsx.as_ref().map(|jsx| JsxRule {
            parents: ids.set(&jsx.parents),
            list: ids.id(&jsx.list),
            text: ids.id(&jsx.text),
            container: ids.id(&jsx.container),
            empty: ids.id(&jsx.empty),
            attribute: ids.id(&jsx.attribute),
            literal: ids.id(&jsx.literal),
        }),
        name_fields: ids.map(&data.name_fields, |ids, field| ids.id(field)),
        identifiers: try_map(&mut ids, &data.identifiers, role_number)?,
        identifier_prefixes: ids.map(&data.identifier_prefixes, |_, prefix| prefix.clone()),
        identifier_leaf: ids.id(data.identifier_leaf.as_deref().unwrap_or("")),
        roles: ids.roles(&data.roles)?,
        type_contexts: ids.set(&data.type_contexts),
        fixed_names,
        reference_roles,
        self_members: SelfMemberRule {
            kinds: ids.set(&data.self_members.kinds),
            objects: ids.set(&data.self_members.objects),
            names: data.self_members.names.clone(),
        },
        binding_fields: ids.slots(&data.bindings.fields),
        binding_patterns: ids.slots(&data.bindings.patterns),
    })
}

struct Ids<'n> {
    names: &'n mut NameTable,
}

impl Ids<'_> {
    fn id(&mut self, name: &str) -> u16 {
        self.names.id(name)
    }

    fn set(&mut self, kinds: &[String]) -> KindSet {
        kinds.iter().map(|kind| self.id(kind)).collect()
    }

    fn slot(&mut self, name: &str) -> Slot {
        let (kind, field) = name.split_once('.').unwrap_or((name, ""));
        slot(self.id(kind), self.id(field))
    }

    fn slots(&mut self, names: &[String]) -> SlotSet {
        names.iter().map(|name| self.slot(name)).collect()
    }

    /// The kinds of some positions.
    fn parents(&mut self, names: &[String]) -> KindSet {
        let parents = names.iter().map(|slot| slot.split('.').next().unwrap_or(""));
        parents.map(|kind| self.id(kind)).collect()
    }

    fn by_slot(&mut self, fields: &ByKind<Vec<String>>) -> SlotSet {
        let pairs = fields
            .iter()
            .flat_map(|(kind, fields)| fields.iter().map(move |field| (kind, field)));
        pairs.map(|(kind, field)| slot(self.id(kind), self.id(field))).collect()
    }

    fn map<In, Out>(&mut self, data: &ByKind<In>, make: impl Fn(&mut Self, &In) -> Out) -> KindMap<Out> {
        data.iter()
            .map(|(kind, value)| (self.id(kind), make(self, value)))
            .collect()
    }

    fn here_documents(&mut self, documents: &HereDocumentData) -> HereDocumentRule {
        let mut optional = |kind: &Option<String>| kind.as_ref().map(|kind| self.names.id(kind));
        let (closing, tabs) = (optional(&documents.closing), optional(&documents.tabs));
        let all = documents
            .kinds
            .iter()
            .chain(&documents.bodies)
            .map(|kind| self.names.id(kind))
            .collect();
        HereDocumentRule {
            bodies: self.set(&documents.bodies),
            all,
            closing,
            tabs,
            lines: documents.lines,
        }
    }

    fn text(&mut self, text: &TextData) -> TextRule {
        TextRule {
            shown: self.id(&text.shown),
            escapes: self.id(&text.escapes),
            unescape: text
                .unescape
                .iter()
                .map(|(escape, plain)| (escape.clone(), plain.clone()))
                .collect(),
            keep_others: text.others == "keep",
            raw: text.raw.as_ref().map(|raw| (self.id(&raw.prefix), raw.letter.clone())),
        }
    }

    fn roles(&mut self, data: &BTreeMap<String, RoleData>) -> Result<SlotMap<RoleRule>, String> {
        let rule = |(name, rule): (&String, &RoleData)| {
            let role = if rule.binds {
                BINDING_LITERAL
            } else {
                role_number(&rule.role)?
            };
            let rule = RoleRule {
                role,
                unless: self.id(&rule.unless),
                at: self.roles(&rule.at)?,
            };
            Ok((self.slot(name), rule))
        };
        data.iter().map(rule).collect()
    }
}

fn try_map<T>(
    ids: &mut Ids<'_>,
    data: &ByKind<String>,
    make: fn(&str) -> Result<T, String>,
) -> Result<KindMap<T>, String> {
    data.iter()
        .map(|(kind, value)| Ok((ids.id(kind), make(value)?)))
        .collect()
}

fn role_number(name: &str) -> Result<Role, String> {
    if name == "component" {
        return Ok(COMPONENT);
    }
    let role = ROLE_NAMES.iter().position(|&role| role == name);
    role.map(|role| role as Role)
        .ok_or_else(|| format!("language data: unknown role {name}"))
}
