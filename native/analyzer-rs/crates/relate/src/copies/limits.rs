//! Sizes from which code is compared.

use serde::Deserialize;

#[derive(Clone, Copy, Deserialize)]
pub struct CopyLimits {
    /// Syntax nodes of a declaration.
    pub near_nodes: u64,
    /// Syntax nodes of a block.
    pub block_nodes: u64,
    /// Syntax nodes of a block that is equal up to renaming.
    pub shape_nodes: u64,
    /// Different 5-grams of each: constructors, getters and delegators have fewer.
    pub grams: usize,
}

pub const LIMITS: CopyLimits = CopyLimits {
    near_nodes: 30,
    block_nodes: 30,
    shape_nodes: 50,
    grams: 24,
};
