//! Several processes use one cache, or end early.

use std::process::Stdio;
use std::time::Duration;

use crate::program::{Scratch, viewed};

const SCAN: &[&str] = &["scan", "w"];

#[test]
fn eight_processes_with_one_cache_print_the_same() {
    let scratch = Scratch::new();
    let plain = scratch.plain(SCAN);
    let args = [SCAN, &["--cache-dir", "cache"]].concat();
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
            assert_eq!(viewed(&child.wait_with_output().expect("its output")), plain);
        }
    }
}

#[test]
fn a_killed_process_leaves_a_cache_that_gives_the_same_result() {
    let scratch = Scratch::new();
    let args = [SCAN, &["--cache-dir", "cache"]].concat();
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
        assert_eq!(scratch.cached(SCAN), scratch.plain(SCAN), "round {round}");
    }
}

#[test]
fn a_reader_that_closes_stdout_early_gets_no_error() {
    let scratch = Scratch::new();
    let mut child = scratch
        .command(&[SCAN, &["--cache-dir", "cache"]].concat())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("its end");
    assert_eq!(output.stderr, Vec::<u8>::new());
}
