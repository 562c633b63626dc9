//! The facts of one file; `packages/core/src/parse/facts.ts` has the same properties. They depend only on the file's
//! bytes and its parse mode; data that depends on the path of the file (ids, roles, resolution) is added later. Lists
//! with up to hundreds of thousands of items are rows of twelve bytes (columns there), and strings of up to 24 bytes,
//! which most are, are stored in their rows: the facts of a project are all in memory at once.

pub use base::hex::Hash;
use compact_str::CompactString;
use serde::{Deserialize, Serialize};

use super::elements::stored_block::StoredBlock;
use super::stored_rows::{ROW, Rows, StoredRows, push_row, split_rows};
use super::syntax_tree::SyntaxTree;
use syntax::reuse::{empty, empty_text};

/// Index of the enclosing declaration in `declarations`, -1 at file level.
pub type Within = i32;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileFacts {
    /// Of the file's complete canonical stream.
    pub tree_hash: Hash,
    /// Absent if the file was parsed without errors.
    pub errors: Option<ErrorRanges>,
    /// In order of `start_byte`, outer before inner.
    pub declarations: Vec<DeclarationFacts>,
    /// In order of position.
    pub imports: Vec<ImportFacts>,
    /// JS/TS: declarations exported under another name, in order of position. Empty if there are none.
    pub exports: Vec<ExportFacts>,
    pub calls: StoredRows<Calls>,
    /// Calls of a method on a local variable whose only assignment is a new object, in order of the calls.
    pub objects: Vec<ObjectFacts>,
    /// Calls whose first name a scope binds that the declarations around the call do not show: a variable, or a declaration
    /// or import in a block or in a function that is not a declaration. In order of the calls.
    pub scoped_calls: Vec<ScopedCall>,
    /// Names that are used other than by a call, and that a declaration or an import of the file binds. In order of position,
    /// at most `MAX_REFERENCES`, each once in a declaration.
    pub references: Vec<ReferenceFacts>,
    /// The file has more references.
    pub references_truncated: bool,
    /// In pre-order.
    pub control: StoredRows<Vec<Control>>,
    /// Comments that silence copies, in order of position.
    pub ignore_comments: Vec<IgnoreComment>,
    /// Programs in here-documents, in order of position.
    pub embedded: Vec<EmbeddedFacts>,
    /// Only if requested: aligned with `declarations`, `None` without a fingerprint.
    pub tokens: Option<Vec<Option<TokenRecord>>>,
    /// Only if requested: the file's set of 5-grams as 64-bit hashes in ascending order.
    pub grams: Option<Vec<u64>>,
    /// Only if requested: an element block (`elements/element_block.rs`), the input of `near` and `block` groups.
    pub elements: Option<StoredBlock>,
    /// Only if requested.
    pub tree: Option<Box<SyntaxTree>>,
}

