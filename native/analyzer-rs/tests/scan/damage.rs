//! The cache is damaged, refused, or used by others at once.

use std::fs;
use std::process::Stdio;
use std::time::{Duration, SystemTime};

use crate::program::{Scratch, viewed};

const SCAN: &[&str] = &["scan", "w"];

#[test]
fn a_damaged_view_is_not_believed_and_mended() {
    let scratch = Scratch::new();
    scratch.expect_same(SCAN, "cold", false);
    let path = scratch.views().remove(0);
    let whole = fs::read(&path).expect("the view");
    let plain = scratch.plain(SCAN);
    // Every region of the header, then of the data.
    for at in (0..300)
        .step_by(29)
        .chain((300..whole.len()).step_by(500))
        .chain([whole.len() - 1])
    {
        let mut damaged = whole.clone();
        damaged[at] ^= 4;
        fs::write(&path, damaged).expect("written");
        assert_eq!(scratch.cached(SCAN), (plain.clone(), false), "byte {at}");
        assert_eq!(fs::read(&path).expect("the view"), whole, "byte {at}");
    }
    for length in [0, 1, 200, 300, whole.len() / 2, whole.len() - 1] {
        fs::write(&path, &whole[..length]).expect("written");
        assert_eq!(scratch.cached(SCAN), (plain.clone(), false), "{length} bytes");
        assert_eq!(fs::read(&path).expect("the view"), whole, "{length} bytes");
    }
    let longer = [whole.as_slice(), b"x"].concat();
    fs::write(&path, longer).expect("written");
    assert_eq!(scratch.cached(SCAN), (plain.clone(), false), "longer");
    assert_eq!(scratch.cached(SCAN), (plain, true));
}

#[test]
fn a_view_of_other_options_under_this_name_is_not_believed() {
    let scratch = Scratch::new();
    scratch.expect_same(SCAN, "cold", false);
    let path = scratch.views().remove(0);
    scratch.expect_same(&["scan", "w", "--ascii"], "another", false);
    let other = scratch
        .views()
        .into_iter()
        .find(|it| *it != path)
        .expect("another view");
    fs::copy(other, path).expect("copied");
    scratch.expect_same(SCAN, "a foreign view", false);
}

#[test]
fn what_the_system_refuses_is_said_once_and_changes_nothing() {
    let scratch = Scratch::new();
    scratch.expect_same(SCAN, "cold", false);
    let plain = scratch.plain(SCAN);
    let path = scratch.views().remove(0);
    fs::remove_file(&path).expect("the view");
    fs::create_dir(&path).expect("a folder in its place");
    let (view, is_kept) = scratch.cached(SCAN);
    assert_eq!((view.code, &view.text, is_kept), (0, &plain.text, false));
    assert!(
        view.stderr
            .starts_with("The parse cache could not be used in full: cannot read: ")
    );
    assert_eq!(view.stderr.lines().count(), 1);
    fs::remove_dir(&path).expect("the folder");
    scratch.expect_same(SCAN, "a place for it again", false);

    let full = |shell: &str| {
        let args = [
            "-c",
            shell,
            "bash",
            env!("CARGO_BIN_EXE_analyzer-rs"),
            "scan",
            "w",
            "--cache-dir",
            "kept",
        ];
        let mut command = std::process::Command::new("bash");
        viewed(&command.current_dir(scratch.path("")).args(args).output().expect("bash"))
    };
    scratch.write("w/app/a.py", "");
    // As if nothing fitted behind the first kilobyte of a file: the facts do, the view does not.
    scratch.cached(&["scan", "w", "--format", "json"]);
    let (view, is_kept) = full("trap '' XFSZ; ulimit -f 1; exec \"$@\"");
    assert_eq!((view.code, view.text, is_kept), (0, scratch.plain(SCAN).text, false));
    assert_eq!(
        view.stderr,
        "The parse cache could not be used in full: cannot write: no file may be so large. \
         Results are the same, the next run takes longer.\n"
    );
    scratch.expect_same(SCAN, "room for it again", false);
}

#[test]
fn what_killed_processes_left_is_never_read_and_goes_after_a_while() {
    let scratch = Scratch::new();
    scratch.expect_same(SCAN, "cold", false);
    let path = scratch.views().remove(0);
    let left = path.with_file_name(".00000000-0000-4000-8000-000000000000.partial");
    fs::rename(&path, &left).expect("half written");
    scratch.expect_same(SCAN, "half written", false);
    assert!(left.exists());
    let long_ago = SystemTime::now() - Duration::from_secs(7200);
    fs::File::options()
        .write(true)
        .open(&left)
        .and_then(|it| it.set_modified(long_ago))
        .expect("marked");
    fs::write(&path, "").expect("the view is lost");
    scratch.expect_same(SCAN, "later", false);
    assert!(!left.exists());
}

#[test]
fn eight_at_once_print_the_same() {
    let scratch = Scratch::new();
    let plain = scratch.plain(SCAN);
    let args = [SCAN, &["--cache-dir", "kept"]].concat();
    for _ in 0..3 {
        let running: Vec<_> = (0..8)
            .map(|_| {
                scratch
                    .command(&args)
                    .stdout(Stdio::piped())
                    .stderr(Stdio::piped())
                    .spawn()
                    .expect("the program")
            })
            .collect();
        for child in running {
            assert_eq!(viewed(&child.wait_with_output().expect("its output")).0, plain);
        }
    }
    assert_eq!(scratch.cached(SCAN), (plain, true));
    assert_eq!(scratch.views().len(), 1);
}

#[test]
fn killed_at_any_moment_it_leaves_nothing_that_is_wrongly_believed() {
    let scratch = Scratch::new();
    let args = [SCAN, &["--cache-dir", "kept"]].concat();
    for round in 0..12 {
        scratch.write("w/app/a.py", &format!("def first(a, b):\n    return {round}\n"));
        let mut child = scratch
            .command(&args)
            .stdout(Stdio::null())
            .spawn()
            .expect("the program");
        std::thread::sleep(Duration::from_millis(round * 3));
        child.kill().expect("killed");
        child.wait().expect("its end");
        assert_eq!(scratch.cached(SCAN).0, scratch.plain(SCAN), "round {round}");
    }
}

#[test]
fn using_a_view_spares_it() {
    let scratch = Scratch::new();
    scratch.expect_same(SCAN, "cold", false);
    let path = scratch.views().remove(0);
    let then = SystemTime::now() - Duration::from_secs(40 * 86_400);
    fs::File::options()
        .write(true)
        .open(&path)
        .and_then(|it| it.set_modified(then))
        .expect("marked");
    scratch.expect_same(SCAN, "used", true);
    let age = fs::metadata(&path)
        .and_then(|it| it.modified())
        .expect("a time")
        .elapsed()
        .unwrap_or_default();
    assert!(age < Duration::from_secs(3600));
}

#[test]
fn a_reader_that_leaves_early_has_all_it_wanted() {
    let scratch = Scratch::new();
    scratch.expect_same(SCAN, "cold", false);
    let args = [SCAN, &["--cache-dir", "kept"]].concat();
    let mut child = scratch
        .command(&args)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("its end");
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
}
