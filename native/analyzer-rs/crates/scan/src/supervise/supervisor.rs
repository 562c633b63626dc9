//! Starts the work, supervises it, and restarts it without the files that it does not survive.

use std::ffi::OsStr;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::sync::atomic::Ordering::Acquire;
use std::time::{Duration, Instant};

use rustix::process::Signal;

use base::errors::{AnalyzerError, ErrorCode};

use super::caller;
use super::limits::Limits;
use super::probe::{Project, probe};
use super::process::{BlockedSignals, Child, End, Forked, fork, shared_board, wait_for_any};
use super::watcher::{Excess, Watcher};
use base::board::{Board, Task};
use base::verdict::{Verdict, Verdicts};
use base::watch;

/// The supervised work.
pub trait Work {
    /// Does it and returns the exit code; in a process of its own, perhaps several times.
    fn run(&self) -> u8;

    /// The projects whose files it parses, in order.
    fn projects(&self) -> Result<Vec<Project>, AnalyzerError>;

    /// Number of files that are parsed at the same time.
    fn jobs(&self) -> usize;

    /// The output so far is void.
    fn restarts(&self);
}

/// Maximum number of starts.
const ATTEMPTS: u32 = 3;
const CHECK_INTERVAL: Duration = Duration::from_millis(100);
/// A process that does not react to SIGTERM within this time is killed.
const PATIENCE: Duration = Duration::from_secs(2);
const OK: u8 = 0;
const GROWN: u8 = 1;

/// Does the work and returns its exit code, or why it was given up.
pub fn supervise(work: &dyn Work) -> Result<u8, AnalyzerError> {
    let Some(board) = shared_board() else {
        return Ok(work.run());
    };
    let mut supervisor = Supervisor {
        work,
        board,
        limits: Limits::of_process(),
        signals: BlockedSignals::block(),
        verdicts: Verdicts::default(),
        exceeded: 0,
    };
    supervisor.go()
}

struct Supervisor<'a> {
    work: &'a dyn Work,
    board: &'static Board,
    limits: Limits,
    signals: BlockedSignals,
    verdicts: Verdicts,
    /// Number of files that exceeded a limit.
    exceeded: u32,
}

enum Ended {
    With(u8),
    /// Files that may be the cause.
    Broken {
        suspects: Vec<Suspect>,
        how: String,
    },
}

struct Suspect {
    task: Option<Task>,
    key: base::verdict::FileKey,
    verdict: Verdict,
    is_certain: bool,
}

/// In a process that works or probes files: its exit code.
struct InChild(u8);

