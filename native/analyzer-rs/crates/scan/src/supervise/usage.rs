//! Resource usage of a process, from proc(5); `None` on systems without it.

use std::time::Duration;

/// Unit of process times on Linux, on every architecture (USER_HZ).
const TICKS_PER_SECOND: u64 = 100;
const UTIME: usize = 11;
const STIME: usize = 12;

/// Resident bytes of a process.
pub fn resident_bytes(process: u32) -> Option<u64> {
    let text = std::fs::read_to_string(format!("/proc/{process}/statm")).ok()?;
    let pages: u64 = text.split(' ').nth(1)?.parse().ok()?;
    Some(pages * rustix::param::page_size() as u64)
}

/// Processor time of one thread of a process.
pub fn processor_time(process: u32, thread: u32) -> Option<Duration> {
    let text = std::fs::read_to_string(format!("/proc/{process}/task/{thread}/stat")).ok()?;
    // The command name before it is in parentheses and may contain any character.
    let fields: Vec<&str> = text.get(text.rfind(')')? + 2..)?.split(' ').collect();
    let ticks = |at: usize| fields.get(at)?.parse::<u64>().ok();
    Some(Duration::from_millis(
        (ticks(UTIME)? + ticks(STIME)?) * 1000 / TICKS_PER_SECOND,
    ))
}

/// Threads of this process.
pub fn own_threads() -> Option<usize> {
    Some(std::fs::read_dir("/proc/self/task").ok()?.count())
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn tells_of_this_process() {
        let own = std::process::id();
        assert!(resident_bytes(own).is_some_and(|bytes| bytes > 1 << 20));
        assert!(processor_time(own, own).is_some());
        assert!(own_threads().is_some_and(|count| count > 0));
        assert_eq!(resident_bytes(u32::MAX), None);
    }
}
