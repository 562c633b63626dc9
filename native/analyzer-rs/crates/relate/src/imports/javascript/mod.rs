//! Targets of JavaScript and TypeScript specifiers.

mod config;
mod files;
mod output;
mod package;
mod package_entry;
mod package_exports;
mod packages;
mod path_patterns;
mod referenced_configs;
mod specifier;
mod star_patterns;
mod tsconfig;

pub use files::Dialect;
pub use specifier::{JavaScriptImports, has_scheme};
