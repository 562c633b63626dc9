//! Facts above 64 MiB are not stored in the cache, and the report counts them.

use serde_json::Value;

use crate::program::Scratch;

/// The names of its imports alone are longer than the limit of a data line.
#[test]
fn facts_above_64_mib_are_found_anew_in_every_run() {
    let scratch = Scratch::new();
    let name = "x".repeat(1_000_000);
    let imports: String = (0..70).map(|number| format!("import '{number}{name}';\n")).collect();
    scratch.write("large/large.js", &imports);
    scratch.write("large/small.js", "export const a = 1;\n");
    let scan = ["scan", "large", "--max-bytes", "0", "--detail", "files"];
    let json = [&scan[..], &["--format", "json", "--cache-dir", "cache"]].concat();
    for (hits, writes) in [(0, 1), (1, 0)] {
        let output = scratch.command(&json).output().expect("the program");
        let result: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(result["coverage"]["analyzed"], 2);
        let cache = &result["runtime"]["cache"];
        assert_eq!(cache["hits"], hits);
        assert_eq!(cache["writes"], writes);
        assert_eq!(cache["skipped_large"], 1);
        assert_eq!(cache["errors"], 0);
        assert_eq!(cache["issues"][0], "an entry above 64 MiB is not stored");
    }
}
