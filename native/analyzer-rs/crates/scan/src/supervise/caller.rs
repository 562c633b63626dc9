//! The `analyzer` process that hands a command over: option `--called-by-analyzer`. A socket connects both. The work
//! ends when the caller ends. If the supervising process fails before output starts, the caller does the work itself,
//! so this process prints nothing.
//!
//! `unsafe`, because an inherited descriptor is only a number. Sound, because nothing closes it before the process
//! ends.
#![allow(unsafe_code)]

use std::os::fd::BorrowedFd;
use std::sync::atomic::{AtomicBool, Ordering};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{FdFlags, fcntl_setfd, write};

/// Exit code for a failure of the supervising process; `packages/analyzer/src/cli/engine/hand-over.ts` has it too.
pub const SUPERVISION_FAILED: u8 = 75;

static IS_CALLED: AtomicBool = AtomicBool::new(false);

/// This process was started by `analyzer`.
pub fn begin() {
    IS_CALLED.store(true, Ordering::Relaxed);
    // Programs started by this process must not keep the socket open.
    let _ = fcntl_setfd(socket(), FdFlags::CLOEXEC);
}

pub fn is_there() -> bool {
    IS_CALLED.load(Ordering::Relaxed)
}

/// Notifies the caller that output starts: from now on the work cannot be repeated.
pub fn announce_output() {
    if is_there() {
        // A caller that has ended needs no message.
        let _ = write(socket(), b"output\n");
    }
}

pub fn is_gone() -> bool {
    if !is_there() {
        return false;
    }
    let socket = socket();
    let mut events = [PollFd::from_borrowed_fd(socket, PollFlags::empty())];
    let now = Timespec { tv_sec: 0, tv_nsec: 0 };
    poll(&mut events, Some(&now)).is_ok() && events[0].revents().contains(PollFlags::HUP)
}

fn socket() -> BorrowedFd<'static> {
    const DESCRIPTOR: i32 = 3;
    // SAFETY: the caller opened it, and nothing in this process closes it.
    unsafe { BorrowedFd::borrow_raw(DESCRIPTOR) }
}
