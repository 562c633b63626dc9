//! Detects whether standard output was closed when the process started (`analyzer-rs … >&-`).
//!
//! The Rust runtime opens `/dev/null` in place of a closed descriptor before `main`, and then writing succeeds while
//! the result is lost. The loader runs the functions of the section below earlier. Where it has none, nothing is
//! detected.
#![allow(unsafe_code)]

use std::sync::atomic::{AtomicBool, Ordering};

static WAS_CLOSED: AtomicBool = AtomicBool::new(false);

pub fn was_closed_at_start() -> bool {
    WAS_CLOSED.load(Ordering::Relaxed)
}

#[cfg(unix)]
mod at_start {
    use super::{Ordering, WAS_CLOSED};

    #[used]
    #[cfg_attr(target_vendor = "apple", unsafe(link_section = "__DATA,__mod_init_func"))]
    #[cfg_attr(not(target_vendor = "apple"), unsafe(link_section = ".init_array"))]
    static RUN_BEFORE_MAIN: extern "C" fn() = check_stdout;

    extern "C" fn check_stdout() {
        // SAFETY: `fcntl` with `F_GETFD` only reads the flags of a descriptor; it fails if the descriptor is not open.
        let flags = unsafe { libc::fcntl(libc::STDOUT_FILENO, libc::F_GETFD) };
        WAS_CLOSED.store(flags < 0, Ordering::Relaxed);
    }
}
