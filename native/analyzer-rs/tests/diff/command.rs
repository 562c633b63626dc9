//! The program: options, exit codes and error messages.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::fixtures::{Files, Scratch, files, read};
use crate::git::commit_all;

struct Answer {
    code: i32,
    stdout: String,
    stderr: String,
}

fn run(folder: &Path, args: &[&str]) -> Answer {
    answer(
        Command::new(env!("CARGO_BIN_EXE_analyzer-rs"))
            .current_dir(folder)
            .args(args),
    )
}

fn answer(command: &mut Command) -> Answer {
    let output = command.output().expect("the program");
    Answer {
        code: output.status.code().expect("a code"),
        stdout: String::from_utf8(output.stdout).expect("text"),
        stderr: String::from_utf8(output.stderr).expect("text"),
    }
}

/// `before` and `after` in one folder.
fn sides() -> Scratch {
    let cart = "from app.price import add\n\n\ndef total(items):\n    return add(items[0], items[1])\n";
    Scratch::new(&files([
        ("before/app/cart.py", cart),
        ("before/app/price.py", "def add(a, b):\n    return a + b\n"),
        ("after/app/cart.py", cart),
        ("after/app/price.py", "def add(a, b, c=0):\n    return a + b + c\n"),
        ("same/app/cart.py", cart),
        ("same/app/price.py", "def add(a, b):\n    return a + b\n"),
    ]))
}

#[test]
fn help_equals_that_of_the_other_engine_except_its_own_options() {
    let folder = Scratch::new(&Files::new());
    let other = read("cli/help.diff.txt");
    let mut is_foreign = false;
    let expected: Vec<&str> = other
        .lines()
        .filter(|line| {
            let continues = line.starts_with("      ");
            is_foreign = (continues && is_foreign)
                || ["  --engine", "  --rust-bin", "  --config"]
                    .iter()
                    .any(|option| line.starts_with(option));
            !is_foreign
        })
        .collect();
    for args in [&["diff", "--help"][..], &["help", "diff"]] {
        let Answer { code, stdout, .. } = run(&folder.0, args);
        assert_eq!(code, 0);
        let found: Vec<String> = stdout.lines().map(|it| it.replace("analyzer-rs", "analyzer")).collect();
        assert_eq!(found, expected);
    }
}

#[test]
fn declarations_come_before_files() {
    let folder = sides();
    let Answer { code, stdout, stderr } = run(&folder.0, &["diff", "before", "after"]);
    assert_eq!((code, stderr.as_str()), (0, ""));
    let change = stdout.find("app/price.py:1  function add(a, b) → (a, b, c=0)");
    assert!(change.is_some() && change < stdout.find("\nFiles 1\n"), "{stdout}");
}

#[test]
fn check_exits_1_for_differences_and_strict_2_for_incomplete_files() {
    let folder = sides();
    let code = |args: &[&str]| run(&folder.0, args).code;
    assert_eq!(code(&["diff", "before", "after", "--check"]), 1);
    assert_eq!(code(&["diff", "before", "after"]), 0);
    assert_eq!(code(&["diff", "before", "same", "--check", "--strict"]), 0);
    fs::write(folder.0.join("before/app/bad.js"), "function (").expect("a file");
    let Answer { code, stderr, .. } = run(&folder.0, &["diff", "before", "after", "--check", "--strict"]);
    assert_eq!(code, 2);
    assert!(
        stderr.starts_with("analyzer: --strict: 1 not completely analyzed: app/bad.js ("),
        "{stderr}"
    );
}

#[test]
fn a_revision_has_the_bytes_of_its_folder() {
    let folder = sides();
    let repository = folder.0.join("before");
    let from_folder = run(&folder.0, &["diff", "before", "after", "--format", "json"]).stdout;
    let commit = commit_all(&repository);
    let from_revision = run(&repository, &["diff", "HEAD:", "../after", "--format", "json"]).stdout;
    let side = format!("{{\"root\":\"before\",\"revision\":{{\"written\":\"HEAD:\",\"object\":\"{commit}\"}}}}");
    let cut = |text: &str| text.split(",\"runtime\":").next().unwrap_or("").to_owned();
    assert!(from_revision.contains(&side), "{from_revision}");
    assert_eq!(
        cut(&from_revision).replace(&side, "{\"root\":\"before\"}"),
        cut(&from_folder)
    );
}

