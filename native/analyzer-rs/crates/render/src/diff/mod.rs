//! A diff → terminal, JSON, Markdown, SARIF, DOT.

mod counts;
mod declaration_rows;
pub mod dot;
mod file_rows;
pub mod json;
mod link_rows;
pub mod markdown;
pub mod sarif;
mod section;
mod sections;
pub mod terminal;
mod verdict;
