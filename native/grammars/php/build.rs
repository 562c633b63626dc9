use std::path::Path;

const FOLDER: &str = "php/src";

fn main() {
    let folder = Path::new(FOLDER);
    let sources = ["parser.c", "scanner.c"].map(|name| folder.join(name));
    println!("cargo:rerun-if-changed=.");
    cc::Build::new()
        .std("c11")
        .include(folder)
        .flag_if_supported("-Wno-unused-value")
        .files(&sources)
        .compile("tree-sitter-php");
}
