//! Generated from languages/index-rows.json by tools/index-rows.mjs. Do not edit.

use super::rows::{Cells, Row};

pub const NODE_KINDS: [&str; 9] = [
    "project",
    "file",
    "function",
    "method",
    "class",
    "interface",
    "enum",
    "type",
    "trait",
];
pub const EDGE_KINDS: [&str; 6] = ["contains", "imports", "calls", "member", "inherits", "references"];
pub const REFERENCE_KINDS: [&str; 5] = ["value", "decorator", "jsx", "reexport", "type"];
pub const BASE_KINDS: [&str; 3] = ["extends", "implements", "uses"];
pub const LINK_STATES: [&str; 5] = ["resolved", "ambiguous", "external", "unresolved", "declared"];
pub const IMPORT_PHASES: [&str; 7] = [
    "load",
    "conditional",
    "deferred",
    "type_checking",
    "type_only",
    "asset",
    "worker",
];
pub const ENTRY_KINDS: [&str; 4] = ["file", "directory", "symlink", "special"];
pub const FILE_STATUSES: [&str; 12] = [
    "analyzed",
    "partial",
    "syntax-error",
    "inventory",
    "unsupported-language",
    "missing-parser",
    "too-large",
    "binary",
    "undecodable",
    "timeout",
    "parser-failed",
    "unreadable",
];
pub const FILE_CLASSES: [&str; 6] = ["test", "vendored", "generated", "example", "benchmark", "configuration"];

pub struct NameRow<'a> {
    pub text: &'a str,
}

impl Row for NameRow<'_> {
    const TABLE: &'static str = "name";

    fn push_to(&self, cells: &mut Cells) {
        cells.text(self.text);
    }
}

pub struct LanguageRow<'a> {
    pub name: &'a str,
}

impl Row for LanguageRow<'_> {
    const TABLE: &'static str = "language";

    fn push_to(&self, cells: &mut Cells) {
        cells.text(self.name);
    }
}

pub struct NodeRow<'a> {
    pub id: u64,
    pub key: &'a [u8],
    pub kind: u64,
    pub project_id: u64,
    pub file_id: Option<u64>,
    pub parent_id: Option<u64>,
    pub language_id: Option<u64>,
    pub name_id: Option<u64>,
    pub qualifier_id: Option<u64>,
    pub exported: bool,
    pub classes: u64,
    pub grouped: bool,
    pub start_line: Option<u64>,
    pub end_line: Option<u64>,
    pub start_byte: Option<u64>,
    pub end_byte: Option<u64>,
    pub ordinal: Option<u64>,
    pub nodes: Option<u64>,
    pub parameters: Option<&'a str>,
    pub returns: Option<&'a str>,
}

impl Row for NodeRow<'_> {
    const TABLE: &'static str = "node";

    fn push_to(&self, cells: &mut Cells) {
        cells.number(self.id);
        cells.bytes(self.key);
        cells.number(self.kind);
        cells.number(self.project_id);
        cells.optional_number(self.file_id);
        cells.optional_number(self.parent_id);
        cells.optional_number(self.language_id);
        cells.optional_number(self.name_id);
        cells.optional_number(self.qualifier_id);
        cells.flag(self.exported);
        cells.number(self.classes);
        cells.flag(self.grouped);
        cells.optional_number(self.start_line);
        cells.optional_number(self.end_line);
        cells.optional_number(self.start_byte);
        cells.optional_number(self.end_byte);
        cells.optional_number(self.ordinal);
        cells.optional_number(self.nodes);
        cells.optional_text(self.parameters);
        cells.optional_text(self.returns);
    }
}

pub struct FileRow<'a> {
    pub id: u64,
    pub last_node_id: u64,
    pub project_id: u64,
    pub path: &'a str,
    pub name_lossy: bool,
    pub status: u64,
    pub reason: Option<&'a str>,
    pub errors: u64,
    pub dialect: Option<&'a str>,
    pub encoding: Option<&'a str>,
    pub size: u64,
    pub lines: Option<u64>,
    pub sha256: Option<&'a [u8]>,
    pub tree_hash: Option<&'a [u8]>,
    pub functions: u64,
    pub repeated_lines: u64,
    pub copied_lines: u64,
    pub references_truncated: bool,
}

