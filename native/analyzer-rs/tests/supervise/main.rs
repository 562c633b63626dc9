//! Files that take too much time or memory, and processes that end before their work is done: only the file that is
//! the cause is lost, and nothing remains afterwards.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process, test_kill_process};
use serde_json::Value;

/// `processor ms,idle ms,resident MiB`.
const LIMITS: &str = "ANALYZER_RS_TEST_LIMITS";
/// Longer than any of these runs.
const PATIENCE: Duration = Duration::from_secs(120);

/// Takes oxc minutes.
fn endless(seed: usize) -> String {
    format!("{};{seed}", "(a=(".repeat(8_000))
}

/// Takes oxc gigabytes.
fn greedy(seed: usize) -> String {
    format!("{};{seed}", "a<".repeat(8_000))
}

/// A folder with a project in `w`; removed at the end of the test.
struct Scratch(PathBuf);

impl Scratch {
    /// With additional ordinary files.
    fn new(hostile: &[(&str, String)]) -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let scratch = Self(std::env::temp_dir().join(format!("analyzer-rs-watch-{}-{number}", std::process::id())));
        fs::create_dir_all(scratch.path("w")).expect("a folder");
        for number in 0..20 {
            let text = format!("export function f{number}(a, b) {{ return [a + {number}, b * 2]; }}\n");
            scratch.write(&format!("w/good{number}.js"), &text);
        }
        scratch.write("w/good.sh", "f() { echo 1; }\n");
        for (name, text) in hostile {
            scratch.write(name, text);
        }
        scratch
    }

    fn path(&self, path: &str) -> PathBuf {
        self.0.join(path)
    }

    fn write(&self, path: &str, text: &str) {
        fs::write(self.path(path), text).expect("written");
    }

    fn command(&self, args: &[&str], limits: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_analyzer-rs"));
        command.current_dir(&self.0).args(args).env(LIMITS, limits);
        command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    fn run(&self, args: &[&str], limits: &str) -> Output {
        let child = self.command(args, limits).spawn().expect("the program");
        ends(child)
    }

    /// Names in the folder, except the project.
    fn others(&self) -> Vec<String> {
        let names = fs::read_dir(&self.0).expect("the folder");
        let names = names.map(|it| it.expect("a name").file_name().to_string_lossy().into_owned());
        names.filter(|it| it != "w").collect()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).expect("it is still there");
    }
}

/// The output of a program. A program that hangs fails the test.
fn ends(child: Child) -> Output {
    let pid = pid_of(&child);
    let (sender, receiver) = std::sync::mpsc::channel();
    std::thread::spawn(move || sender.send(child.wait_with_output()));
    let Ok(output) = receiver.recv_timeout(PATIENCE) else {
        let _ = kill_process(pid, Signal::KILL);
        panic!("the program does not end");
    };
    output.expect("its output")
}

fn pid_of(child: &Child) -> Pid {
    Pid::from_child(child)
}

/// Status and reason by path, of a scan as JSON.
fn statuses(output: &Output) -> Vec<(String, String, String)> {
    let stderr = String::from_utf8_lossy(&output.stderr);
    let scan: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {stderr}"));
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let entries = scan["entries"].as_array().expect("entries");
    let file = |it: &Value| (text(&it["path"]), text(&it["status"]), text(&it["reason"]));
    entries.iter().filter(|it| it["kind"] == "file").map(file).collect()
}

