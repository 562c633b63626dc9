//! Forked child processes, memory shared with them, and signals while a child works.
//!
//! `unsafe`, because these are functions of the C library. Why it is sound:
//! - [`fork`] refuses to copy a process with several threads, if the system reports their number; its caller is
//!   `main`, before any thread is started. So no lock is held by a thread that the copy does not have.
//! - [`shared_board`] maps zeroed memory, which is the initial state of every atomic of a [`Board`], and never unmaps
//!   it.
//! - Sets of signals are initialized by `sigemptyset` before they are read.
#![allow(unsafe_code)]

use std::io;
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::FdFlags;
use rustix::process::{Pid, Signal, WaitOptions, WaitStatus, kill_process, waitpid};

use super::usage::own_threads;
use base::board::Board;

/// Signals that end work.
const ENDING: [i32; 3] = [libc::SIGINT, libc::SIGTERM, libc::SIGHUP];

/// A child that was started and not waited for yet.
pub struct Child {
    pub pid: Pid,
    /// End-of-file when the child ends.
    exit: OwnedFd,
    /// The child's stderr, if it was started quietly.
    messages: Option<OwnedFd>,
}

/// How a process ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Code(i32),
    /// 0 if it is unknown.
    Signal(i32),
}

/// In which of the two processes the call returned.
pub enum Forked {
    /// Kept open until the process ends.
    Child(OwnedFd),
    Parent(Child),
}

/// Signals that this process blocks and polls for. A child receives them as usual.
pub struct BlockedSignals {
    before: libc::sigset_t,
}

/// Memory that this process and its children share.
pub fn shared_board() -> Option<&'static Board> {
    // SAFETY: a new mapping overlaps nothing; it is never unmapped, and large and aligned enough for what it holds.
    unsafe {
        let start = libc::mmap(
            std::ptr::null_mut(),
            size_of::<Board>(),
            libc::PROT_READ | libc::PROT_WRITE,
            libc::MAP_SHARED | libc::MAP_ANON,
            -1,
            0,
        );
        (start != libc::MAP_FAILED).then(|| &*start.cast::<Board>())
    }
}

impl BlockedSignals {
    pub fn block() -> Self {
        let mut before = MaybeUninit::<libc::sigset_t>::zeroed();
        // SAFETY: both sets are valid, and `before` is written by the call or stays all zero, which is an empty set.
        unsafe {
            libc::pthread_sigmask(libc::SIG_BLOCK, &set_of(&ENDING), before.as_mut_ptr());
            Self {
                before: before.assume_init(),
            }
        }
    }

    pub fn release(&self) {
        // SAFETY: the set is the previous one.
        unsafe { libc::pthread_sigmask(libc::SIG_SETMASK, &self.before, std::ptr::null_mut()) };
    }

    /// A signal that was sent since.
    pub fn next(&self) -> Option<Signal> {
        let mut pending = set_of(&[]);
        // SAFETY: the set is valid.
        let status = unsafe { libc::sigpending(&mut pending) };
        // SAFETY: as above.
        let is_pending = |signal: &&i32| status == 0 && unsafe { libc::sigismember(&pending, **signal) } == 1;
        let signal = *ENDING.iter().find(is_pending)?;
        let mut taken = 0;
        // SAFETY: the signal is blocked and pending, so that this returns at once.
        unsafe { libc::sigwait(&set_of(&[signal]), &mut taken) };
        Signal::from_named_raw(signal)
    }
}

fn set_of(signals: &[i32]) -> libc::sigset_t {
    let mut set = MaybeUninit::<libc::sigset_t>::zeroed();
    // SAFETY: `sigemptyset` makes the set valid, and all numbers are of signals.
    unsafe {
        libc::sigemptyset(set.as_mut_ptr());
        for signal in signals {
            libc::sigaddset(set.as_mut_ptr(), *signal);
        }
        set.assume_init()
    }
}

