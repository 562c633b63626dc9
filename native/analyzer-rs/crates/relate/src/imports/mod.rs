//! Targets of imports.

mod builtin_modules;
mod javascript;
pub use javascript::missing_configs;
mod link;
mod literal_path;
mod php_autoload;
mod php_classes;
mod php_locked_packages;
mod php_path_patterns;
mod python;
mod python_modules;
mod python_projects;
mod python_roots;
mod resolve;

pub use builtin_modules::{is_builtin_class, is_php_class, is_php_function};
pub use link::unresolved;
pub use python::PythonFile;
pub use resolve::{ImportResolver, Importer};
