//! Compares the threads of a process with the limits, at every check.

use std::time::Duration;

use rustc_hash::FxHashMap;

use super::limits::Limits;
use super::usage::{processor_time, resident_bytes};
use base::board::{Board, InHand};
use base::verdict::Verdict;

/// Additional memory per byte of a source for a process whose memory also contains results.
const RESULT_BYTES: u64 = 16;
const MIB: u64 = 1 << 20;

/// Why a process must be ended.
pub struct Excess {
    pub file: InHand,
    pub verdict: Verdict,
    /// The file is certainly the cause.
    pub is_certain: bool,
}

pub struct Watcher {
    process: u32,
    /// It parses one file at a time, and discards the results.
    is_alone: bool,
    seen: FxHashMap<usize, Seen>,
}

/// A file that was being parsed at an earlier check.
struct Seen {
    turn: u64,
    /// Processor time of the thread at the first and the last check.
    begin: Option<Duration>,
    processor: Option<Duration>,
    clock: Duration,
    idle: Duration,
    resident: Option<u64>,
    done_bytes: u64,
}

impl Watcher {
    pub fn new(process: u32, is_alone: bool) -> Self {
        Self {
            process,
            is_alone,
            seen: FxHashMap::default(),
        }
    }

    /// `since`: time since the last check, limited because the system may have slept.
    pub fn check(&mut self, board: &Board, limits: &Limits, since: Duration) -> Option<Excess> {
        let in_hand: Vec<InHand> = board.in_hand(self.process).collect();
        self.seen
            .retain(|slot, seen| in_hand.iter().any(|it| it.slot == *slot && it.turn == seen.turn));
        if in_hand.is_empty() {
            return None;
        }
        let resident = resident_bytes(self.process);
        let done_bytes = board.done_bytes.load(std::sync::atomic::Ordering::Relaxed);
        let mut has_progressed = false;
        for file in &in_hand {
            let processor = processor_time(self.process, file.thread);
            let seen = self.seen.entry(file.slot).or_insert_with(|| Seen {
                turn: file.turn,
                begin: processor,
                processor,
                clock: Duration::ZERO,
                idle: Duration::ZERO,
                resident,
                done_bytes,
            });
            let progressed = processor != seen.processor;
            has_progressed |= progressed;
            seen.processor = processor;
            seen.clock += since;
            seen.idle = if progressed { Duration::ZERO } else { seen.idle + since };
        }
        let excess_of = |file: &InHand| {
            let seen = self.seen.get(&file.slot)?;
            let worked = match (seen.begin, seen.processor) {
                (Some(begin), Some(now)) => now.saturating_sub(begin),
                _ => seen.clock,
            };
            // A thread that waits for another one is as late as that one.
            if worked >= limits.processor && !(file.waiting && has_progressed) {
                let reason = format!("no end after {} s", limits.processor.as_secs_f64());
                return excess(file, Verdict::Timeout(reason), true);
            }
            if seen.processor.is_some() && seen.idle >= limits.idle && !(file.waiting && has_progressed) {
                let reason = format!("no progress for {} s", limits.idle.as_secs_f64());
                return excess(file, Verdict::Timeout(reason), self.is_alone);
            }
            let most = match self.is_alone {
                true => limits.resident,
                false => {
                    seen.resident? + limits.resident + RESULT_BYTES * (done_bytes - seen.done_bytes.min(done_bytes))
                }
            };
            if resident? < most {
                return None;
            }
            let reason = format!("the parser needed more than {} MiB of memory", limits.resident / MIB);
            excess(file, Verdict::Failed(reason), self.is_alone)
        };
        in_hand.iter().find_map(excess_of)
    }
}

fn excess(file: &InHand, verdict: Verdict, is_certain: bool) -> Option<Excess> {
    Some(Excess {
        file: *file,
        verdict,
        is_certain,
    })
}
