//! Where an import is.

use compact_str::CompactString;

use syntax::flat_tree::NodeId;

/// The node of an import, and the first name that it binds in the file.
pub struct ImportPlace {
    pub node: NodeId,
    pub bound: Option<CompactString>,
}
