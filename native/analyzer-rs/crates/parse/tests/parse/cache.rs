//! Cached facts are read unchanged, or not at all.

use std::fs;
use std::path::{Path, PathBuf};

use parse::cache::outcome_line::{CachedOutcome, decode_outcome, encode_outcome};
use parse::cache::space::CacheSpace;
use parse::engine::ParseOutcome;
use parse::facts::FileFacts;

use super::fixtures::{Engine, folder, mode, names_in, read, read_json};

/// Removed at the end of the test.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("analyzer-rs-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder to write in");
        Self(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).expect("it is still there");
    }
}

/// Sources with a document of their facts, in all folders of `fixtures/facts`.
fn examples() -> Vec<(String, FileFacts)> {
    let mut engine = Engine::new(false);
    let mut found = Vec::new();
    for language in names_in("facts") {
        for entry in fs::read_dir(folder().join("facts").join(&language)).expect("the examples") {
            let name = entry.expect("a name").file_name().into_string().expect("text");
            let Some(source) = name.strip_suffix(".json") else {
                continue;
            };
            let path = format!("facts/{language}/{source}");
            let example = read_json(&format!("{path}.json"));
            match engine.parse(&read(&path), mode(&example["mode"])) {
                ParseOutcome::Analyzed { facts, .. } | ParseOutcome::Partial { facts, .. } => {
                    found.push((path, FileFacts::clone(&facts)))
                }
                _ => panic!("{path} gives no facts"),
            }
        }
    }
    assert!(found.len() > 20);
    found
}

fn key(number: usize) -> String {
    format!("{number:064x} python")
}

fn packs(cache: &Path) -> Vec<PathBuf> {
    let spaces = fs::read_dir(cache).expect("the cache");
    let files = spaces.flat_map(|it| fs::read_dir(it.expect("a space").path()).expect("its packs"));
    files.map(|it| it.expect("a pack").path()).collect()
}

fn find(space: &CacheSpace, number: usize) -> Option<FileFacts> {
    space
        .find(&key(number), |data| decode_outcome(data).ok())
        .map(|it| it.facts)
}

#[test]
fn decoding_returns_the_facts_of_every_example() {
    for (path, facts) in examples() {
        let data = encode_outcome(&facts, Some("latin-1"));
        assert!(!data.contains(&b'\n'), "{path}");
        let encoding = Some("latin-1".to_owned());
        assert_eq!(decode_outcome(&data), Ok(CachedOutcome { facts, encoding }), "{path}");
    }
}

#[test]
fn an_incomplete_line_is_rejected() {
    let (_, facts) = &examples()[0];
    let whole = encode_outcome(facts, None);
    for length in 0..whole.len() {
        assert!(decode_outcome(&whole[..length]).is_err());
    }
    let value: serde_json::Value = serde_json::from_slice(&whole).expect("JSON");
    for name in [
        "hashes",
        "text",
        "texts",
        "declarations",
        "imports",
        "exports",
        "calls",
        "scoped_calls",
        "control",
    ] {
        let mut less = value.clone();
        less["facts"].as_object_mut().expect("an object").remove(name);
        assert!(decode_outcome(less.to_string().as_bytes()).is_err(), "{name}");
    }
}

#[test]
fn stored_entries_are_found_and_damaged_ones_rejected() {
    let scratch = Scratch::new("cache");
    let cache = &scratch.0;
    let examples = examples();
    let space = CacheSpace::open(cache, "1");
    for (number, (_, facts)) in examples.iter().enumerate() {
        assert_eq!(find(&space, number), None);
        space.keep(&key(number), &encode_outcome(facts, None));
    }
    let report = space.finish();
    let count = examples.len() as u64;
    assert_eq!((report.misses, report.writes, report.errors), (count, count, 0));

    let packs = packs(cache);
    assert_eq!(packs.len(), 1);
    let whole = fs::read(&packs[0]).expect("the pack");
    let mut seed = 1_u64;
    for _ in 0..200 {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let at = (seed >> 33) as usize % whole.len();
        let mut damaged = whole.clone();
        damaged[at] ^= 1 << (seed & 7);
        fs::remove_dir_all(cache).expect("the cache");
        fs::create_dir_all(packs[0].parent().expect("a folder")).expect("the space");
        fs::write(&packs[0], &damaged).expect("written");
        let space = CacheSpace::open(cache, "1");
        for (number, (path, facts)) in examples.iter().enumerate() {
            if let Some(found) = find(&space, number) {
                assert_eq!(&found, facts, "{path}, byte {at}");
            } else {
                space.keep(&key(number), &encode_outcome(facts, None));
            }
        }
        let report = space.finish();
        assert!(report.invalid > 0 && report.hits > 0, "byte {at}: {report:?}");
        let repaired = CacheSpace::open(cache, "1");
        for (number, (path, facts)) in examples.iter().enumerate() {
            assert_eq!(find(&repaired, number).as_ref(), Some(facts), "{path}, byte {at}");
        }
        let report = repaired.finish();
        assert_eq!(
            (report.hits, report.misses, report.invalid, report.errors),
            (count, 0, 0, 0)
        );
    }
}

#[test]
fn versions_have_separate_spaces_and_small_packs_are_merged() {
    let scratch = Scratch::new("small-packs");
    let cache = &scratch.0;
    let facts = FileFacts::default();
    for number in 0..40 {
        let space = CacheSpace::open(cache, "1");
        for before in 0..number {
            assert!(find(&space, before).is_some());
        }
        space.keep(&key(number), &encode_outcome(&facts, None));
        assert_eq!(space.finish().errors, 0);
        assert!(packs(cache).len() < 20);
    }
    assert_eq!(find(&CacheSpace::open(cache, "2"), 0), None);
}

#[test]
fn an_unusable_cache_is_only_reported() {
    let scratch = Scratch::new("refused");
    let file = scratch.0.join("a file");
    fs::write(&file, "").expect("written");
    let space = CacheSpace::open(&file, "1");
    for number in 0..3 {
        assert_eq!(find(&space, number), None);
        space.keep(&key(number), b"{}");
    }
    let report = space.finish();
    assert_eq!((report.misses, report.writes, report.errors), (3, 0, 2));
    assert_eq!(
        report.issues,
        ["cannot read: it is not a folder", "cannot write: it is not a folder"]
    );
}

#[test]
fn entries_that_are_too_large_are_counted() {
    let scratch = Scratch::new("large");
    let lines = [vec![b'x'; 100], vec![b'x'; 101]];
    let space = CacheSpace::open(&scratch.0, "1").keeping_up_to(100);
    for (number, line) in lines.iter().enumerate() {
        space.keep(&key(number), line);
    }
    let report = space.finish();
    assert_eq!((report.writes, report.skipped_large, report.errors), (1, 1, 0));
    assert_eq!(report.issues, ["an entry above 64 MiB is not stored"]);
    assert_eq!(report.note(), None);
    let space = CacheSpace::open(&scratch.0, "1");
    let found = [0, 1].map(|number| space.find(&key(number), |data| Some(data.len())));
    assert_eq!(found, [Some(100), None]);
}
