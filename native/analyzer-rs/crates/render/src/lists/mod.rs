//! The order and the classes of groups in lists for people (`languages/lists.json`).

mod file_code;
pub mod group_classes;
pub mod ignored_code;
mod list_order;
pub mod listed_groups;
mod listed_ranges;
mod test_callback;
