//! Where specifiers of JavaScript and TypeScript lead.

mod files;
mod output;
mod package_entry;
mod package_exports;
mod packages;
mod specifier;
mod tsconfig;

pub use files::Dialect;
pub use specifier::{JavaScriptImports, has_scheme};
