//! The supervisor of the process that does the work. A third-party parser can hang, grow or crash on a hostile file,
//! and a thread cannot be ended from outside: so `scan`, `diff` and `index` work in a child process, which records on
//! a shared [`board`](base::board) which file each of its threads parses. Its parent compares that with the [`limits`]. If a file
//! exceeds them, or the child crashes, the parent ends the child, parses every unfinished file once in processes of
//! one file at a time, whose verdicts are exact, and restarts the work without the files that failed.

pub mod caller;
pub mod limits;
pub mod probe;
mod process;
mod supervisor;
mod usage;
mod watcher;

pub use supervisor::{Work, supervise};