impl Row for FileRow<'_> {
    const TABLE: &'static str = "file";

    fn push_to(&self, cells: &mut Cells) {
        cells.number(self.id);
        cells.number(self.last_node_id);
        cells.number(self.project_id);
        cells.text(self.path);
        cells.flag(self.name_lossy);
        cells.number(self.status);
        cells.optional_text(self.reason);
        cells.number(self.errors);
        cells.optional_text(self.dialect);
        cells.optional_text(self.encoding);
        cells.number(self.size);
        cells.optional_number(self.lines);
        cells.optional_bytes(self.sha256);
        cells.optional_bytes(self.tree_hash);
        cells.number(self.functions);
        cells.number(self.repeated_lines);
        cells.number(self.copied_lines);
        cells.flag(self.references_truncated);
    }
}

pub struct PrintRow<'a> {
    pub node_id: u64,
    pub listed: bool,
    pub body: &'a [u8],
    pub shape: &'a [u8],
}

impl Row for PrintRow<'_> {
    const TABLE: &'static str = "print";

    fn push_to(&self, cells: &mut Cells) {
        cells.number(self.node_id);
        cells.flag(self.listed);
        cells.bytes(self.body);
        cells.bytes(self.shape);
    }
}

pub struct TreeRow<'a> {
    pub node_id: u64,
    pub tree_hash: &'a [u8],
}

impl Row for TreeRow<'_> {
    const TABLE: &'static str = "tree";

    fn push_to(&self, cells: &mut Cells) {
        cells.number(self.node_id);
        cells.bytes(self.tree_hash);
    }
}

pub struct TokenBlockOfFileRow {
    pub file_id: u64,
    pub staged_id: u64,
}

impl Row for TokenBlockOfFileRow {
    const TABLE: &'static str = "token_block_of_file";

    fn push_to(&self, cells: &mut Cells) {
        cells.number(self.file_id);
        cells.number(self.staged_id);
    }
}

pub struct ElementBlockOfFileRow {
    pub file_id: u64,
    pub staged_id: u64,
}

impl Row for ElementBlockOfFileRow {
    const TABLE: &'static str = "element_block_of_file";

    fn push_to(&self, cells: &mut Cells) {
        cells.number(self.file_id);
        cells.number(self.staged_id);
    }
}

pub struct ControlOfFileRow<'a> {
    pub file_id: u64,
    pub data: &'a [u8],
}

impl Row for ControlOfFileRow<'_> {
    const TABLE: &'static str = "control_of_file";

    fn push_to(&self, cells: &mut Cells) {
        cells.number(self.file_id);
        cells.bytes(self.data);
    }
}

pub struct DocOfFileRow<'a> {
    pub file_id: u64,
    pub data: &'a [u8],
}

impl Row for DocOfFileRow<'_> {
    const TABLE: &'static str = "doc_of_file";

    fn push_to(&self, cells: &mut Cells) {
        cells.number(self.file_id);
        cells.bytes(self.data);
    }
}

pub struct SilencedLinesRow {
    pub file_id: u64,
    pub start_line: u64,
    pub end_line: u64,
}

impl Row for SilencedLinesRow {
    const TABLE: &'static str = "silenced_lines";

    fn push_to(&self, cells: &mut Cells) {
        cells.number(self.file_id);
        cells.number(self.start_line);
        cells.number(self.end_line);
    }
}

pub struct OtherEntryRow<'a> {
    pub project_id: u64,
    pub path: &'a str,
    pub kind: u64,
    pub target: Option<&'a str>,
    pub reason: Option<&'a str>,
}

impl Row for OtherEntryRow<'_> {
    const TABLE: &'static str = "other_entry";

    fn push_to(&self, cells: &mut Cells) {
        cells.number(self.project_id);
        cells.text(self.path);
        cells.number(self.kind);
        cells.optional_text(self.target);
        cells.optional_text(self.reason);
    }
}

pub struct EdgeRow {
    pub from_id: u64,
    pub kind: u64,
    pub to_id: u64,
    pub state: u64,
    pub line: u64,
    pub phase: u64,
    pub sites: u64,
}

impl Row for EdgeRow {
    const TABLE: &'static str = "edge";

