//! The `stream` section of a language's data: which parts of a flat tree are in the canonical stream, and in which
//! form. Kinds are spelled as in the flat tree (`'x` for an anonymous token); `Parent.field` is a position.
//! `docs/extend/language-data.md` describes each key.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::facts_data::ByKind;

type Lists = ByKind<Vec<String>>;

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct StreamData {
    /// Write field names, and drop null, false and empty lists, whose absence has the same meaning then (ESTree).
    pub fields: bool,
    /// Scalars and lists that are written even when null, false or empty, by kind.
    pub required_fields: Lists,
    /// Redundant fields, by kind.
    pub skipped_fields: Lists,
    /// Kinds or scalar fields in whose text CRLF and CR become LF.
    pub newlines: Vec<String>,
    /// Kinds dropped with their descendants.
    pub dropped: Vec<String>,
    /// Leaves dropped if their normal form is empty.
    pub dropped_blank: Vec<String>,
    /// Kinds dropped as direct children of a kind.
    pub dropped_in: Lists,
    /// A token dropped as the last child except `closers`; with `others`, only next to that many more of it.
    pub trailing: ByKind<TrailingData>,
    pub closers: Vec<String>,
    /// Children dropped if they contain only brackets.
    pub dropped_empty: Lists,
    /// Kinds replaced by their children.
    pub transparent: Vec<String>,
    /// Kinds replaced by their child if their only list has one item.
    pub transparent_single: Vec<String>,
    /// Kinds replaced by their children unless they have a child of that kind.
    pub transparent_without: ByKind<String>,
    /// A transparent kind that is retained at such a position with such a child; with `beside`, only near that kind
    /// or field.
    pub significant_grouping: Vec<GroupingData>,
    /// A clause written as these nested nodes, which end with its parent.
    pub nested_clauses: Lists,
    /// Bodies that are always in a block; one is written where the source has none.
    pub block_bodies: Option<BlockBodyData>,
    pub renamed: ByKind<String>,
    /// Children of such kinds are leaves of their text in lower case, in the order of the list: modifiers.
    pub sorted: Option<SortedData>,
    /// A kind written as one leaf of its source if it has a child of that kind.
    pub verbatim_with: ByKind<String>,
    /// Here-documents: text removed from the lines of their leaves.
    pub here_documents: Option<HereDocumentData>,
    /// Anonymous tokens write their text, because it contains more than their kind.
    pub token_text: bool,
    /// A token whose first and last occurrence in a kind are an opening and a closing one.
    pub paired_tokens: ByKind<PairData>,
    /// Leaves in a normal form: `number`, `string-prefix`, `string-end`, `lower-case`.
    pub literals: ByKind<String>,
    /// Nodes written as one leaf of joined text.
    pub texts: ByKind<TextData>,
    /// Kinds that are plain text in `texts`.
    pub text_parts: Vec<String>,
    pub docstrings: Option<DocstringData>,
    /// Property keys (at `positions`) written as identifiers if they are plain names, as numbers if they are
    /// integers.
    pub key_strings: Option<KeyStringData>,
    pub jsx: Option<JsxData>,
    /// The field of the own name, by kind of function.
    pub name_fields: ByKind<String>,
    /// Kinds of identifiers with their role unless `roles` sets another one.
    pub identifiers: ByKind<String>,
    /// The scalar field with an identifier's name (ESTree).
    pub identifier_leaf: Option<String>,
    /// Roles by `Parent.field` or `Parent`.
    pub roles: BTreeMap<String, RoleData>,
    /// The prefix of the name in a kind of identifier, which is not in its leaf.
    pub identifier_prefixes: ByKind<String>,
    /// By role: names that the language defines, which are literals.
    pub fixed_names: Lists,
    /// Kinds in which an identifier of role variable has role type.
    pub type_contexts: Vec<String>,
    /// Roles in which a function's own name refers to it.
    pub reference_roles: Vec<String>,
    /// Member accesses (kinds, fields of the object, its spellings) by which a method refers to itself.
    pub self_members: SelfMemberData,
    /// Positions that bind a name, and positions of patterns between a name and its binding.
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
pub struct BlockBodyData {
    pub positions: Vec<String>,
    /// The written kind, and, of a block whose statements are in a list, the field of the list.
    pub block: String,
    #[serde(default)]
    pub list: String,
    /// Kinds that belong to the body that they follow.
    #[serde(default)]
    pub trailing: Vec<String>,
    /// The field of a clause that the grammar assigns to the outer statement, the language to the inner one: a body
    /// before it is not put into a block if it is itself a condition or a loop.
    #[serde(default)]
    pub dangling: String,
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
    /// The leaf whose indentation is removed from every line.
    pub closing: Option<String>,
    /// The token after which leading tabs are removed from every line.
    pub tabs: Option<String>,
    /// Each line of a leaf in a body is compared on its own.
    #[serde(default)]
    pub lines: bool,
}

#[derive(Deserialize)]
pub struct PairData {
    pub token: String,
    /// That of the last token, if it differs.
    pub closing: Option<String>,
    pub first: String,
    pub last: String,
}

/// `others` is the treatment of other escapes: `keep` or `give-up`. After a sibling of kind `raw.prefix` that
/// contains `raw.letter` an escape is text.
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
    /// Kinds whose body may start with one, and the kind of that body; `root` is itself a body.
    pub bodies: Vec<String>,
    pub body: String,
    pub root: String,
    pub statement: String,
    pub literal: Vec<String>,
    /// The leaf before the quotes, and the letters in it that make it an expression.
    pub prefix: String,
    pub not_prefixes: Vec<String>,
}

/// `shorthand` is a scalar that is significant only for a key with the name `shorthand_differs`.
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

/// A role, or `binds`: a literal that may bind a name. Not if the parent's scalar field `unless` is true.
#[derive(Deserialize)]
pub struct RoleData {
    #[serde(default)]
    pub role: String,
    #[serde(default)]
    pub unless: String,
    #[serde(default)]
    pub binds: bool,
    /// Other roles by the position of that parent.
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
