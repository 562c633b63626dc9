//! Files whose trees take so much memory that they are parsed one at a time: they end, in one thread and in several.

use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use analyzer_rs::parse::engine::ParseMode;

use crate::facts_json::outcome_json;
use crate::fixtures::Engine;

const BASH: ParseMode<'_> = ParseMode {
    language: "bash",
    dialect: None,
};
const PATIENCE: Duration = Duration::from_secs(60);

/// A large script with one construct that the grammar misreads.
fn misread_script() -> String {
    let line = "x=$(a | b \"$c\" && d; [ -n \"$e\" ] || f); ".repeat(3);
    format!("{}x=${{y//'/'/_}}\n", format!("{line}\n").repeat(7_500))
}

/// The statuses of the source in so many threads at once. A thread that hangs fails the test instead of blocking it.
fn statuses(source: &str, threads: usize) -> Vec<String> {
    let (sender, receiver) = mpsc::channel();
    for _ in 0..threads {
        let (sender, source) = (sender.clone(), source.to_owned());
        thread::spawn(move || {
            let outcome = outcome_json(&Engine::new(false).parse(source.as_bytes(), BASH));
            sender.send(outcome["status"].as_str().map(str::to_owned))
        });
    }
    let next = |_| receiver.recv_timeout(PATIENCE).expect("the parser ends");
    (0..threads).map(next).map(|status| status.expect("a status")).collect()
}

#[test]
fn a_script_with_errors_whose_pieces_are_parsed_too_ends() {
    let pipeline = format!("{}\nif", vec!["a"; 2_000].join("|"));
    assert_eq!(statuses(&pipeline, 1), ["partial"]);
    assert_eq!(statuses(&pipeline, 3), ["partial"; 3]);
    assert_eq!(statuses(&misread_script(), 2), ["partial"; 2]);
}
