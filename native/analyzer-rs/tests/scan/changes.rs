//! The project, the options or its place change.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};

use crate::program::{Scratch, viewed};

const SCAN: &[&str] = &["scan", "w"];

fn set_mode(scratch: &Scratch, path: &str, mode: u32) {
    fs::set_permissions(scratch.path(path), fs::Permissions::from_mode(mode)).expect("its mode");
}

#[test]
fn the_view_is_the_same_cold_from_the_view_and_from_the_facts() {
    let scratch = Scratch::new();
    scratch.expect_same(SCAN, "cold", false);
    for view in scratch.views() {
        fs::remove_file(view).expect("a view");
    }
    scratch.expect_same(SCAN, "from the facts", false);
}

#[test]
fn what_changed_is_noticed_whatever_it_is() {
    let scratch = Scratch::new();
    scratch.expect_same(SCAN, "cold", false);
    let remove = |path: &str| fs::remove_file(scratch.path(path)).expect("a file");
    let rename = |from: &str, to: &str| fs::rename(scratch.path(from), scratch.path(to)).expect("a file");
    let changes: [(&str, &dyn Fn()); 13] = [
        ("same size", &|| {
            scratch.write("w/lib/d.ts", "export function d(m: number) { return m; }\n")
        }),
        ("same size, as old as before", &|| {
            let path = scratch.path("w/lib/d.ts");
            let modified = fs::metadata(&path).and_then(|it| it.modified()).expect("a time");
            scratch.write("w/lib/d.ts", "export function e(m: number) { return m; }\n");
            fs::File::options()
                .write(true)
                .open(path)
                .and_then(|it| it.set_modified(modified))
                .expect("marked");
        }),
        ("larger", &|| {
            scratch.write("w/app/a.py", "def first(a):\n    return a\n")
        }),
        ("renamed", &|| rename("w/lib/d.ts", "w/lib/g.ts")),
        ("new and empty", &|| scratch.write("w/lib/new.ts", "")),
        ("removed", &|| remove("w/lib/new.ts")),
        ("two change places", &|| {
            rename("w/app/a.py", "w/app/t.py");
            rename("w/app/empty.py", "w/app/a.py");
            rename("w/app/t.py", "w/app/empty.py");
        }),
        ("a configuration", &|| {
            scratch.write("w/package.json", "{\"main\": \"lib/g.ts\"}\n")
        }),
        ("a link's target", &|| {
            remove("w/link");
            symlink("app/b.py", scratch.path("w/link")).expect("a link");
        }),
        ("a script may be run", &|| set_mode(&scratch, "w/run", 0o755)),
        ("an empty folder", &|| {
            fs::create_dir(scratch.path("w/none")).expect("a folder")
        }),
        ("a file left out", &|| scratch.write("w/.analyzerignore", "lib/c.ts\n")),
        ("another left out", &|| scratch.write("w/.analyzerignore", "lib/g.ts\n")),
    ];
    for (what, change) in changes {
        change();
        scratch.expect_same(SCAN, what, false);
    }
    assert_eq!(scratch.views().len(), 1);
}

#[test]
fn a_file_of_no_language_counts_where_it_is_scanned() {
    let scratch = Scratch::new();
    let all = ["scan", "w", "--all"];
    scratch.expect_same(SCAN, "cold", false);
    scratch.expect_same(&all, "cold", false);
    scratch.write("w/notes.bin", "\0\u{2}");
    scratch.expect_same(SCAN, "left out of this scan", true);
    scratch.expect_same(&all, "not of this one", false);
}

#[test]
fn touching_a_file_changes_nothing() {
    let scratch = Scratch::new();
    scratch.expect_same(SCAN, "cold", false);
    let then = std::time::SystemTime::UNIX_EPOCH;
    let file = fs::File::options()
        .write(true)
        .open(scratch.path("w/app/a.py"))
        .expect("a file");
    file.set_modified(then).expect("marked");
    scratch.expect_same(SCAN, "touched", true);
}

