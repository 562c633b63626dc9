//! Reads the imports of a file and, for languages with an own syntax for them, its exports. Readers are the only code
//! after the adapters that refers to node kinds, because languages compose specifiers too differently for data.

mod bash;
mod bash_constants;
mod bash_folder_changes;
mod bash_folders;
mod bash_lists;
pub mod bash_script_path;
mod bash_suffixes;
mod bash_variables;
mod bash_words;
mod context;
mod elided;
mod estree;
mod estree_bindings;
mod estree_exports;
mod estree_globs;
mod estree_literals;
mod estree_urls;
mod file_patterns;
mod php;
mod php_constants;
mod php_references;
mod php_strings;
mod python;
mod shellcheck;

use context::{DYNAMIC, FoundImport, Target, imported};
pub use context::{ImportReader, ReaderContext};
pub use elided::mark_elided;

/// A reader for one file, by its name in the language data; `None` if no reader has that name.
pub fn open_reader<'a>(name: &str) -> Option<Box<dyn ImportReader<'a> + 'a>> {
    Some(match name {
        "bash" => Box::new(bash::BashImports::default()),
        "estree" => Box::new(estree_exports::Chain::default()),
        "php" => Box::new(php::PhpImports::default()),
        "python" => Box::new(python::PythonNames::default()),
        _ => return None,
    })
}
