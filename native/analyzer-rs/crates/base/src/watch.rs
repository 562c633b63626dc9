//! State that a supervised process publishes. No effect in a process that is not supervised.

use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::Ordering::{Relaxed, Release};
use std::sync::atomic::{AtomicU32, AtomicUsize};

use super::board::{Board, Slot, Task};
use super::verdict::{FileKey, Verdict, Verdicts};
use crate::hex::Hash;
use crate::languages::mode::ParseMode;

struct Supervision {
    board: &'static Board,
    verdicts: Verdicts,
    stages: AtomicU32,
}

static SUPERVISION: OnceLock<Supervision> = OnceLock::new();

thread_local! {
    static SLOT: ThreadSlot = ThreadSlot::take();
}

/// This thread's slot, until the thread ends.
struct ThreadSlot(Option<&'static Slot>);

/// From now on this process publishes its state on the board.
pub fn begin(board: &'static Board, verdicts: Verdicts) {
    let stages = AtomicU32::new(0);
    let _ = SUPERVISION.set(Supervision {
        board,
        verdicts,
        stages,
    });
}

/// The verdict on a file that must not be parsed again. Otherwise the file is noted as the next one of this thread.
pub fn verdict_of(sha256: &Hash, mode: ParseMode<'_>, task: Option<Task>) -> Option<Verdict> {
    let supervision = SUPERVISION.get()?;
    let key = FileKey::new(sha256, mode);
    if let Some(verdict) = supervision.verdicts.get(&key) {
        return Some(verdict.clone());
    }
    on_slot(|slot| slot.name(&key, task));
    None
}

/// During its lifetime this thread parses the noted file.
pub struct Parsing(());

pub fn parsing() -> Parsing {
    on_slot(Slot::turn);
    Parsing(())
}

impl Drop for Parsing {
    fn drop(&mut self) {
        on_slot(Slot::turn);
    }
}

/// During its lifetime this thread waits for another one.
pub struct Waiting(());

pub fn waiting() -> Waiting {
    on_slot(|slot| slot.set_waiting(true));
    Waiting(())
}

impl Drop for Waiting {
    fn drop(&mut self) {
        on_slot(|slot| slot.set_waiting(false));
    }
}

/// During its lifetime a frame is being written, and the process is not ended.
pub struct Writing(());

pub fn writing() -> Writing {
    if let Some(it) = SUPERVISION.get() {
        it.board.writing.fetch_add(1, Release);
    }
    Writing(())
}

impl Drop for Writing {
    fn drop(&mut self) {
        if let Some(it) = SUPERVISION.get() {
            it.board.writing.fetch_sub(1, Release);
        }
    }
}

/// A project that is being read: its number, and the index of its next file.
pub fn next_stage() -> Option<(usize, &'static AtomicUsize)> {
    let supervision = SUPERVISION.get()?;
    let stage = supervision.stages.fetch_add(1, Relaxed) as usize;
    Some((stage, supervision.board.next.get(stage)?))
}

/// Adds bytes that were read and parsed.
pub fn done(bytes: u64) {
    if let Some(it) = SUPERVISION.get() {
        it.board.done_bytes.fetch_add(bytes, Relaxed);
    }
}

/// A file that the supervisor removes if this process ends before it is renamed or removed.
pub struct Temporary(Option<usize>);

pub fn temporary(path: &Path) -> Temporary {
    let board = SUPERVISION.get().map(|it| it.board);
    Temporary(board.and_then(|it| it.note_temporary(path.as_os_str().as_bytes())))
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if let (Some(it), Some(index)) = (SUPERVISION.get(), self.0) {
            it.board.forget_temporary(index);
        }
    }
}

impl ThreadSlot {
    fn take() -> Self {
        Self(SUPERVISION.get().and_then(|it| it.board.take_slot(thread_id())))
    }
}

impl Drop for ThreadSlot {
    fn drop(&mut self) {
        if let Some(slot) = self.0 {
            slot.give_back();
        }
    }
}

fn on_slot(act: impl FnOnce(&Slot)) {
    if SUPERVISION.get().is_some() {
        // A thread that is ending parses nothing.
        let _ = SLOT.try_with(|own| own.0.map(act));
    }
}

#[cfg(target_os = "linux")]
fn thread_id() -> u32 {
    rustix::thread::gettid().as_raw_nonzero().get().unsigned_abs()
}

#[cfg(not(target_os = "linux"))]
fn thread_id() -> u32 {
    0
}
