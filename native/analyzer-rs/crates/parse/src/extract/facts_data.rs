//! The `facts` section of a language's data file; `docs/extend/language-data.md` describes each key and
//! `languages/language.schema.json` validates it. Kinds and fields are names of the flat tree.
//!
//! A *selector* selects a child: a field, `<kind>` for the first child of that kind, `#first` or `#last` for the
//! first or last child except tokens, comments and gaps; `/` joins steps.

use std::collections::BTreeMap;

use serde::Deserialize;

pub type ByKind<T> = BTreeMap<String, T>;

#[derive(Deserialize)]
pub struct FactsData {
    pub declarations: ByKind<DeclarationData>,
    /// By the kind of the node that names its value.
    #[serde(default)]
    pub bindings: ByKind<BindingData>,
    /// Kinds that add a segment to the names inside them without being a declaration.
    #[serde(default)]
    pub containers: ByKind<ContainerData>,
    pub names: NamesData,
    #[serde(default)]
    pub parameters: ParametersData,
    /// Variables that are new objects.
    #[serde(default)]
    pub objects: ObjectsData,
    #[serde(default)]
    pub variables: VariablesData,
    #[serde(default)]
    pub references: ReferencesData,
    /// Selects the list of decorators of a declaration or parameter if they are inside it.
    pub decorators: Option<String>,
    #[serde(default)]
    pub comments: CommentsData,
    pub exports: ExportsData,
    pub imports: ImportsData,
    pub calls: ByKind<CallData>,
    pub control: ByKind<ControlData>,
}

#[derive(Deserialize)]
pub struct ImportsData {
    pub reader: String,
    pub kinds: Vec<String>,
}

#[derive(Deserialize)]
pub struct DeclarationData {
    pub kind: String,
    /// Its kind directly in the body of a class.
    pub in_class: Option<String>,
    /// Selectors.
    pub name: Option<String>,
    pub parameters: Option<String>,
    pub returns: Option<String>,
    pub body: Option<String>,
    /// When it only states a signature, so that its body does not count.
    pub signature: Option<SignatureData>,
    /// What it inherits from, in the order in which members are searched.
    #[serde(default)]
    pub bases: Vec<BasesData>,
}

/// True if the parent is of the kind `in` and has a child of the kind `each` with one of these names, or a dotted one that
/// ends in it.
#[derive(Deserialize)]
pub struct SignatureData {
    pub r#in: String,
    pub each: String,
    pub names: Vec<String>,
}

#[derive(Deserialize)]
pub struct BasesData {
    /// `extends` when absent.
    pub kind: Option<String>,
    /// Selector of the name of a base class or, with `each` or `list`, of its parent.
    pub at: String,
    /// All children of this kind are selected.
    pub each: Option<String>,
    /// The children of the selected nodes are the names.
    #[serde(default)]
    pub list: bool,
    /// Kinds of children that are not base classes.
    #[serde(default)]
    pub skip: Vec<String>,
    /// Kinds with arguments after the name of the class: the selector of the name.
    #[serde(default)]
    pub generic: ByKind<String>,
}

#[derive(Default, Deserialize)]
pub struct ObjectsData {
    /// Kinds of calls that create an object of the class that they call.
    pub created_by: Vec<String>,
    /// Kinds of `bindings` whose target can be a variable.
    pub assigned_by: Vec<String>,
    /// Classes and functions can have the same name.
    #[serde(default)]
    pub apart: bool,
    #[serde(default)]
    pub types: TypesData,
}

/// Where types are declared, and how they name classes.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct TypesData {
    /// Names of the object whose method runs.
    pub receivers: Vec<String>,
    /// Kinds that give a variable or a property a type.
    pub typed: ByKind<TypedData>,
    /// Wrappers: kind to the selector of the wrapped type or name.
    pub through: ByKind<String>,
    /// Kinds of unions and of lists in them.
    pub unions: Vec<String>,
    /// Texts of types and values of none.
    pub nothing: Vec<String>,
    /// Kinds of types with arguments.
    pub generic: ByKind<GenericData>,
    /// Types with an argument that mean its union with none.
    pub optional: Vec<String>,
    /// Kinds of types in quotes: the selector of the text.
    pub quoted: ByKind<String>,
    /// Kinds whose text is the name of a built-in type.
    pub built_in: Vec<String>,
    /// Kinds of types of arrays.
    pub arrays: Vec<String>,
    /// Kinds that declare a name of a type: the selector of the name.
    pub parameters: ByKind<String>,
}