/// All files except the named ones are analyzed; returns status and reason of those, in order.
fn of_hostile(output: &Output) -> Vec<(String, String)> {
    assert_eq!(
        output.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let (good, bad): (Vec<_>, Vec<_>) = statuses(output).into_iter().partition(|it| it.0.starts_with("good"));
    assert_eq!(good.len(), 21);
    assert!(good.iter().all(|it| it.1 == "analyzed"), "{good:?}");
    bad.into_iter().map(|(_, status, reason)| (status, reason)).collect()
}

fn timeout(reason: &str) -> (String, String) {
    ("timeout".to_owned(), reason.to_owned())
}

fn failed(reason: &str) -> (String, String) {
    ("parser-failed".to_owned(), reason.to_owned())
}

/// Children of a process. Linux only.
fn children(pid: Pid) -> Vec<Pid> {
    let number = pid.as_raw_nonzero();
    let text = fs::read_to_string(format!("/proc/{number}/task/{number}/children")).unwrap_or_default();
    let pids = text.split_whitespace().filter_map(|it| Pid::from_raw(it.parse().ok()?));
    pids.collect()
}

/// The working process, once its processor time shows that it is parsing.
fn worker(child: &Child) -> Pid {
    let begin = Instant::now();
    while begin.elapsed() < PATIENCE {
        if let Some(pid) = children(pid_of(child)).first()
            && processor_ms(*pid) >= 200
        {
            return *pid;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("no process works");
}

fn processor_ms(pid: Pid) -> u64 {
    let stat = fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_nonzero())).unwrap_or_default();
    let fields: Vec<&str> = stat.rsplit(") ").next().unwrap_or_default().split(' ').collect();
    let ticks = |at: usize| fields.get(at).and_then(|it| it.parse::<u64>().ok()).unwrap_or(0);
    (ticks(11) + ticks(12)) * 10
}

fn is_gone(pid: Pid) -> bool {
    let begin = Instant::now();
    while begin.elapsed() < Duration::from_secs(10) {
        if test_kill_process(pid).is_err() {
            return true;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    false
}

const SCAN: [&str; 4] = ["scan", "w", "--format", "json"];

#[test]
fn a_file_without_an_end_is_a_timeout() {
    let scratch = Scratch::new(&[("w/bad.js", endless(0))]);
    let scan = scratch.run(&SCAN, "1000");
    assert_eq!(of_hostile(&scan), [timeout("no end after 1 s")]);
    assert_eq!(scan.stderr, b"");
}

#[test]
fn several_slow_files_do_not_multiply_the_time() {
    let names: Vec<String> = (0..8).map(|number| format!("w/bad{number}.js")).collect();
    let hostile: Vec<(&str, String)> = names
        .iter()
        .zip(0..)
        .map(|(name, seed)| (name.as_str(), endless(seed)))
        .collect();
    let scratch = Scratch::new(&hostile);
    let scan = scratch.run(&[&SCAN[..], &["--jobs", "2"]].concat(), "1000");
    let statuses = of_hostile(&scan);
    assert_eq!(statuses.len(), 8);
    assert!(statuses.iter().all(|it| it.0 == "timeout"), "{statuses:?}");
    assert!(statuses.iter().any(|it| it.1 == "no end after 0.1 s"), "{statuses:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn several_files_with_too_much_memory_do_not_multiply_the_time() {
    let names: Vec<String> = (0..8).map(|number| format!("w/bad{number}.ts")).collect();
    let hostile: Vec<(&str, String)> = names
        .iter()
        .zip(0..)
        .map(|(name, seed)| (name.as_str(), greedy(seed)))
        .collect();
    let scratch = Scratch::new(&hostile);
    // The processor time that one of them takes depends on the machine: more than half of this limit, and no more than it.
    let one = Scratch::new(&hostile[..1]);
    let of_one = |limit_ms: u32| of_hostile(&one.run(&SCAN, &format!("{limit_ms},,300")));
    let mut limit_ms = 16_000;
    while of_one(limit_ms / 2) == [failed("the parser needed more than 300 MiB of memory")] {
        limit_ms /= 2;
    }
    limit_ms *= 2;
    let scan = scratch.run(&[&SCAN[..], &["--jobs", "1"]].concat(), &format!("{limit_ms},,300"));
    let statuses = of_hostile(&scan);
    assert_eq!(statuses.len(), 8);
    assert!(statuses.iter().any(|it| it.0 == "parser-failed"), "{statuses:?}");
    assert!(statuses.iter().any(|it| it.0 == "timeout"), "{statuses:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_that_needs_too_much_memory_is_a_failure_of_its_parser() {
    let scratch = Scratch::new(&[("w/bad.ts", greedy(0)), ("w/worse.ts", greedy(1))]);
    let reason = "the parser needed more than 300 MiB of memory";
    let scan = scratch.run(&SCAN, ",,300");
    assert_eq!(of_hostile(&scan), [failed(reason), failed(reason)]);
    assert_eq!(scan.stderr, b"");
}

#[cfg(target_os = "linux")]
#[test]
fn a_crash_costs_only_the_file_that_causes_it() {
    let scratch = Scratch::new(&[("w/bad.js", endless(0))]);
    let child = scratch.command(&SCAN, "2000").spawn().expect("the program");
    kill_process(worker(&child), Signal::ABORT).expect("it is there");
    assert_eq!(of_hostile(&ends(child)), [timeout("no end after 2 s")]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_process_without_progress_is_ended() {
    let scratch = Scratch::new(&[("w/bad.js", endless(0))]);
    let child = scratch.command(&SCAN, "2000,700").spawn().expect("the program");
    kill_process(worker(&child), Signal::STOP).expect("it is there");
    assert_eq!(of_hostile(&ends(child)), [timeout("no end after 2 s")]);
}

#[test]
fn both_sides_of_a_comparison_are_watched() {
    let scratch = Scratch::new(&[("w/bad.js", endless(0))]);
    fs::create_dir(scratch.path("v")).expect("a folder");
    scratch.write("v/good.js", "export const a = 1;\n");
    scratch.write("v/worse.js", &endless(1));
    let diff = scratch.run(&["diff", "v", "w", "--format", "json"], "1000");
    assert_eq!(diff.status.code(), Some(0), "{}", String::from_utf8_lossy(&diff.stderr));
    let text = String::from_utf8_lossy(&diff.stdout);
    assert!(text.contains("bad.js") && text.contains("worse.js"), "{text}");
}

#[test]
fn no_temporary_file_remains() {
    let scratch = Scratch::new(&[("w/bad.js", endless(0))]);
    let args = [&SCAN[..], &["--output", "result.json", "--cache-dir", "kept"]].concat();
    let scan = scratch.run(&args, "1000");
    assert_eq!(scan.status.code(), Some(0));
    let mut others = scratch.others();
    others.sort();
    assert_eq!(others, ["kept", "result.json"]);
    assert!(partial_files(&scratch.path("kept")).is_empty());
}

fn partial_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|it| it == "partial") {
                found.push(path);
            }
        }
    }
    found
}

#[cfg(target_os = "linux")]
#[test]
fn no_process_outlives_the_one_that_was_started() {
    for signal in [Signal::INT, Signal::TERM, Signal::HUP, Signal::KILL] {
        let scratch = Scratch::new(&[("w/bad.js", endless(0))]);
        let args = [&SCAN[..], &["--output", "result.json"]].concat();
        let child = scratch.command(&args, "").spawn().expect("the program");
        let worker = worker(&child);
        kill_process(pid_of(&child), signal).expect("it is there");
        let ended = ends(child);
        let code = if signal == Signal::KILL { None } else { Some(130) };
        assert_eq!(ended.status.code(), code, "{signal:?}");
        assert!(is_gone(worker), "{signal:?}");
        assert!(scratch.others().is_empty(), "{signal:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn no_probing_process_outlives_it() {
    for signal in [Signal::TERM, Signal::KILL] {
        let scratch = Scratch::new(&[("w/bad.js", endless(0)), ("w/worse.js", endless(1))]);
        let child = scratch.command(&SCAN, "").spawn().expect("the program");
        let first = worker(&child);
        kill_process(first, Signal::ABORT).expect("it is there");
        assert!(is_gone(first));
        let second = worker(&child);
        let probes = children(pid_of(&child));
        assert!(probes.contains(&second));
        kill_process(pid_of(&child), signal).expect("it is there");
        ends(child);
        assert!(probes.into_iter().all(is_gone), "{signal:?}");
    }
}