/// Forks this process. `quiet`: the child's stderr goes to [`Child::last_words`].
pub fn fork(quiet: bool) -> io::Result<Forked> {
    if own_threads().is_some_and(|count| count != 1) {
        return Err(io::ErrorKind::Unsupported.into());
    }
    let (exit, open_end) = pipe()?;
    let messages = quiet.then(pipe).transpose()?;
    let parent = rustix::process::getpid();
    // SAFETY: this process has one thread.
    match unsafe { libc::fork() } {
        -1 => Err(io::Error::last_os_error()),
        0 => {
            end_with(parent);
            if let Some((_, write)) = messages {
                rustix::stdio::dup2_stderr(write)?;
            }
            Ok(Forked::Child(open_end))
        }
        pid => Ok(Forked::Parent(Child {
            pid: Pid::from_raw(pid).ok_or(io::ErrorKind::Other)?,
            exit,
            messages: messages.map(|(read, _)| read),
        })),
    }
}

/// A pipe that is closed in programs that a child starts.
fn pipe() -> io::Result<(OwnedFd, OwnedFd)> {
    // No other thread starts a program between the calls. Not every system has one call for both.
    let (read, write) = rustix::pipe::pipe()?;
    rustix::io::fcntl_setfd(&read, FdFlags::CLOEXEC)?;
    rustix::io::fcntl_setfd(&write, FdFlags::CLOEXEC)?;
    Ok((read, write))
}

/// Lets the system end this process as soon as its parent has ended.
#[cfg(target_os = "linux")]
fn end_with(parent: Pid) {
    let _ = rustix::process::set_parent_process_death_signal(Some(Signal::TERM));
    // The parent may have ended before.
    if rustix::process::getppid() != Some(parent) {
        let _ = kill_process(rustix::process::getpid(), Signal::KILL);
    }
}

/// On other systems a thread polls for that.
#[cfg(not(target_os = "linux"))]
fn end_with(parent: Pid) {
    const CHECK_INTERVAL: std::time::Duration = std::time::Duration::from_millis(500);
    std::thread::spawn(move || {
        while rustix::process::getppid() == Some(parent) {
            std::thread::sleep(CHECK_INTERVAL);
        }
        let _ = kill_process(rustix::process::getpid(), Signal::TERM);
    });
}

impl Child {
    /// Its path as in the file system and on the board.
    pub fn number(&self) -> u32 {
        self.pid.as_raw_nonzero().get().unsigned_abs()
    }

    pub fn send(&self, signal: Signal) {
        // The number of an ended process is not reused until it is waited for.
        let _ = kill_process(self.pid, signal);
    }

    /// How it ended, if it has ended.
    pub fn ended(&self) -> Option<End> {
        match waitpid(Some(self.pid), WaitOptions::NOHANG) {
            Ok(ended) => ended.map(|(_, status)| end_of(status)),
            Err(_) => Some(End::Signal(0)),
        }
    }

    /// Kills it.
    pub fn kill(&self) {
        self.send(Signal::KILL);
        let _ = waitpid(Some(self.pid), WaitOptions::empty());
    }

    /// Stops it until [`Child::go_on`]; returns how it ended if it ended before.
    pub fn stop(&self) -> Result<(), End> {
        self.send(Signal::STOP);
        match waitpid(Some(self.pid), WaitOptions::UNTRACED) {
            Ok(Some((_, status))) if status.stopped() => Ok(()),
            Ok(Some((_, status))) => Err(end_of(status)),
            _ => Err(End::Signal(0)),
        }
    }

    pub fn go_on(&self) {
        self.send(Signal::CONT);
    }

    /// Its stderr, after its end.
    pub fn last_words(&self) -> String {
        let mut bytes = [0; 4096];
        let length = match &self.messages {
            Some(messages) => rustix::io::read(messages, &mut bytes).unwrap_or(0),
            None => 0,
        };
        String::from_utf8_lossy(&bytes[..length]).into_owned()
    }
}

fn end_of(status: WaitStatus) -> End {
    match status.exit_status() {
        Some(code) => End::Code(code),
        None => End::Signal(status.terminating_signal().unwrap_or(0)),
    }
}

/// Waits until one of the children ends, at most for that time.
pub fn wait_for_any<'a>(children: impl Iterator<Item = &'a Child>, most: std::time::Duration) {
    let mut ends: Vec<PollFd<'_>> = children
        .map(|child: &Child| -> BorrowedFd<'_> { child.exit.as_fd() })
        .map(|fd| PollFd::from_borrowed_fd(fd, PollFlags::IN))
        .collect();
    let most = Timespec {
        tv_sec: most.as_secs() as i64,
        tv_nsec: i64::from(most.subsec_nanos()),
    };
    // An interrupted wait is treated as finished.
    let _ = poll(&mut ends, Some(&most));
}
