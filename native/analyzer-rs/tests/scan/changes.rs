//! The project changes between two scans with one cache.

use std::fs;

use crate::program::Scratch;

const SCAN: &[&str] = &["scan", "w", "--detail", "full"];

#[test]
fn a_changed_file_of_the_same_size_and_time_is_parsed_again() {
    let scratch = Scratch::new();
    scratch.cached(SCAN);
    let path = scratch.path("w/lib/d.ts");
    let modified = fs::metadata(&path).and_then(|it| it.modified()).expect("a time");
    scratch.write("w/lib/d.ts", "export function e(n: number) { return n; }\n");
    fs::File::options()
        .write(true)
        .open(path)
        .and_then(|it| it.set_modified(modified))
        .expect("the time is set");
    let view = scratch.cached(SCAN);
    assert!(view.text.contains("e(n: number)"), "{}", view.text);
    assert_eq!(view, scratch.plain(SCAN));
}

#[test]
fn a_cache_in_the_project_is_excluded_from_it() {
    let scratch = Scratch::new();
    let args = ["scan", "w", "--cache-dir", "w/cache", "--detail", "files"];
    let cold = scratch.plain(&args);
    assert!(cold.text.contains("cache cache (1)"), "{}", cold.text);
    assert_eq!(scratch.plain(&args), cold);
}

#[test]
fn random_edits_never_show_old_facts() {
    let scratch = Scratch::new();
    let mut seed = 20_261_122_u64;
    let mut random = |limit: usize| {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % limit
    };
    let names = [
        "w/a.py",
        "w/b.py",
        "w/lib/c.ts",
        "w/lib/d.ts",
        "w/run",
        "w/.analyzerignore",
    ];
    let texts = [
        "",
        "a\n",
        "b\n",
        "def f(): pass\n",
        "def g(): pass\n",
        "import { d } from './d'\n",
        "*.ts\n",
    ];
    for round in 0..60 {
        for _ in 0..random(3) {
            let name = names[random(names.len())];
            match random(4) {
                0 => drop(fs::remove_file(scratch.path(name))),
                1 => drop(fs::rename(scratch.path(name), scratch.path(names[random(names.len())]))),
                _ => scratch.write(name, texts[random(texts.len())]),
            }
        }
        assert_eq!(scratch.cached(SCAN), scratch.plain(SCAN), "round {round}");
    }
}
