//! Where imports lead.

mod builtin_modules;
mod javascript;
mod link;
mod literal_path;
mod python;
mod python_modules;
mod resolve;

pub use link::unresolved;
pub use python::PythonFile;
pub use resolve::{ImportResolver, Importer};
