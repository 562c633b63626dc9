//! Limits for a file; the values of `packages/core/src/parse/pool/limits.ts`.

use std::time::Duration;

const MIB: u64 = 1 << 20;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Processor time of one file. Wall-clock time on systems without thread times (not Linux).
    pub processor: Duration,
    /// Wall-clock time without any processor time.
    pub idle: Duration,
    /// Resident memory of a process that parses one file; for a process that parses several, growth while a file is
    /// parsed. Linux only.
    pub resident: u64,
    /// Resident memory above which a process that parses one file after another is replaced.
    pub soft_resident: u64,
}

pub const DEFAULT: Limits = Limits {
    processor: Duration::from_secs(30),
    idle: Duration::from_secs(30),
    resident: 1536 * MIB,
    soft_resident: 400 * MIB,
};

/// Only for tests: `processor ms,idle ms,resident MiB`, each of which can only lower the default.
const TEST_VARIABLE: &str = "ANALYZER_RS_TEST_LIMITS";

/// After this number of files that exceeded a limit, the time limits are lower: multiplied by `SHORTER` for each
/// further one, down to `SHORTEST`. So many hostile files do not each take the full time.
const PATIENT: u32 = 2;
const SHORTER: f64 = 0.5;
const SHORTEST: f64 = 0.1;

impl Limits {
    pub fn of_process() -> Self {
        match std::env::var(TEST_VARIABLE) {
            Ok(text) => DEFAULT.lowered(&text),
            Err(_) => DEFAULT,
        }
    }

    fn lowered(self, text: &str) -> Self {
        let mut numbers = text.split(',').map(|it| it.parse::<u64>().unwrap_or(u64::MAX));
        let mut next = || numbers.next().unwrap_or(u64::MAX);
        Self {
            processor: self.processor.min(Duration::from_millis(next())),
            idle: self.idle.min(Duration::from_millis(next())),
            resident: self.resident.min(next().saturating_mul(MIB)),
            soft_resident: self.soft_resident,
        }
    }

    /// `exceeded`: number of files so far that exceeded a limit of time or memory.
    pub fn after(self, exceeded: u32) -> Self {
        let further = exceeded.saturating_sub(PATIENT - 1).min(16);
        let share = SHORTER.powi(further as i32).max(SHORTEST);
        Self {
            processor: self.processor.mul_f64(share),
            idle: self.idle.mul_f64(share),
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_can_only_lower_them() {
        assert_eq!(DEFAULT.lowered(""), DEFAULT);
        assert_eq!(DEFAULT.lowered("99999999,99999999,99999999"), DEFAULT);
        let lowered = DEFAULT.lowered("1000,,200");
        assert_eq!(lowered.processor, Duration::from_secs(1));
        assert_eq!((lowered.idle, lowered.resident), (DEFAULT.idle, 200 * MIB));
    }

    #[test]
    fn many_hostile_files_take_less_time_each() {
        let seconds = |exceeded| DEFAULT.after(exceeded).processor.as_secs();
        assert_eq!([0, 1, 2, 3, 4, 5, 100].map(seconds), [30, 30, 15, 7, 3, 3, 3]);
    }
}
