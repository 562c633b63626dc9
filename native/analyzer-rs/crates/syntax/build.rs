//! Compiles C code that accesses tree-sitter's internal structures, with the headers of the linked version.

use std::path::Path;

const FOLDER: &str = "src/adapters";
const SOURCES: [&str; 4] = [
    "tree_walk.c",
    "dense_grammar.c",
    "recovery_order.c",
    "scanner_classes.c",
];

fn main() {
    let include = std::env::var("DEP_TREE_SITTER_INCLUDE").expect("tree-sitter sets the path of its headers");
    let include = Path::new(&include);
    let inner = include.parent().expect("headers are next to the sources").join("src");
    let sources = SOURCES.map(|name| Path::new(FOLDER).join(name));
    for source in &sources {
        println!("cargo:rerun-if-changed={}", source.display());
    }
    cc::Build::new()
        .std("c11")
        .include(inner)
        .include(include)
        .files(&sources)
        .compile("analyzer-tree-sitter");
}