    fn push_to(&self, cells: &mut Cells) {
        cells.number(self.from_id);
        cells.number(self.kind);
        cells.number(self.to_id);
        cells.number(self.state);
        cells.number(self.line);
        cells.number(self.phase);
        cells.number(self.sites);
    }
}

pub struct EdgeCountRow {
    pub project_id: u64,
    pub kind: u64,
    pub state: u64,
    pub edges: u64,
    pub sites: u64,
}

impl Row for EdgeCountRow {
    const TABLE: &'static str = "edge_count";

    fn push_to(&self, cells: &mut Cells) {
        cells.number(self.project_id);
        cells.number(self.kind);
        cells.number(self.state);
        cells.number(self.edges);
        cells.number(self.sites);
    }
}

pub struct ImportRow<'a> {
    pub file_id: u64,
    pub seq: u64,
    pub specifier: &'a str,
    pub target: Option<&'a str>,
    pub names: Option<&'a str>,
    pub line: u64,
    pub reference: bool,
    pub conditional: bool,
    pub phase: u64,
    pub state: u64,
    pub target_id: Option<u64>,
    pub rule: Option<&'a str>,
    pub reason: Option<&'a str>,
}

impl Row for ImportRow<'_> {
    const TABLE: &'static str = "import";

    fn push_to(&self, cells: &mut Cells) {
        cells.number(self.file_id);
        cells.number(self.seq);
        cells.text(self.specifier);
        cells.optional_text(self.target);
        cells.optional_text(self.names);
        cells.number(self.line);
        cells.flag(self.reference);
        cells.flag(self.conditional);
        cells.number(self.phase);
        cells.number(self.state);
        cells.optional_number(self.target_id);
        cells.optional_text(self.rule);
        cells.optional_text(self.reason);
    }
}

pub struct BaseRow<'a> {
    pub node_id: u64,
    pub seq: u64,
    pub kind: u64,
    pub name: &'a str,
    pub state: u64,
    pub reason: Option<&'a str>,
}

impl Row for BaseRow<'_> {
    const TABLE: &'static str = "base";

    fn push_to(&self, cells: &mut Cells) {
        cells.number(self.node_id);
        cells.number(self.seq);
        cells.number(self.kind);
        cells.text(self.name);
        cells.number(self.state);
        cells.optional_text(self.reason);
    }
}

pub struct CycleFileRow {
    pub cycle_id: u64,
    pub file_id: u64,
    pub step: Option<u64>,
}

impl Row for CycleFileRow {
    const TABLE: &'static str = "cycle_file";

    fn push_to(&self, cells: &mut Cells) {
        cells.number(self.cycle_id);
        cells.number(self.file_id);
        cells.optional_number(self.step);
    }
}

pub struct NonLoadCycleFileRow {
    pub cycle_id: u64,
    pub file_id: u64,
    pub step: Option<u64>,
}

impl Row for NonLoadCycleFileRow {
    const TABLE: &'static str = "non_load_cycle_file";

    fn push_to(&self, cells: &mut Cells) {
        cells.number(self.cycle_id);
        cells.number(self.file_id);
        cells.optional_number(self.step);
    }
}

pub struct CallBlockRow<'a> {
    pub first_file_id: u64,
    pub data: &'a [u8],
}

impl Row for CallBlockRow<'_> {
    const TABLE: &'static str = "call_block";

    fn push_to(&self, cells: &mut Cells) {
        cells.number(self.first_file_id);
        cells.bytes(self.data);
    }
}

pub struct ExclusionRow<'a> {
    pub project_id: u64,
    pub path: &'a str,
    pub kind: u64,
    pub rule_id: &'a str,
}

impl Row for ExclusionRow<'_> {
    const TABLE: &'static str = "exclusion";

    fn push_to(&self, cells: &mut Cells) {
        cells.number(self.project_id);
        cells.text(self.path);
        cells.number(self.kind);
        cells.text(self.rule_id);
    }
}

pub struct CoverageCountRow<'a> {
    pub project_id: u64,
    pub status: &'a str,
    pub n: u64,
}

impl Row for CoverageCountRow<'_> {
    const TABLE: &'static str = "coverage_count";

    fn push_to(&self, cells: &mut Cells) {
        cells.number(self.project_id);
        cells.text(self.status);
        cells.number(self.n);
    }
}
