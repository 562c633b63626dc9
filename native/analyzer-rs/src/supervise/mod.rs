//! The process that watches over the one that works. A parser of another author can hang, grow or crash on a hostile
//! file, and no thread can be ended from outside: so `scan`, `diff` and `index` work in a child process, which says on a
//! shared [`board`] which file each of its threads parses. Its parent compares that with the [`limits`]. When a file
//! exceeds them, or the child crashes, the parent ends the child, has every file that was not done yet parsed once in
//! processes of one file at a time, whose verdicts are exact, and starts the work again without the files that failed.

pub mod board;
pub mod caller;
pub mod limits;
pub mod probe;
mod process;
mod supervisor;
mod usage;
pub mod verdict;
pub mod watch;
mod watcher;

pub use supervisor::{Work, supervise};
