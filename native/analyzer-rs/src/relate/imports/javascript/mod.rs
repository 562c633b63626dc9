//! Targets of JavaScript and TypeScript specifiers.

mod files;
mod output;
mod package_entry;
mod package_exports;
mod packages;
mod path_patterns;
mod specifier;
mod tsconfig;

pub use files::Dialect;
pub use specifier::{JavaScriptImports, has_scheme};
