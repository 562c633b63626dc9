//! Which files are parsed as modules.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;

use serde_json::Value;

use crate::program::Scratch;

#[test]
fn the_nearest_package_json_decides_which_plain_javascript_is_a_module() {
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../fixtures/vectors/module-packages.json"
    );
    let text = fs::read_to_string(file).expect("the vectors");
    let vectors: Value = serde_json::from_str(&text).expect("JSON");
    let scratch = Scratch::new();
    for (path, text) in vectors["files"].as_object().expect("the files") {
        scratch.write(&format!("m/{path}"), text.as_str().expect("a text"));
    }
    for path in vectors["executable"].as_array().expect("the executables") {
        let path = path.as_str().expect("a path");
        let path = scratch.path(&format!("m/{path}"));
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("executable");
    }
    let output = scratch
        .command(&["scan", "m", "--format", "json"])
        .output()
        .expect("the program");
    let scan: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let entries = scan["entries"].as_array().expect("the entries");
    let modules: Vec<_> = entries
        .iter()
        .filter(|entry| entry["dialect"] == "mjs")
        .map(|entry| &entry["path"])
        .collect();
    assert_eq!(
        modules,
        vectors["modules"]
            .as_array()
            .expect("the modules")
            .iter()
            .collect::<Vec<_>>()
    );
    let reasons: BTreeMap<_, _> = entries
        .iter()
        .filter_map(|entry| Some((entry["path"].as_str()?, entry["reason"].as_str()?)))
        .collect();
    let expected = vectors["reasons"].as_object().expect("the reasons");
    assert_eq!(
        reasons,
        expected
            .iter()
            .map(|(path, reason)| (path.as_str(), reason.as_str().expect("a text")))
            .collect()
    );
}