#[derive(Deserialize)]
pub struct TypedData {
    /// Selector of the name; absent if the kind is the name itself.
    pub target: Option<String>,
    /// Selector of the type.
    #[serde(rename = "type")]
    pub at: String,
    /// The target in the body of a class is a property of it, without this prefix of its name.
    pub property: Option<String>,
    /// That property is a parameter of the constructor.
    #[serde(default)]
    pub promoted: bool,
}

#[derive(Deserialize)]
pub struct GenericData {
    /// Selectors.
    pub name: String,
    pub arguments: String,
}

/// Which uses of names are references.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct ReferencesData {
    /// Kinds of names.
    pub names: Vec<String>,
    /// Names of the language that are references if no scope binds them.
    pub globals: Vec<String>,
    /// The kind of reference at positions (`kind.field` or `kind`); at others it is `value`.
    pub positions: BTreeMap<String, String>,
    /// Positions at which code reads a name of the language, but does not keep its value.
    pub inspected: Vec<String>,
    /// Positions without references.
    pub none: Vec<String>,
    /// If this is true for the node of a position in `none`, the name there is a reference.
    pub unless: Option<TestData>,
    /// Kinds of lists, whose children have the position of the list.
    pub lists: Vec<String>,
    /// Kinds of nodes in which all names are types.
    pub types: Vec<String>,
    pub quoted: Option<QuotedData>,
}

/// Types that are written as a string.
#[derive(Deserialize)]
pub struct QuotedData {
    /// Kind of the content of a string.
    pub kind: String,
    /// Kind of the node around the string.
    pub within: String,
    /// Types whose arguments are not types.
    pub except: Vec<String>,
}

/// Where names are bound, and where they are visible.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct VariablesData {
    /// Kinds with names of their own: `function`, `closed`, `block`, `class`, `namespace`.
    pub scopes: ByKind<String>,
    /// Positions (`kind.field` or `kind`) of names, and the scope that they bind.
    pub bound: BTreeMap<String, String>,
    /// Positions of patterns in them; `kind.#first` for the first child only.
    pub patterns: Vec<String>,
    /// Kinds around a bound position `here` that make it `function`.
    pub hoisted: ByKind<TestData>,
    /// Bound positions that give no value.
    pub no_value: Vec<String>,
    /// An import can be the value of a variable.
    pub imported_values: bool,
    /// Kinds of values that cannot be called.
    pub not_called: Vec<String>,
}

#[derive(Deserialize)]
pub struct BindingData {
    /// Selector of the node to which the value is bound; or `name`, a name that is not in the source.
    pub target: Option<String>,
    #[serde(default)]
    pub name: String,
    /// Selector of the value: only that child is bound.
    pub value: String,
    /// The value's own name has precedence over this one.
    #[serde(default)]
    pub weak: bool,
    /// The kind of a function bound in this way, of one directly in the body of a class, and when it is a method.
    pub kind: Option<String>,
    pub in_class: Option<String>,
    #[serde(default)]
    pub method_when: Vec<TestData>,
    /// If this holds, the target is an expression and its name is `[text]`.
    pub computed: Option<TestData>,
    /// If this holds, the child's text and a blank precede the name (`get x`).
    pub accessor: Option<TestData>,
}

#[derive(Deserialize)]
pub struct ContainerData {
    /// Selector of the segment; without it the binding names the container, if any.
    pub name: Option<String>,
    /// Between this segment and the next; default `.`.
    pub separator: Option<String>,
    /// Without this child the container continues to the next one of its kind or to the end of its parent.
    pub body: Option<String>,
    /// Only names of export statements inside it are exported.
    #[serde(default)]
    pub closed: bool,
}

#[derive(Deserialize)]
pub struct NamesData {
    /// Kinds that are names.
    pub leaf: ByKind<LeafData>,
    /// Kinds that are names as a property's key or a module's name.
    #[serde(default)]
    pub key: ByKind<LeafData>,
    /// Kinds that are names after a receiver.
    #[serde(default)]
    pub member: ByKind<MemberData>,
    /// Kinds that only wrap another node: selector of that node by kind.
    #[serde(default)]
    pub through: ByKind<String>,
    /// Calls that are a name when a member follows: `super()`; with two arguments `super(first)`.
    #[serde(default)]
    pub receiver: ByKind<ReceiverData>,
    /// Kinds whose name is the concatenation of their children's names.
    #[serde(default)]
    pub join: Vec<String>,
    /// The segment between a class and its members that are added from outside (JavaScript's `prototype`).
    pub prototype: Option<String>,
}

