//! The folders of `fixtures/cache/refused.json`, where a cache must not be.

use std::fs;
use std::path::Path;

use scan::cache_location::path_of_cache;
use serde_json::Value;

#[test]
fn the_scanned_folder_and_its_parents_are_refused() {
    let scratch = std::env::temp_dir().join(format!("analyzer-rs-place-{}", std::process::id()));
    for name in ["work/project", "work/other"] {
        fs::create_dir_all(scratch.join(name)).expect("a folder");
    }
    let base = fs::canonicalize(&scratch).expect("it is there");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../../fixtures/cache/refused.json");
    let cases: Value = serde_json::from_slice(&fs::read(file).expect("the cases")).expect("JSON");
    for case in cases.as_array().expect("a list") {
        let text = |name: &str| case[name].as_str().expect("a text");
        let written = text("cache_dir");
        // The working folder of a test is the package's.
        let absolute = if written.is_empty() {
            written.to_owned()
        } else {
            base.join(written).display().to_string()
        };
        let error = path_of_cache(&base.join(text("scanned")), absolute.as_ref()).expect_err(written);
        let problem = if written.is_empty() {
            text("problem").to_owned()
        } else {
            text("problem").replacen(written, &absolute, 1)
        };
        assert_eq!(error.message, problem);
    }
    let below = path_of_cache(&base.join("work"), base.join("work/deep/kept").as_ref()).expect("a place");
    assert_eq!(below.as_deref(), Some("deep/kept"));
    fs::remove_dir_all(&scratch).expect("the folder is removed");
}
