//! A visible node of a syntax tree, as `walked_node.h` has it.

/// Number of nodes per call of a C function.
pub const NODES_PER_CALL: usize = 256;

#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WalkedNode {
    /// In bytes of the parser's input.
    pub start: u32,
    pub end: u32,
    /// Number of visible ancestors.
    pub depth: u32,
    pub symbol: u16,
    /// 0 for none.
    pub field: u16,
    pub is_missing: u32,
}

impl WalkedNode {
    /// The parser inserted it, because the text lacks it.
    pub fn is_missing(&self) -> bool {
        self.is_missing != 0
    }
}
