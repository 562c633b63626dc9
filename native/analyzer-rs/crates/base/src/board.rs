//! Memory that a process shares with the processes it starts: the current work of each of their threads.

use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU32, AtomicU64, AtomicUsize};

use super::verdict::FileKey;

/// More than the threads of any run.
const SLOTS: usize = 128;
/// A diff reads two projects.
const STAGES: usize = 2;
const PATHS: usize = 8;
const PATH_BYTES: usize = 4096;
const NO_TASK: u32 = u32::MAX;

/// All zero at first.
#[derive(Default)]
pub struct Board {
    slots: Slots,
    /// The next file to read of each project.
    pub next: [AtomicUsize; STAGES],
    /// The next suspect to parse.
    pub next_suspect: AtomicUsize,
    /// Bytes of files that were read and parsed.
    pub done_bytes: AtomicU64,
    /// Frames that are being written to a pipe.
    pub writing: AtomicU32,
    temporary: [Path; PATHS],
}

struct Slots([Slot; SLOTS]);

/// The current work of one thread.
#[derive(Default)]
pub struct Slot {
    taken: AtomicBool,
    process: AtomicU32,
    thread: AtomicU32,
    /// Odd while a file is parsed.
    turn: AtomicU64,
    waiting: AtomicBool,
    key: [AtomicU64; 6],
    stage: AtomicU32,
    task: AtomicU32,
}

/// A file by its index in the order in which a project is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Task {
    pub stage: usize,
    pub number: usize,
}

/// A file that a thread was parsing.
#[derive(Clone, Copy, Debug)]
pub struct InHand {
    pub slot: usize,
    pub thread: u32,
    pub turn: u64,
    /// Waits for a lock that another thread has.
    pub waiting: bool,
    pub key: FileKey,
    pub task: Option<Task>,
}

struct Path {
    taken: AtomicBool,
    length: AtomicUsize,
    bytes: [AtomicU8; PATH_BYTES],
}

impl Board {
    /// A slot for the calling thread.
    pub fn take_slot(&self, thread: u32) -> Option<&Slot> {
        let free = |slot: &&Slot| slot.taken.compare_exchange(false, true, Acquire, Relaxed).is_ok();
        let slot = self.slots.0.iter().find(free)?;
        slot.thread.store(thread, Relaxed);
        slot.process.store(std::process::id(), Release);
        Some(slot)
    }

    /// What the threads of a process are parsing.
    pub fn in_hand(&self, process: u32) -> impl Iterator<Item = InHand> {
        let of_process = move |(_, slot): &(usize, &Slot)| slot.process.load(Acquire) == process;
        let slots = self.slots.0.iter().enumerate().filter(of_process);
        slots.filter_map(|(number, slot)| slot.read(number))
    }

    /// Frees the slots of a process that has ended.
    pub fn forget(&self, process: u32) {
        for slot in self.slots.0.iter().filter(|slot| slot.process.load(Acquire) == process) {
            slot.give_back();
        }
    }

    /// Called before the work is restarted.
    pub fn rewind(&self) {
        self.next.iter().for_each(|next| next.store(0, Relaxed));
        self.next_suspect.store(0, Relaxed);
        self.writing.store(0, Relaxed);
    }

    /// Notes a temporary file that must be removed if the process ends without doing so.
    pub fn note_temporary(&self, path: &[u8]) -> Option<usize> {
        if path.len() > PATH_BYTES {
            return None;
        }
        let free = |it: &Path| it.taken.compare_exchange(false, true, Acquire, Relaxed).is_ok();
        let index = self.temporary.iter().position(free)?;
        for (to, from) in self.temporary[index].bytes.iter().zip(path) {
            to.store(*from, Relaxed);
        }
        self.temporary[index].length.store(path.len(), Release);
        Some(index)
    }

    pub fn forget_temporary(&self, index: usize) {
        self.temporary[index].length.store(0, Release);
        self.temporary[index].taken.store(false, Release);
    }

