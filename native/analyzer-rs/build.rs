//! Compiles what reads tree-sitter's trees and tables from inside, against the headers of the very version that is
//! linked.

use std::path::Path;

const FOLDER: &str = "src/parse/adapters";
const SOURCES: [&str; 3] = ["tree_walk.c", "dense_grammar.c", "recovery_order.c"];

fn main() {
    let include = std::env::var("DEP_TREE_SITTER_INCLUDE").expect("tree-sitter tells where its headers are");
    let include = Path::new(&include);
    let inner = include.parent().expect("headers stand beside the sources").join("src");
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
