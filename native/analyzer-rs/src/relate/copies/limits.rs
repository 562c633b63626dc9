//! Sizes from which code is compared.

#[derive(Clone, Copy)]
pub struct CopyLimits {
    /// Syntax nodes of a declaration or block.
    pub nodes: u32,
    /// Different 5-grams of either: constructors, getters and delegators have fewer.
    pub grams: usize,
    /// Syntax nodes of a block that is equal up to renaming.
    pub shape_nodes: u32,
}

pub const LIMITS: CopyLimits = CopyLimits {
    nodes: 30,
    grams: 24,
    shape_nodes: 50,
};