#[test]
fn each_set_of_options_has_a_view_of_its_own() {
    let scratch = Scratch::new();
    let options: [&[&str]; 15] = [
        &[],
        &["--detail", "files"],
        &["--detail", "full"],
        &["--ascii"],
        &["--color", "always"],
        &["--exclude", "lib"],
        &["--exclude", "app"],
        &["--exclude", "lib", "--exclude", "app"],
        &["--exclude", "lib,app"],
        &["--profile", "inventory"],
        &["--all"],
        &["--max-bytes", "20"],
        &["--source-root", "app"],
        &["--source-root", "lib"],
        &["--min-nodes", "3"],
    ];
    for (number, more) in options.iter().enumerate() {
        scratch.expect_same(&[SCAN, more].concat(), &more.join(" "), false);
        assert_eq!(scratch.views().len(), number + 1);
    }
    for more in options {
        scratch.expect_same(&[SCAN, more].concat(), &more.join(" "), true);
    }
    // How many work at once is told by the last line alone.
    scratch.expect_same(&[SCAN, &["--jobs", "1"]].concat(), "jobs", true);
    for (columns, is_kept) in [("60", false), ("60", true), ("80", false)] {
        let plain = scratch
            .command(SCAN)
            .env("COLUMNS", columns)
            .output()
            .expect("the program");
        let args = [SCAN, &["--cache-dir", "kept"]].concat();
        let cached = scratch
            .command(&args)
            .env("COLUMNS", columns)
            .output()
            .expect("the program");
        assert_eq!(viewed(&cached), (viewed(&plain).0, is_kept), "{columns} columns");
    }
}

#[test]
fn another_place_is_another_project() {
    let scratch = Scratch::new();
    scratch.expect_same(SCAN, "cold", false);
    fs::rename(scratch.path("w"), scratch.path("v")).expect("a folder");
    scratch.expect_same(&["scan", "v"], "moved", false);
    symlink("v", scratch.path("w")).expect("a link");
    // It stands where the first one was and is called otherwise.
    scratch.expect_same(SCAN, "a link to it", false);
}

#[test]
fn what_can_not_be_read_is_not_kept() {
    let scratch = Scratch::new();
    set_mode(&scratch, "w/app/a.py", 0);
    if fs::read(scratch.path("w/app/a.py")).is_ok() {
        // Nothing is out of reach of this user.
        return;
    }
    for what in ["cold", "again"] {
        assert_eq!(scratch.cached(SCAN), (scratch.plain(SCAN), false), "{what}");
    }
    assert!(scratch.views().is_empty());
    set_mode(&scratch, "w/app/a.py", 0o644);
    scratch.expect_same(SCAN, "readable again", false);
    set_mode(&scratch, "w/app/a.py", 0);
    assert_eq!(scratch.cached(SCAN), (scratch.plain(SCAN), false));
}

#[test]
fn a_kept_view_ends_as_a_scan_does() {
    let scratch = Scratch::new();
    scratch.expect_same(SCAN, "cold", false);
    let strict = [SCAN, &["--strict"]].concat();
    scratch.expect_same(&strict, "strict", true);
    let view = scratch.plain(&strict);
    assert!(
        view.code != 0
            && view
                .stderr
                .contains("--strict: 1 not analysed whole: app/broken.py (partial)")
    );
    let to_file = [SCAN, &["--cache-dir", "kept", "-o", "out.txt"]].concat();
    let output = scratch.command(&to_file).output().expect("the program");
    assert!(output.status.success() && output.stdout.is_empty());
    let written = fs::read_to_string(scratch.path("out.txt")).expect("the output");
    assert_eq!(
        written
            .rsplit_once("\nnative engine, nothing changed")
            .expect("the last line")
            .0,
        scratch.plain(SCAN).text
    );
    // What is there is not overwritten.
    assert_eq!(
        scratch.command(&to_file).output().expect("the program").status.code(),
        Some(2)
    );
    let source_root = [SCAN, &["--source-root", "gone", "--cache-dir", "kept"]].concat();
    let refused = scratch.command(&source_root).output().expect("the program");
    assert_eq!(
        viewed(&refused).0,
        scratch.plain(&[SCAN, &["--source-root", "gone"]].concat())
    );
}

#[test]
fn a_cache_in_the_project_is_left_out_of_it() {
    let scratch = Scratch::new();
    let scan = |number| {
        viewed(
            &scratch
                .command(&["scan", "w", "--cache-dir", "w/kept"])
                .output()
                .expect(number),
        )
    };
    let (cold, is_kept) = scan("the first");
    assert!(cold.text.contains("cache kept (1)") && !is_kept, "{}", cold.text);
    assert_eq!(scan("the second"), (cold, true));
}

/// After any edits whatsoever.
#[test]
fn random_edits_never_show_an_old_view() {
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
    let mut kept = 0;
    for round in 0..60 {
        for _ in 0..random(3) {
            let name = names[random(names.len())];
            match random(4) {
                0 => drop(fs::remove_file(scratch.path(name))),
                1 => drop(fs::rename(scratch.path(name), scratch.path(names[random(names.len())]))),
                _ => scratch.write(name, texts[random(texts.len())]),
            }
        }
        let (view, is_kept) = scratch.cached(SCAN);
        kept += usize::from(is_kept);
        assert_eq!(view, scratch.plain(SCAN), "round {round}");
    }
    assert!((10..50).contains(&kept), "{kept} were kept");
}
