//! Targets of JavaScript and TypeScript specifiers.

mod bundler_outputs;
mod config;
mod files;
mod missing_configs;
mod module_globs;
mod output;
mod package;
mod package_entry;
mod package_exports;
mod packages;
mod path_patterns;
mod queries;
mod referenced_configs;
mod specifier;
mod star_patterns;
mod tsconfig;

pub use files::Dialect;
pub use missing_configs::missing_configs;
pub use module_globs::ModuleGlobs;
pub use specifier::{JavaScriptImports, has_scheme};