    /// Takes all noted files.
    pub fn take_temporaries(&self) -> Vec<Vec<u8>> {
        let mut paths = Vec::new();
        for (index, path) in self.temporary.iter().enumerate() {
            let length = path.length.load(Acquire);
            if length > 0 {
                paths.push(path.bytes[..length].iter().map(|byte| byte.load(Relaxed)).collect());
            }
            self.forget_temporary(index);
        }
        paths
    }
}

impl Slot {
    pub fn name(&self, key: &FileKey, task: Option<Task>) {
        for (to, from) in self.key.iter().zip(key.0) {
            to.store(from, Relaxed);
        }
        let task = task.and_then(|it| Some((it.stage as u32, u32::try_from(it.number).ok()?)));
        let (stage, number) = task.unwrap_or((0, NO_TASK));
        self.stage.store(stage, Relaxed);
        self.task.store(number, Relaxed);
    }

    /// A parser starts or ends.
    pub fn turn(&self) {
        self.turn.fetch_add(1, Release);
    }

    pub fn set_waiting(&self, waiting: bool) {
        self.waiting.store(waiting, Relaxed);
    }

    pub fn give_back(&self) {
        self.turn.store(0, Relaxed);
        self.waiting.store(false, Relaxed);
        self.process.store(0, Relaxed);
        self.taken.store(false, Release);
    }

    fn read(&self, slot: usize) -> Option<InHand> {
        let turn = self.turn.load(Acquire);
        let number = self.task.load(Relaxed);
        let task = (number != NO_TASK).then(|| Task {
            stage: self.stage.load(Relaxed) as usize,
            number: number as usize,
        });
        (turn % 2 == 1).then(|| InHand {
            slot,
            thread: self.thread.load(Relaxed),
            turn,
            waiting: self.waiting.load(Relaxed),
            key: FileKey(std::array::from_fn(|at| self.key[at].load(Relaxed))),
            task,
        })
    }
}

impl Default for Slots {
    fn default() -> Self {
        Self(std::array::from_fn(|_| Slot::default()))
    }
}

impl Default for Path {
    fn default() -> Self {
        Self {
            taken: AtomicBool::new(false),
            length: AtomicUsize::new(0),
            bytes: std::array::from_fn(|_| AtomicU8::new(0)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_in_hand_from_its_begin_to_its_end() {
        let board = Box::<Board>::default();
        let own = std::process::id();
        let slot = board.take_slot(5).expect("a slot");
        let other = board.take_slot(6).expect("another slot");
        let key = FileKey([1, 2, 3, 4, 5, 6]);
        slot.name(&key, Some(Task { stage: 1, number: 9 }));
        assert_eq!(board.in_hand(own).count(), 0);
        slot.turn();
        let found: Vec<InHand> = board.in_hand(own).collect();
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].thread, found[0].key), (5, key));
        assert_eq!(found[0].task, Some(Task { stage: 1, number: 9 }));
        assert_eq!(board.in_hand(own + 1).count(), 0);
        slot.turn();
        assert_eq!(board.in_hand(own).count(), 0);
        other.name(&key, None);
        other.turn();
        assert!(board.in_hand(own).all(|it| it.task.is_none()));
        board.forget(own);
        assert_eq!(board.in_hand(own).count(), 0);
        assert!((0..SLOTS).all(|thread| board.take_slot(thread as u32).is_some()));
        assert!(board.take_slot(1).is_none());
    }

    #[test]
    fn temporary_files_are_noted() {
        let board = Box::<Board>::default();
        let index = board.note_temporary(b"/a/b").expect("a place");
        board.note_temporary(b"/c").expect("a place");
        board.forget_temporary(index);
        assert_eq!(board.take_temporaries(), [b"/c".to_vec()]);
        assert!(board.take_temporaries().is_empty());
        assert!(board.note_temporary(&[b'a'; PATH_BYTES + 1]).is_none());
    }
}