#[derive(Deserialize)]
pub struct ReceiverData {
    /// Selectors.
    pub callee: String,
    pub arguments: String,
    /// The possible callees.
    pub is: Vec<String>,
}

#[derive(Deserialize)]
pub struct LeafData {
    /// Selector of the child with the text; default: the text of the node itself.
    pub text: Option<String>,
    #[serde(default)]
    pub prefix: String,
    /// Characters removed from the text.
    #[serde(default)]
    pub without: String,
}

#[derive(Deserialize)]
pub struct MemberData {
    pub object: String,
    pub name: String,
    #[serde(default)]
    pub computed: ComputedData,
}

#[derive(Deserialize)]
#[serde(untagged)]
pub enum ComputedData {
    Always(bool),
    When(TestData),
}

impl Default for ComputedData {
    fn default() -> Self {
        Self::Always(false)
    }
}

/// Holds if the text of a selected child is one of `is`.
#[derive(Deserialize)]
pub struct TestData {
    pub at: String,
    pub is: Vec<String>,
}

#[derive(Default, Deserialize)]
pub struct ParametersData {
    /// Kinds that bind a name.
    pub names: Vec<String>,
    /// Fields and kinds inside parameters that do not bind a name (defaults, types).
    #[serde(default)]
    pub skip_fields: Vec<String>,
    #[serde(default)]
    pub skip_kinds: Vec<String>,
}

/// Blank characters besides white space.
#[derive(Default, Deserialize)]
pub struct CommentsData {
    pub kinds: Vec<String>,
    #[serde(default)]
    pub line: Vec<String>,
    #[serde(default)]
    pub block: Vec<(String, String)>,
    /// In trees without comments: the kinds whose text can look like one.
    #[serde(default)]
    pub not_in: Vec<String>,
}

#[derive(Deserialize)]
pub struct ExportsData {
    /// `all`: every declaration outside of functions; `listed`: only those of an export statement, list or
    /// assignment.
    pub default: String,
    /// Kinds that export the declaration in them, and kinds allowed between the two.
    #[serde(default)]
    pub statements: Vec<String>,
    #[serde(default)]
    pub between: Vec<String>,
    /// Dotted names of objects whose members are exported.
    #[serde(default)]
    pub objects: Vec<String>,
    #[serde(default)]
    pub private: PrivateData,
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub struct PrivateData {
    pub prefix: String,
    /// A name that starts and ends like this is not private.
    pub unless_around: String,
    /// On the declaration or its binding.
    pub when: Vec<TestData>,
    /// How a declaration starts that no code can name (a test of bats).
    pub starts: String,
}

#[derive(Deserialize)]
pub struct CallData {
    /// Selector of the callee, or a receiver and a name that are children of the call itself.
    pub callee: CalleeData,
    /// The callee of a construct without a name, such as PHP's backticks.
    #[serde(rename = "as")]
    pub always: Option<String>,
    /// Only a node with one of these texts is a call.
    #[serde(default)]
    pub written: Vec<String>,
    /// Only a callee whose text starts with one of these is a call, by that name without the slash at its end.
    #[serde(default)]
    pub starts: Vec<String>,
    /// Callees in lower case whose nodes are not calls.
    #[serde(default)]
    pub except: Vec<String>,
    /// Callees that are control instead of calls, with its kind.
    #[serde(default)]
    pub control: BTreeMap<String, String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
pub enum CalleeData {
    Selected(String),
    Member(MemberData),
}

#[derive(Deserialize)]
pub struct ControlData {
    /// Absent if the kind only makes its content conditional.
    pub kind: Option<String>,
    /// Selectors of children that run whenever the node does; nodes after the last of them are conditional.
    #[serde(default)]
    pub always: Vec<String>,
    pub when: Option<TestData>,
    /// A node at this position continues its parent, with the same depth.
    pub continues: Option<ContinuesData>,
}

#[derive(Deserialize)]
pub struct ContinuesData {
    pub parent: String,
    pub field: Option<String>,
}

/// The error for a name in the data that this engine does not have.
pub fn unknown(value: &str) -> String {
    format!("language data: \"{value}\" is not known; see docs/extend/language-data.md")
}
