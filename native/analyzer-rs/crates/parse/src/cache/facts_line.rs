//! The facts of a file in a cache: strings without duplicates, all other values as numbers in columns.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::facts::{ControlKind, DeclarationKind, EmbeddedFacts, Lookup};

/// The input is not a line of this program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotALine;

#[derive(Deserialize, Serialize)]
pub struct FactsLine<'a> {
    /// Hash of the file, then those of the declarations, in their order, 64 hex digits each.
    #[serde(borrow)]
    pub hashes: Cow<'a, str>,
    /// Distinct strings, concatenated; rows refer to them by index.
    #[serde(borrow)]
    pub text: Cow<'a, str>,
    /// Lengths of the strings in bytes.
    #[serde(borrow)]
    pub texts: Cow<'a, str>,
    /// The number of all errors, then rows.
    #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
    pub errors: Option<Cow<'a, str>>,
    #[serde(borrow)]
    pub declarations: Cow<'a, str>,
    #[serde(borrow)]
    pub imports: Cow<'a, str>,
    #[serde(borrow)]
    pub exports: Cow<'a, str>,
    /// Callee, line and enclosing declaration.
    #[serde(borrow)]
    pub calls: Cow<'a, str>,
    /// Call, class, scope, and 1 for a declared type.
    #[serde(borrow)]
    pub objects: Cow<'a, str>,
    /// Call and scope.
    #[serde(borrow)]
    pub scoped_calls: Cow<'a, str>,
    /// Name, kind, line, enclosing declaration and scope.
    #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
    pub references: Option<Cow<'a, str>>,
    /// The file has more references.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub references_truncated: bool,
    /// Kind, depth, line and enclosing declaration.
    #[serde(borrow)]
    pub control: Cow<'a, str>,
    /// Line, kind and reason.
    #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
    pub ignore_comments: Option<Cow<'a, str>>,
    /// Few files have them: as they are.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub embedded: Vec<EmbeddedFacts>,
}

/// Bits of the optional fields that a declaration has.
pub const HAS_FUNCTION: u32 = 1;
pub const HAS_TREE_HASH: u32 = 2;
pub const HAS_RETURNS: u32 = 4;
pub const IS_EXPORTED: u32 = 8;
pub const HAS_BASES: u32 = 16;
pub const HAS_SCOPE: u32 = 32;
pub const IS_REASSIGNED: u32 = 64;

pub const IS_CONDITIONAL: u32 = 1;
pub const IS_REEXPORT: u32 = 2;
pub const HAS_INLINE_TYPES: u32 = 8;
pub const IS_TARGET: u32 = 4;
pub const IS_SCOPED: u32 = 16;
pub const IS_ELIDED: u32 = 32;

// The indices are stored: append new kinds at the end.

pub const DECLARATION_KINDS: [DeclarationKind; 7] = [
    DeclarationKind::Function,
    DeclarationKind::Method,
    DeclarationKind::Class,
    DeclarationKind::Interface,
    DeclarationKind::Enum,
    DeclarationKind::Type,
    DeclarationKind::Trait,
];

pub const LOOKUPS: [Lookup; 12] = [
    Lookup::Module,
    Lookup::Path,
    Lookup::Directory,
    Lookup::Autoload,
    Lookup::Dynamic,
    Lookup::Class,
    Lookup::Function,
    Lookup::Constant,
    Lookup::Script,
    Lookup::Loaded,
    Lookup::Suffix,
    Lookup::Glob,
];

pub const CONTROL_KINDS: [ControlKind; 7] = [
    ControlKind::Condition,
    ControlKind::Loop,
    ControlKind::Match,
    ControlKind::Try,
    ControlKind::Return,
    ControlKind::Raise,
    ControlKind::Call,
];