#[test]
fn every_format_can_be_written_to_a_new_file() {
    let folder = sides();
    for (format, part) in [
        ("json", "\"schema\":\"analyzer.diff.v1\""),
        ("sarif", "\"ruleId\": \"diff/signature-changed\""),
        ("dot", "digraph \"before after\""),
        ("markdown", "`app/price.py:1`"),
    ] {
        let args = ["diff", "before", "after", "--format", format];
        assert!(run(&folder.0, &args).stdout.contains(part), "{format}");
        let to_file = [&args[..], &["-o", format]].concat();
        assert_eq!(run(&folder.0, &to_file).code, 0);
        assert!(
            fs::read_to_string(folder.0.join(format))
                .expect("a file")
                .contains(part)
        );
        let Answer { code, stderr, .. } = run(&folder.0, &to_file);
        assert_eq!(code, 2);
        assert!(stderr.contains("already exists"), "{stderr}");
    }
}

#[test]
fn invalid_arguments_are_usage_errors() {
    let folder = sides();
    for (args, code, message) in [
        (
            &["before", "after", "--threshold", "0"][..],
            2,
            "--threshold is a number above 0, up to 1, not 0\n",
        ),
        (&["before", "after", "--threshold", "1.5"], 2, "up to 1, not 1.5\n"),
        (
            &["before", "after", "--threshold", "x"],
            2,
            "'x' is invalid. Expected a number such as 0.7.\n  See `analyzer-rs diff --help`.",
        ),
        (
            &["before", "after", "--max-pairs", "-1"],
            2,
            "'-1' is invalid. Expected a whole number from 0.",
        ),
        (
            &["before", "after", "--format", "xml"],
            2,
            "Allowed choices are terminal, json, dot, sarif, markdown.",
        ),
        (
            &["before", "after", "--treshold", "1"],
            2,
            "unknown option '--treshold'\n  Did you mean --threshold?",
        ),
        (&["before"], 2, "missing required argument 'after'"),
        (&[], 2, "missing required argument 'before'"),
        (&["a", "b", "c"], 2, "too many arguments: 'c' is not expected"),
        (&["before", "gone"], 3, "no such folder: gone"),
        (
            &["HEAD:before", "after"],
            3,
            "no such git repository of: HEAD:before\n  REV:PATH names a folder",
        ),
        (
            &["before", "after", "--source-root", "lib"],
            3,
            "no such source root: lib",
        ),
        (
            &["before", "after", "--cache-dir", "before"],
            2,
            "--cache-dir before is the scanned folder",
        ),
    ] {
        let answer = run(&folder.0, &[&["diff"], args].concat());
        assert_eq!((answer.code, answer.stdout.as_str()), (code, ""), "{args:?}");
        assert!(answer.stderr.contains(message), "{args:?}: {}", answer.stderr);
    }
}

#[test]
fn without_git_it_says_so() {
    let folder = sides();
    let mut command = Command::new(env!("CARGO_BIN_EXE_analyzer-rs"));
    let command = command.current_dir(&folder.0).env("PATH", &folder.0);
    let Answer { code, stderr, .. } = answer(command.args(["diff", "HEAD:.", "after"]));
    assert_eq!(code, 3);
    assert_eq!(
        stderr,
        "analyzer: cannot read the git revision: git is not installed\n  Install git, or extract the revision to a folder and use that folder.\n"
    );
}

#[test]
fn a_low_limit_on_open_files_is_an_error_of_its_own_or_no_error() {
    let folder = sides();
    commit_all(&folder.0);
    for args in ["scan after --format json", "diff HEAD:before after --format json"] {
        for limit in 4..20 {
            let script = format!("ulimit -n {limit}; exec {} {args}", env!("CARGO_BIN_EXE_analyzer-rs"));
            let mut command = Command::new("sh");
            let Answer { code, stdout, stderr } = answer(command.current_dir(&folder.0).args(["-c", &script]));
            if code == 0 {
                assert!(!stdout.contains("too many open files"), "{args} {limit}: {stdout}");
                continue;
            }
            assert_eq!(
                (code, stderr.as_str()),
                (
                    71,
                    "analyzer: too many open files: the limit of this process or of the system is reached\n  Raise the limit, for example with ulimit -n 1024.\n"
                ),
                "{args} {limit}"
            );
        }
    }
}
