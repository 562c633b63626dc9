//! The clone groups of the kinds `near`, `block` and `block-shape` (docs/use/copies.md), as in
//! `packages/core/src/relate/copies`.

mod alive_suffixes;
mod block_groups;
mod callback_groups;
mod compared_file;
mod cross_groups;
mod cross_sets;
mod fold_groups;
mod gram_order;
mod gram_sets;
mod gram_windows;
mod group_copies;
mod hash_numbers;
mod limits;
mod near_groups;
mod overlaps;
mod range_hash;
mod repeated_runs;
mod run_budget;
mod set_classes;
mod shape_digests;
mod shared_part;
mod similar_classes;
mod suffix_array;
mod unit_places;
mod unit_text;

#[cfg(test)]
mod oracle;
#[cfg(test)]
mod scale;

pub use block_groups::{BlockGroup, BlockGroups, find_block_groups, group_units, has_blocks};
pub use compared_file::{ComparedBodies, ComparedDeclaration, ComparedFile};
pub use cross_groups::{SimilarGroups, find_similar_groups};
pub use fold_groups::fold_groups;
pub use gram_order::last_posted;
pub use gram_sets::ValuesVisitor;
pub use group_copies::{CopiedFile, CopyEvidence, CopyRepeat, group_copies};
pub use limits::{CopyLimits, LIMITS};
pub use near_groups::NearGroup;
pub use run_budget::LeftOutRuns;
pub use shared_part::OccurrenceRange;
pub use unit_text::read_units;