impl Supervisor<'_> {
    fn go(&mut self) -> Result<u8, AnalyzerError> {
        let mut last = String::new();
        for attempt in 0..ATTEMPTS {
            self.board.rewind();
            let child = match fork(false) {
                Ok(Forked::Child(open_end)) => return Ok(self.work_in_child(open_end)),
                Ok(Forked::Parent(child)) => child,
                // If no process can be started, this one does the work.
                Err(_) => {
                    self.signals.release();
                    return Ok(self.work.run());
                }
            };
            let (suspects, how) = match self.watch(&child) {
                Ended::With(code) => return Ok(code),
                Ended::Broken { suspects, how } => (suspects, how),
            };
            last = how;
            // Half a frame, or a result that is only partly written.
            if suspects.is_empty() || self.board.writing.load(Acquire) > 0 {
                break;
            }
            let is_first = attempt == 0;
            let mut tasks = Vec::new();
            for Suspect {
                task,
                key,
                verdict,
                is_certain,
            } in suspects
            {
                match task {
                    Some(task) if is_first && !is_certain => tasks.push(task),
                    _ => {
                        self.exceeded += u32::from(is_certain);
                        self.verdicts.insert(key, verdict);
                    }
                }
            }
            if is_first && let Some(InChild(code)) = self.try_files(&tasks)? {
                return Ok(code);
            }
            self.work.restarts();
        }
        Err(AnalyzerError::internal(format!("the process that parses {last}"))
            .hint("Please report it, with the version and, if you can, the file that was read."))
    }

    fn work_in_child(&mut self, open_end: OwnedFd) -> u8 {
        self.signals.release();
        watch::begin(self.board, std::mem::take(&mut self.verdicts));
        let code = self.work.run();
        // The supervisor detects the end of the process when this is closed.
        std::mem::forget(open_end);
        code
    }

    /// Waits until the working process has ended.
    fn watch(&self, child: &Child) -> Ended {
        let mut watcher = Watcher::new(child.number(), false);
        let mut timer = CheckTimer::new();
        let mut termination_sent = None;
        loop {
            wait_for_any(std::iter::once(child), CHECK_INTERVAL);
            if let Some(end) = child.ended() {
                return self.ended(child, end, termination_sent.is_some());
            }
            let caller_ended = termination_sent.is_none() && caller::is_gone();
            if let Some(signal) = self.signals.next().or(caller_ended.then_some(Signal::TERM)) {
                child.send(signal);
                termination_sent.get_or_insert_with(Instant::now);
            }
            if termination_sent.is_some_and(|it: Instant| it.elapsed() > PATIENCE) {
                child.kill();
                self.clean_up(child);
                return Ended::With(ErrorCode::Cancelled.exit());
            }
            let Some(excess) = watcher.check(self.board, &self.limits, timer.since()) else {
                continue;
            };
            if let Err(end) = child.stop() {
                return self.ended(child, end, termination_sent.is_some());
            }
            let is_same = |turn| turn == excess.file.turn;
            let still = self
                .board
                .in_hand(child.number())
                .any(|it| it.slot == excess.file.slot && is_same(it.turn));
            if !still || self.board.writing.load(Acquire) > 0 {
                child.go_on();
                continue;
            }
            let suspects = self.suspects(child, Some(&excess), &excess.verdict);
            child.kill();
            self.clean_up(child);
            let how = "was ended several times because a file exceeded a limit".to_owned();
            return Ended::Broken { suspects, how };
        }
    }

    fn ended(&self, child: &Child, end: End, was_asked: bool) -> Ended {
        let signal = match end {
            End::Code(code) => return Ended::With(u8::try_from(code).unwrap_or(ErrorCode::Internal.exit())),
            End::Signal(signal) => signal,
        };
        let ends = [Signal::INT, Signal::TERM, Signal::HUP].map(Signal::as_raw);
        let suspects = self.suspects(child, None, &Verdict::Failed(died_of(signal, "")));
        self.clean_up(child);
        if was_asked || ends.contains(&signal) {
            return Ended::With(ErrorCode::Cancelled.exit());
        }
        let how = format!("died of signal {signal}");
        Ended::Broken { suspects, how }
    }

    /// All files being parsed; the one that exceeded a limit is certain to be the cause if the excess says so.
    fn suspects(&self, child: &Child, excess: Option<&Excess>, verdict: &Verdict) -> Vec<Suspect> {
        let suspect = |file: base::board::InHand| Suspect {
            task: file.task,
            key: file.key,
            verdict: verdict.clone(),
            is_certain: excess.is_some_and(|it| it.is_certain && it.file.slot == file.slot),
        };
        self.board.in_hand(child.number()).map(suspect).collect()
    }

    /// Removes the temporary files of a process that was ended.
    fn clean_up(&self, child: &Child) {
        self.board.forget(child.number());
        for path in self.board.take_temporaries() {
            // It may be removed already.
            let _ = std::fs::remove_file(OsStr::from_bytes(&path));
        }
    }

    /// Parses the suspects and all files that were not started, with as many processes as the work has threads.
    /// Returns `Some` in a process that probes files.
    fn try_files(&mut self, suspects: &[Task]) -> Result<Option<InChild>, AnalyzerError> {
        let mut probes: Vec<(Child, Watcher)> = Vec::new();
        let mut wanted = self.work.jobs();
        let mut timer = CheckTimer::new();
        loop {
            while wanted > 0 {
                wanted -= 1;
                match fork(true) {
                    Ok(Forked::Child(open_end)) => return Ok(Some(self.probe_in_child(suspects, open_end))),
                    Ok(Forked::Parent(child)) => {
                        let watcher = Watcher::new(child.number(), true);
                        probes.push((child, watcher));
                    }
                    // Fewer are sufficient too.
                    Err(_) => break,
                }
            }
            if probes.is_empty() {
                return Ok(None);
            }
            wait_for_any(probes.iter().map(|(child, _)| child), CHECK_INTERVAL);
            if self.signals.next().is_some() || caller::is_gone() {
                probes.iter().for_each(|(child, _)| child.kill());
                return Err(AnalyzerError::cancelled());
            }
            let since = timer.since();
            let mut going_on = Vec::new();
            for (child, mut watcher) in probes {
                if let Some(end) = child.ended() {
                    wanted += usize::from(self.probe_ended(&child, end));
                } else if let Some(excess) = watcher.check(self.board, &self.limits.after(self.exceeded), since) {
                    child.kill();
                    self.board.forget(child.number());
                    self.exceeded += 1;
                    self.verdicts.insert(excess.file.key, excess.verdict);
                    wanted += 1;
                } else {
                    going_on.push((child, watcher));
                }
            }
            probes = going_on;
        }
    }

    /// Whether another process should continue its work.
    fn probe_ended(&mut self, child: &Child, end: End) -> bool {
        let files: Vec<_> = self.board.in_hand(child.number()).collect();
        self.board.forget(child.number());
        let signal = match end {
            End::Code(code) => return code == i32::from(GROWN),
            End::Signal(signal) => signal,
        };
        let reason = died_of(signal, &child.last_words());
        let was_parsing = !files.is_empty();
        for file in files {
            self.verdicts.insert(file.key, Verdict::Failed(reason.clone()));
        }
        was_parsing
    }

    fn probe_in_child(&mut self, suspects: &[Task], open_end: OwnedFd) -> InChild {
        self.signals.release();
        watch::begin(self.board, std::mem::take(&mut self.verdicts));
        let all = self
            .work
            .projects()
            .and_then(|projects| probe(&projects, suspects, self.board, self.limits.soft_resident));
        std::mem::forget(open_end);
        // The work itself reports a project that cannot be listed.
        InChild(if all.unwrap_or(true) { OK } else { GROWN })
    }
}

