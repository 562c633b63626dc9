//! Files whose trees take so much memory that they are parsed one at a time: they end, in one thread and in several.

use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use parse::engine::ParseMode;

use crate::facts_json::outcome_json;
use crate::fixtures::Engine;

const PHP: ParseMode<'_> = ParseMode {
    language: "php",
    dialect: None,
};
const PATIENCE: Duration = Duration::from_secs(300);

/// A large script with an error at its end, which is read as UTF-8 and then as UTF-16.
fn broken_script() -> String {
    let line = "$x = f($a, [$b => 'c'], function () { return $d ? 1 : 2; });\n";
    format!("<?php\n{}if (", line.repeat(20_000))
}

/// The statuses of the source in so many threads at once. A thread that hangs fails the test instead of blocking it.
fn statuses(source: &str, threads: usize) -> Vec<String> {
    let (sender, receiver) = mpsc::channel();
    for _ in 0..threads {
        let (sender, source) = (sender.clone(), source.to_owned());
        thread::spawn(move || {
            let outcome = outcome_json(&Engine::new(false).parse(source.as_bytes(), PHP));
            sender.send(outcome["status"].as_str().map(str::to_owned))
        });
    }
    let next = |_| receiver.recv_timeout(PATIENCE).expect("the parser ends");
    (0..threads).map(next).map(|status| status.expect("a status")).collect()
}

#[test]
fn large_scripts_with_errors_end_in_several_threads() {
    assert_eq!(statuses(&broken_script(), 2), ["partial"; 2]);
}
