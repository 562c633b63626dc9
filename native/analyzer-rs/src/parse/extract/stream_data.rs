//! The `stream` section of a language's data: what of a flat tree enters the canonical stream, and in which form.
//! Kinds are spelled as in the flat tree (`'x` for an anonymous token); `Parent.field` names a place.
//! `docs/add-a-language.md` describes each member.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::facts_data::ByKind;

type Lists = ByKind<Vec<String>>;

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct StreamData {
    /// Write field names, and leave out null, false and empty lists, whose absence the names then tell (ESTree).
    pub fields: bool,
    /// Scalars and lists that are written even when null, false or empty, by kind.
    pub required_fields: Lists,
    /// Fields that only repeat what another says, by kind.
    pub skipped_fields: Lists,
    /// Kinds or scalar fields in whose text CRLF and CR become LF.
    pub newlines: Vec<String>,
    /// Kinds left out with all below them.
    pub dropped: Vec<String>,
    /// Leaves left out when nothing is left of them in normal form.
    pub dropped_blank: Vec<String>,
    /// Kinds left out as direct children of a kind.
    pub dropped_in: Lists,
    /// A token left out as the last child but for `closers`; with `others`, only beside that many more of it.
    pub trailing: ByKind<TrailingData>,
    pub closers: Vec<String>,
    /// Children left out when they hold nothing but brackets.
    pub dropped_empty: Lists,
    /// Kinds replaced by their children.
    pub transparent: Vec<String>,
    /// Kinds replaced by their child when their only list holds one.
    pub transparent_single: Vec<String>,
    /// Kinds replaced by their children unless they have a child of that kind.
    pub transparent_without: ByKind<String>,
    /// A transparent kind that stays in such a place over such a child; with `beside`, only near that kind or field.
    pub significant_grouping: Vec<GroupingData>,
    /// A clause written as these nodes, one in the other, that close where its parent closes.
    pub nested_clauses: Lists,
    pub renamed: ByKind<String>,
    /// Children of such kinds are leaves of their text in lower case, in the order of the list: modifiers.
    pub sorted: Option<SortedData>,
    /// A kind written as one leaf of its source when it has a child of that kind.
    pub verbatim_with: ByKind<String>,
    /// Here-documents: what is taken away from the lines of their leaves.
    pub here_documents: Option<HereDocumentData>,
    /// Anonymous tokens write their text, because it holds more than their kind says.
    pub token_text: bool,
    /// A token whose first and last occurrence in a kind stand for an opening and a closing one.
    pub paired_tokens: ByKind<PairData>,
    /// Leaves in a normal form: `number`, `string-prefix`, `string-end`, `lower-case`.
    pub literals: ByKind<String>,
    /// Nodes written as one leaf of joined text.
    pub texts: ByKind<TextData>,
    /// Kinds that are plain text inside `texts`.
    pub text_parts: Vec<String>,
    pub docstrings: Option<DocstringData>,
    /// Property keys (at `places`) written as identifiers when they are plain names, as numbers when they are whole.
    pub key_strings: Option<KeyStringData>,
    pub jsx: Option<JsxData>,
    /// The field that holds the own name, by kind of function.
    pub name_fields: ByKind<String>,
    /// Kinds of identifiers and the role they have when `roles` says nothing else.
    pub identifiers: ByKind<String>,
    /// The scalar field that holds an identifier's name (ESTree).
    pub identifier_leaf: Option<String>,
    /// Roles by `Parent.field` or `Parent`.
    pub roles: BTreeMap<String, RoleData>,
    /// What stands before the name in a kind of identifier, and is not in its leaf.
    pub identifier_prefixes: ByKind<String>,
    /// By role: names that cannot be chosen, and count as literals.
    pub fixed_names: Lists,
    /// Kinds inside which an identifier of role variable has role type.
    pub type_contexts: Vec<String>,
    /// Roles in which a function's own name refers to it.
    pub reference_roles: Vec<String>,
    /// Member accesses (kinds, fields of the object, its spellings) by which a method refers to itself.
    pub self_members: SelfMemberData,
    /// Places that bind a name, and pattern places to climb through on the way to one.
    pub bindings: BindingSlots,
}

#[derive(Deserialize)]
pub struct TrailingData {
    pub token: String,
    #[serde(default)]
    pub others: u32,
}

#[derive(Deserialize)]
pub struct GroupingData {
    pub kind: String,
    pub positions: Vec<String>,
    pub children: Vec<String>,
    #[serde(default)]
    pub beside: String,
}

#[derive(Deserialize)]
pub struct SortedData {
    pub parents: Vec<String>,
    pub kinds: Vec<String>,
}

#[derive(Deserialize)]
pub struct HereDocumentData {
    pub kinds: Vec<String>,
    pub bodies: Vec<String>,
    /// The leaf whose own indentation every line loses.
    pub closing: Option<String>,
    /// The token under which every line loses its leading tabs.
    pub tabs: Option<String>,
}

#[derive(Deserialize)]
pub struct PairData {
    pub token: String,
    pub first: String,
    pub last: String,
}

/// `others` says what another escape does: `keep` or `give-up`. Under a sibling of kind `raw.prefix` that holds
/// `raw.letter` an escape is text.
#[derive(Deserialize)]
pub struct TextData {
    #[serde(rename = "as", default)]
    pub shown: String,
    pub escapes: String,
    pub unescape: BTreeMap<String, String>,
    pub others: String,
    pub raw: Option<RawData>,
}

#[derive(Deserialize)]
pub struct RawData {
    pub prefix: String,
    pub letter: String,
}

#[derive(Deserialize)]
pub struct DocstringData {
    /// Kinds whose body may begin with one, and the kind of that body; `root` is a body by itself.
    pub bodies: Vec<String>,
    pub body: String,
    pub root: String,
    pub statement: String,
    pub literal: Vec<String>,
    /// The leaf before the quotes, and the letters in it that make it an expression.
    pub prefix: String,
    pub not_prefixes: Vec<String>,
}

/// `shorthand` is a scalar that says nothing but for a key of the name `shorthand_differs`.
#[derive(Deserialize)]
pub struct KeyStringData {
    pub positions: Vec<String>,
    pub unless: String,
    pub literal: String,
    pub identifier: String,
    pub name: String,
    pub value: String,
    pub shorthand: String,
    pub shorthand_differs: String,
}

#[derive(Deserialize)]
pub struct JsxData {
    pub parents: Vec<String>,
    /// The field of their children.
    pub list: String,
    pub text: String,
    pub container: String,
    pub empty: String,
    pub attribute: String,
    pub literal: String,
}

/// A role, or `binds`: a literal that may bind a name. Not where the parent's scalar field `unless` is true.
#[derive(Deserialize)]
pub struct RoleData {
    #[serde(default)]
    pub role: String,
    #[serde(default)]
    pub unless: String,
    #[serde(default)]
    pub binds: bool,
    /// Other roles by the place of that parent.
    #[serde(default)]
    pub at: BTreeMap<String, RoleData>,
}

#[derive(Default, Deserialize)]
pub struct SelfMemberData {
    pub kinds: Vec<String>,
    pub objects: Vec<String>,
    pub names: Vec<String>,
}

#[derive(Default, Deserialize)]
pub struct BindingSlots {
    pub fields: Vec<String>,
    pub patterns: Vec<String>,
}