/// The cause in words, as in `describeDeath` of `packages/core/src/parse/pool/death.ts`.
fn died_of(signal: i32, last_words: &str) -> String {
    if last_words.contains("overflowed its stack") {
        return "the parser ran out of stack".to_owned();
    }
    if last_words.contains("memory allocation of") {
        return "the parser ran out of memory".to_owned();
    }
    let name = match signal {
        libc::SIGKILL => {
            return "the parser's process was killed from outside, perhaps for want of memory".to_owned();
        }
        libc::SIGSEGV => "SIGSEGV, most likely because its stack ran out",
        libc::SIGBUS => "SIGBUS, most likely because its stack ran out",
        libc::SIGABRT => "SIGABRT",
        libc::SIGILL => "SIGILL",
        libc::SIGFPE => "SIGFPE",
        _ => return format!("the parser's process died of signal {signal}"),
    };
    format!("the parser's process died of {name}")
}

/// Time between two checks, without time in which this process itself was stopped or the machine slept.
struct CheckTimer(Instant);

impl CheckTimer {
    fn new() -> Self {
        Self(Instant::now())
    }

    fn since(&mut self) -> Duration {
        let now = Instant::now();
        let since = now.duration_since(std::mem::replace(&mut self.0, now));
        since.min(2 * CHECK_INTERVAL)
    }
}
