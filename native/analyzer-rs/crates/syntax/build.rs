//! Compiles C code that accesses tree-sitter's internal structures, with the headers of the linked version.

use std::path::Path;

const FOLDER: &str = "src/adapters";
const SOURCES: [&str; 5] = [
    "tree_walk.c",
    "dense_grammar.c",
    "recovery_order.c",
    "scanner_classes.c",
    "plain/parser.c",
];
const HEADERS: [&str; 2] = ["walked_node.h", "plain"];

fn main() {
    let include = std::env::var("DEP_TREE_SITTER_INCLUDE").expect("tree-sitter sets the path of its headers");
    let include = Path::new(&include);
    let inner = include.parent().expect("headers are next to the sources").join("src");
    let sources = SOURCES.map(|name| Path::new(FOLDER).join(name));
    for source in sources
        .iter()
        .cloned()
        .chain(HEADERS.map(|name| Path::new(FOLDER).join(name)))
    {
        println!("cargo:rerun-if-changed={}", source.display());
    }
    cc::Build::new()
        .std("c11")
        .include(inner)
        .include(include)
        .include(FOLDER)
        .files(&sources)
        .compile("analyzer-tree-sitter");
}