/// A program in a here-document. Its lines are those of the file; its names are not related to others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EmbeddedFacts {
    pub language: String,
    /// Of its text.
    pub start_line: u32,
    pub end_line: u32,
    /// The declaration that runs or writes it.
    pub within: Within,
    /// As of a file, or `skipped`: the shell expands its text. Without `analyzed` or `partial` the lists are empty.
    pub status: String,
    pub reason: Option<String>,
    pub declarations: Vec<EmbeddedDeclaration>,
    pub imports: Vec<EmbeddedImport>,
    pub calls: Vec<EmbeddedCall>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EmbeddedDeclaration {
    pub kind: String,
    pub name: String,
    pub qualified_name: String,
    pub parameters: Vec<String>,
    pub start_line: u32,
    pub end_line: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EmbeddedImport {
    pub specifier: String,
    pub names: Vec<String>,
    pub line: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EmbeddedCall {
    pub callee: String,
    pub line: u32,
    /// Qualified name of the declaration around the call.
    pub within: Option<String>,
}

/// Maximum number of references of a file.
pub const MAX_REFERENCES: usize = 2000;

/// How a name is used; `packages/core/src/parse/facts.ts` describes the kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ReferenceKind {
    Value,
    Decorator,
    Jsx,
    Reexport,
    Type,
}

impl ReferenceKind {
    pub const ALL: [Self; 5] = [Self::Value, Self::Decorator, Self::Jsx, Self::Reexport, Self::Type];

    pub fn name(self) -> &'static str {
        match self {
            Self::Value => "value",
            Self::Decorator => "decorator",
            Self::Jsx => "jsx",
            Self::Reexport => "reexport",
            Self::Type => "type",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReferenceFacts {
    /// The name, or the name and one member of it, joined by a dot; each at most 200 scalars.
    pub name: CompactString,
    pub kind: ReferenceKind,
    /// Of the first use in the declaration.
    pub line: u32,
    pub within: Within,
    /// The scope of its first name, as in `ScopedCall`, or `REEXPORTED`.
    pub scope: Option<Within>,
}

/// The scope of a name that only other files see: `export { name } from './file'`.
pub const REEXPORTED: Within = -4;

/// A comment `analyzer-ignore-<kind>: <reason>` that is alone in its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IgnoreComment {
    pub line: u32,
    /// As written, also if it is unknown.
    pub kind: CompactString,
    /// Cut at 200 scalars; empty without one.
    pub reason: CompactString,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObjectFacts {
    /// Index of the call.
    pub call: u32,
    /// Its class as written in the assignment: dotted, at most 200 scalars.
    pub class: CompactString,
    /// The scope of the class, as in `ScopedCall`.
    pub scope: Option<Within>,
    /// The receiver can be an object of a derived class: a property, or a variable of a declared type.
    pub declared: bool,
}

/// The scope of a name that is a variable, whose value is not known.
pub const VARIABLE: Within = -2;
/// The scope of the name of a class, in a language where classes and functions can have the same name (PHP).
pub const CLASSES: Within = -3;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScopedCall {
    /// Index of the call.
    pub call: u32,
    /// A scope as in `DeclarationFacts`, `VARIABLE` or `CLASSES`.
    pub scope: Within,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ErrorRanges {
    /// Number of all error ranges; `ranges` has the first 20.
    pub count: u32,
    pub ranges: Vec<ErrorRange>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ErrorRange {
    pub start_line: u32,
    pub end_line: u32,
    pub message: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DeclarationKind {
    Function,
    Method,
    Class,
    Interface,
    Enum,
    Type,
    Trait,
}

impl DeclarationKind {
    pub const ALL: [Self; 7] = [
        Self::Function,
        Self::Method,
        Self::Class,
        Self::Interface,
        Self::Enum,
        Self::Type,
        Self::Trait,
    ];

    pub fn is_function(self) -> bool {
        matches!(self, Self::Function | Self::Method)
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Function => "function",
            Self::Method => "method",
            Self::Class => "class",
            Self::Interface => "interface",
            Self::Enum => "enum",
            Self::Type => "type",
            Self::Trait => "trait",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeclarationFacts {
    pub kind: DeclarationKind,
    pub name: CompactString,
    pub qualified_name: CompactString,
    /// As written, each cut at 200 scalars with `…`.
    pub parameters: Vec<CompactString>,
    pub returns: Option<CompactString>,
    pub exported: bool,
    /// 1-based, inclusive.
    pub start_line: u32,
    pub end_line: u32,
    /// Offsets in the UTF-8 form of the decoded text.
    pub start_byte: u32,
    pub end_byte: u32,
    /// Number of counted nodes of the canonical stream.
    pub nodes: u32,
    pub within: Within,
    /// The scope that binds the first part of its name, if it is not `within`: -1 for the file, the index of a declaration,
    /// or a number from the number of declarations on for a block, a function that is not a declaration, or an object
    /// without a name.
    pub scope: Option<Within>,
    /// Its variable also gets other values.
    pub reassigned: bool,
    /// Names that the parameters bind, also by destructuring.
    pub bound: Vec<CompactString>,
    /// What a class or interface inherits from, in the order in which members are searched.
    pub bases: Box<[BaseFacts]>,
    /// Both or none: functions and methods with a body without syntax errors.
    pub function: Option<FunctionHashes>,
    /// Classes and similar declarations.
    pub tree_hash: Option<Hash>,
}

/// How a declaration inherits: `extends` also of Python bases and of interfaces, `uses` of PHP traits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BaseKind {
    Extends,
    Implements,
    Uses,
}

impl BaseKind {
    pub const ALL: [Self; 3] = [Self::Extends, Self::Implements, Self::Uses];

    pub fn name(self) -> &'static str {
        match self {
            Self::Extends => "extends",
            Self::Implements => "implements",
            Self::Uses => "uses",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BaseFacts {
    /// Dotted, as written, without type arguments; `…` for an expression.
    pub name: CompactString,
    pub kind: BaseKind,
    /// The scope of its name, as in `ScopedCall`.
    pub scope: Option<Within>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FunctionHashes {
    pub body: Hash,
    pub shape: Hash,
}

/// How to look up an import's `target`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lookup {
    /// A name or path for the language's own rules (Python module with leading dots, JS specifier).
    Module,
    /// A literal path (PHP include, Bash source).
    Path,
    /// A literal path after the file's own directory (`__DIR__ . '/x.php'`).
    Directory,
    /// A class or namespace that `use` imports (PHP).
    Autoload,
    /// Not a literal.
    Dynamic,
    /// A class that the code names without importing it (PHP).
    Class,
    /// A function that `use function` imports (PHP).
    Function,
    /// A constant that `use const` imports (PHP).
    Constant,
    /// A Python module that a script imports, whose folder comes first.
    Script,
    /// A Python module that a call imports without binding a name.
    Loaded,
    /// A path after a folder whose name is not known (Bash `"$X/lib/y"`).
    Suffix,
    /// Patterns of files, one in a line (`import.meta.glob`, `require.context`).
    Glob,
}

impl Lookup {
    pub fn name(self) -> &'static str {
        match self {
            Self::Module => "module",
            Self::Path => "path",
            Self::Directory => "directory",
            Self::Autoload => "autoload",
            Self::Dynamic => "dynamic",
            Self::Class => "class",
            Self::Function => "function",
            Self::Constant => "constant",
            Self::Script => "script",
            Self::Loaded => "loaded",
            Self::Suffix => "suffix",
            Self::Glob => "glob",
        }
    }
}

/// When an import loads its target, the earliest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ImportPhase {
    /// While the importing file runs from top to bottom.
    Load,
    /// The same inside a branch or a `try`.
    Conditional,
    /// Inside a function, or dynamic (`import()`).
    Deferred,
    /// Only for a type checker (Python `if TYPE_CHECKING`).
    TypeChecking,
    /// Erased (TypeScript `import type`).
    TypeOnly,
    /// Never run: only its content, URL or path is used.
    Asset,
    /// Run in another thread.
    Worker,
}

impl ImportPhase {
    pub const ALL: [Self; 7] = [
        Self::Load,
        Self::Conditional,
        Self::Deferred,
        Self::TypeChecking,
        Self::TypeOnly,
        Self::Asset,
        Self::Worker,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Self::Load => "load",
            Self::Conditional => "conditional",
            Self::Deferred => "deferred",
            Self::TypeChecking => "type_checking",
            Self::TypeOnly => "type_only",
            Self::Asset => "asset",
            Self::Worker => "worker",
        }
    }

    /// Whether the import runs while its file loads.
    pub fn is_load(self) -> bool {
        self <= Self::Conditional
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportFacts {
    /// As written, without quotes if it is one string literal; cut at 200 scalars.
    pub specifier: CompactString,
    pub names: Vec<ImportedName>,
    pub line: u32,
    /// Inside a branch, a `try` or a function.
    pub conditional: bool,
    pub phase: ImportPhase,
    pub lookup: Lookup,
    /// JS/TS `export … from`.
    pub reexport: bool,
    /// The scope that binds its names, if it is not the file: as in `DeclarationFacts`.
    pub scope: Option<Within>,
    /// TypeScript: `type_only` because each of its names has `type`; some configurations keep such an import.
    pub inline_types: bool,
    /// TypeScript: `type_only` because no name of it is used as a value; some configurations keep such an import.
    pub elided: bool,
    /// What to look up. For `Dynamic` a path from a working directory that is not known, or empty.
    pub target: CompactString,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportedName {
    /// The exported name: `default`, `*` for the complete module (its binding, if any, is `alias`).
    pub name: CompactString,
    /// Only if the local name differs.
    pub alias: Option<CompactString>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportFacts {
    pub name: CompactString,
    pub local: CompactString,
}

/// In order of position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Calls {
    callees: String,
    rows: Vec<Call>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Call {
    pub line: u32,
    pub within: Within,
    /// End of its callee in the list of callees.
    end: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ControlKind {
    Condition,
    Loop,
    Match,
    Try,
    Return,
    Raise,
    Call,
}

impl ControlKind {
    pub const ALL: [Self; 7] = [
        Self::Condition,
        Self::Loop,
        Self::Match,
        Self::Try,
        Self::Return,
        Self::Raise,
        Self::Call,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Self::Condition => "condition",
            Self::Loop => "loop",
            Self::Match => "match",
            Self::Try => "try",
            Self::Return => "return",
            Self::Raise => "raise",
            Self::Call => "call",
        }
    }
}

/// A control structure, or a call at its position in the control structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Control {
    kind_and_depth: u32,
    pub line: u32,
    pub within: Within,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TokenRole {
    Literal,
    Variable,
    Property,
    Type,
    Label,
    Function,
    Command,
    Syntax,
    SelfName,
}

impl TokenRole {
    pub fn name(self) -> &'static str {
        match self {
            Self::Literal => "literal",
            Self::Variable => "variable",
            Self::Property => "property",
            Self::Type => "type",
            Self::Label => "label",
            Self::Function => "function",
            Self::Command => "command",
            Self::Syntax => "syntax",
            Self::SelfName => "self",
        }
    }
}

/// The leaves of a function in stream order, as columns of equal length.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TokenRecord {
    pub role: Vec<TokenRole>,
    pub kind: TextColumn,
    pub text: TextColumn,
    pub line: Vec<u32>,
}

/// Many short strings in one buffer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextColumn {
    text: String,
    ends: Vec<u32>,
}

impl Calls {
    /// For the next file.
    pub fn clear(&mut self) {
        empty_text(&mut self.callees);
        empty(&mut self.rows);
    }

    /// `callee`: trailing dotted names; `…` for any other receiver; at most 200 scalars.
    pub fn push(&mut self, callee: &str, line: u32, within: Within) {
        self.callees.push_str(callee);
        let end = self.callees.len() as u32;
        self.rows.push(Call { line, within, end });
    }

    pub fn reserve(&mut self, count: usize) {
        self.rows.reserve(count);
    }

    pub fn len(&self) -> usize {
        self.rows.len()
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    pub fn rows(&self) -> &[Call] {
        &self.rows
    }

    pub fn rows_mut(&mut self) -> &mut [Call] {
        &mut self.rows
    }

    pub fn callee(&self, index: usize) -> &str {
        let start = if index == 0 { 0 } else { self.rows[index - 1].end };
        &self.callees[start as usize..self.rows[index].end as usize]
    }

    pub fn callees(&self) -> impl Iterator<Item = &str> {
        (0..self.len()).map(|index| self.callee(index))
    }
}

impl Rows for Calls {
    fn count(&self) -> usize {
        self.len()
    }

    /// The rows, then the callees.
    fn write(&self, bytes: &mut Vec<u8>) {
        bytes.reserve(self.rows.len() * ROW + self.callees.len());
        for it in &self.rows {
            push_row(bytes, [it.line, it.within.cast_unsigned(), it.end]);
        }
        bytes.extend_from_slice(self.callees.as_bytes());
    }

    fn read(bytes: &[u8], count: usize) -> Self {
        let (rows, callees) = split_rows(bytes, count);
        let rows = rows.map(|[line, within, end]| Call {
            line,
            within: within.cast_signed(),
            end,
        });
        Self {
            rows: rows.collect(),
            callees: str::from_utf8(callees).expect("written from a string").to_owned(),
        }
    }
}

impl Rows for Vec<Control> {
    fn count(&self) -> usize {
        self.len()
    }

    fn write(&self, bytes: &mut Vec<u8>) {
        bytes.reserve(self.len() * ROW);
        self.iter().for_each(|it| push_row(bytes, it.numbers()));
    }

    fn read(bytes: &[u8], count: usize) -> Self {
        split_rows(bytes, count).0.map(Control::from_numbers).collect()
    }
}

impl Control {
    /// Real nesting is far below this: each structure takes some bytes, and a file has at most 2²⁹.
    pub const DEEPEST: u32 = u32::MAX >> KIND_BITS;

    /// `depth`: number of control structures around it within its declaration, at most `DEEPEST`.
    pub fn new(kind: ControlKind, depth: u32, line: u32, within: Within) -> Self {
        Self {
            kind_and_depth: depth << KIND_BITS | kind as u32,
            line,
            within,
        }
    }

    pub fn kind(self) -> ControlKind {
        ControlKind::ALL[(self.kind_and_depth & !(u32::MAX << KIND_BITS)) as usize]
    }

    pub fn depth(self) -> u32 {
        self.kind_and_depth >> KIND_BITS
    }

    fn numbers(self) -> [u32; 3] {
        [self.kind_and_depth, self.line, self.within.cast_unsigned()]
    }

    fn from_numbers([kind_and_depth, line, within]: [u32; 3]) -> Self {
        Self {
            kind_and_depth,
            line,
            within: within.cast_signed(),
        }
    }
}

/// Enough bits for all kinds of control.
const KIND_BITS: u32 = 3;

impl TextColumn {
    pub fn push(&mut self, text: &str) {
        self.text.push_str(text);
        self.ends.push(self.text.len() as u32);
    }

    pub fn get(&self, index: usize) -> &str {
        let start = if index == 0 { 0 } else { self.ends[index - 1] as usize };
        &self.text[start..self.ends[index] as usize]
    }

    pub fn len(&self) -> usize {
        self.ends.len()
    }

    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    pub fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.len()).map(|index| self.get(index))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decoding_returns_kinds_and_depths_of_control() {
        for kind in ControlKind::ALL {
            for depth in [0, 1, 7, 8, Control::DEEPEST] {
                let control = Control::new(kind, depth, u32::MAX, -1);
                assert_eq!((control.kind(), control.depth()), (kind, depth));
                assert_eq!((control.line, control.within), (u32::MAX, -1));
            }
        }
    }

    #[test]
    fn callees_come_back() {
        let mut calls = Calls::default();
        for _ in 0..2 {
            calls.clear();
            let callees = ["", "a", "…", "", "b.c"];
            for (line, callee) in (1..).zip(callees) {
                calls.push(callee, line, -1);
            }
            assert_eq!(calls.callees().collect::<Vec<_>>(), callees);
            assert!(calls.rows().iter().map(|it| it.line).eq(1..=5));
        }
    }
}
