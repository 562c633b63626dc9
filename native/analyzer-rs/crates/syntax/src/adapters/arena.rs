//! The allocator of tree-sitter: memory for the parse of one file, allocated in large chunks and freed at once. A tree
//! has a block per node, and allocating and freeing them one by one costs a fifth of a parse.
//!
//! The engine has `unsafe` code here, for child processes in `supervise/process.rs` and, for calls between Rust and C
//! only, in [`super::character_classes`], [`super::dense_grammar`] and [`super::tree_walk`]. Here, because
//! tree-sitter's allocator consists of four C functions. Why it is sound:
//! - Each block has a header with its size and its arena, so that a block is always freed by its own arena.
//! - An arena serves one thread at a time: it is accessed through a thread-local pointer that [`Arena::scope`] sets during
//!   a call that borrows the arena exclusively.
//! - No block that tree-sitter allocates inside of a scope outlives it: the closure's result has no lifetime of it, and the
//!   only caller creates its parser inside, drops it inside, and forgets or drops its trees inside.
//! - [`hold_heaps`] and [`release_heaps`] call `mallopt` and `malloc_trim` of glibc with documented constants.
#![allow(unsafe_code)]

use std::alloc::{Layout, alloc, dealloc, handle_alloc_error};
use std::cell::Cell;
use std::ffi::c_void;
use std::ptr::{self, NonNull};
use std::sync::Once;

/// Blocks and their headers are aligned as by C's `malloc`.
const ALIGNMENT: usize = 16;
const FIRST_CHUNK: usize = 1 << 20;
const LARGEST_CHUNK: usize = 1 << 24;
/// Bytes that are retained for the next file.
const RETAINED: usize = 1 << 21;
/// Size classes up to this size are multiples of `ALIGNMENT`, larger ones powers of two.
const LARGEST_STEP: usize = 1 << 10;
const STEPS: usize = LARGEST_STEP / ALIGNMENT;
const CLASSES: usize = STEPS + usize::BITS as usize;

/// Lets glibc retain freed memory for the next file. By default it returns large blocks and the free end of a heap to
/// the system at once, and each file allocates them again, page by page. On a `node_modules` of 364 MB this saves 140,000
/// of 200,000 page faults and 7 % of the CPU time, for 231 instead of 194 MB. Without glibc, or if it refuses the values,
/// nothing changes but that.
pub fn hold_heaps() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        /// The highest value that glibc accepts: half of a thread's heap.
        const LARGEST_BLOCK: i32 = 1 << 25;
        const FREE_END: i32 = 1 << 28;
        set_thresholds(LARGEST_BLOCK, FREE_END);
    }
}

/// After [`hold_heaps`], when all files are parsed: returns free memory to the system, and from then on large blocks as soon
/// as they are free. Parsing leaves free memory between the facts of files; what relates these needs memory at other sizes.
pub fn release_heaps() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        const LARGE_BLOCK: i32 = 1 << 20;
        set_thresholds(LARGE_BLOCK, LARGE_BLOCK);
        unsafe extern "C" {
            fn malloc_trim(pad: usize) -> i32;
        }
        // SAFETY: only free memory is returned, under glibc's own locks.
        unsafe {
            malloc_trim(0);
        }
    }
}

/// From which size a block returns to the system when it is freed, and the free end of a heap.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn set_thresholds(block: i32, free_end: i32) {
    const M_TRIM_THRESHOLD: i32 = -1;
    const M_MMAP_THRESHOLD: i32 = -3;
    unsafe extern "C" {
        fn mallopt(parameter: i32, value: i32) -> i32;
    }
    // SAFETY: no pointer goes in or out, and glibc sets both numbers under its own lock.
    unsafe {
        mallopt(M_MMAP_THRESHOLD, block);
        mallopt(M_TRIM_THRESHOLD, free_end);
    }
}

/// Header of every block.
#[repr(C, align(16))]
struct Header {
    /// Size of the block, without the header.
    size: usize,
    /// Null for a block outside of any arena.
    arena: *mut Arena,
}

const HEADER: usize = size_of::<Header>();

struct Chunk {
    start: NonNull<u8>,
    size: usize,
}

pub struct Arena {
    chunks: Vec<Chunk>,
    /// The chunk from which blocks are allocated, and its free part.
    current: usize,
    at: usize,
    end: usize,
    /// Freed blocks by size class; each contains the address of the next one.
    free: [*mut u8; CLASSES],
    used: usize,
}

thread_local! {
    /// The arena of this thread's current scope.
    static CURRENT: Cell<*mut Arena> = const { Cell::new(ptr::null_mut()) };
}

static INSTALLED: Once = Once::new();

/// Sets tree-sitter's allocator; called before any other function of tree-sitter.
pub fn install() {
    INSTALLED.call_once(|| {
        let allocator = tree_sitter::Allocator {
            malloc,
            calloc,
            realloc,
            free,
        };
        // SAFETY: the four functions belong together, never return null, and align as `malloc` does; `Once` blocks
        // other threads until this is done, and adapters, the only users of tree-sitter, start with this call.
        unsafe { tree_sitter::set_allocator(Some(allocator)) };
    });
}

// SAFETY: an arena owns its chunks, and its raw pointers refer only to them.
unsafe impl Send for Arena {}

impl Arena {
    pub fn new() -> Box<Self> {
        Box::new(Self {
            chunks: Vec::new(),
            current: 0,
            at: 0,
            end: 0,
            free: [ptr::null_mut(); CLASSES],
            used: 0,
        })
    }

    /// Runs `parse` with this arena as tree-sitter's allocator, then frees all of its memory: see the conditions above.
    pub fn scope<T: 'static>(&mut self, parse: impl FnOnce() -> T) -> T {
        struct Leave<'a> {
            arena: *mut Arena,
            before: *mut Arena,
            _borrowed: std::marker::PhantomData<&'a mut Arena>,
        }
        impl Drop for Leave<'_> {
            fn drop(&mut self) {
                CURRENT.set(self.before);
                // SAFETY: the arena is borrowed as long as this guard lives, and no other code accesses it any more.
                unsafe { (*self.arena).reset() };
            }
        }
        let arena: *mut Self = self;
        let _leave = Leave {
            arena,
            before: CURRENT.replace(arena),
            _borrowed: std::marker::PhantomData,
        };
        parse()
    }

    fn reset(&mut self) {
        let mut retained = 0;
        self.chunks.retain(|chunk| {
            retained += chunk.size;
            if retained > RETAINED {
                chunk.release();
            }
            retained <= RETAINED
        });
        self.free = [ptr::null_mut(); CLASSES];
        self.used = self.chunks.first().map_or(0, |chunk| chunk.size);
        self.current = 0;
        (self.at, self.end) = self.chunks.first().map_or((0, 0), Chunk::bounds);
    }

    fn take(&mut self, size: usize) -> *mut u8 {
        let class = class_of(size);
        let freed = self.free[class];
        if !freed.is_null() {
            // SAFETY: a freed block has at least 16 bytes, is aligned, ours, and contains the address of the next one.
            self.free[class] = unsafe { freed.cast::<*mut u8>().read() };
            return freed;
        }
        let size = size_of_class(class);
        let whole = HEADER + size;
        if self.end - self.at < whole {
            self.next_chunk(whole);
        }
        let start = self.chunks[self.current].at(self.at);
        self.at += whole;
        let arena: *mut Self = self;
        // SAFETY: the chunk has `whole` bytes after `start`, and all sizes are multiples of the alignment.
        unsafe {
            start.cast::<Header>().write(Header { size, arena });
            start.add(HEADER)
        }
    }

    /// Selects a chunk with enough free bytes.
    fn next_chunk(&mut self, bytes: usize) {
        let following = self.current + usize::from(self.end > 0);
        self.current = match self.chunks.iter().skip(following).position(|chunk| chunk.size >= bytes) {
            Some(found) => following + found,
            None => {
                let grown = self
                    .chunks
                    .last()
                    .map_or(FIRST_CHUNK, |last| (last.size * 2).min(LARGEST_CHUNK));
                self.chunks.push(Chunk::new(grown.max(bytes)));
                self.chunks.len() - 1
            }
        };
        self.used += self.chunks[self.current].size;
        (self.at, self.end) = self.chunks[self.current].bounds();
    }

    /// # Safety
    /// `block` was allocated by this arena in this scope, has this size, and is not used any more.
    unsafe fn give_back(&mut self, block: *mut u8, size: usize) {
        let class = class_of(size);
        // SAFETY: the block has at least 16 bytes, is aligned, and has no other user.
        unsafe { block.cast::<*mut u8>().write(self.free[class]) };
        self.free[class] = block;
    }
}

/// Bytes that the arena of the current scope has allocated from the system; 0 outside of a scope.
pub fn used_bytes() -> usize {
    let arena = CURRENT.get();
    // SAFETY: the pointer is null or the arena that the current scope borrows; no function of it is running.
    if arena.is_null() { 0 } else { unsafe { (*arena).used } }
}

impl Drop for Arena {
    fn drop(&mut self) {
        self.chunks.iter().for_each(Chunk::release);
    }
}

impl Chunk {
    fn new(size: usize) -> Self {
        let size = size.next_multiple_of(ALIGNMENT);
        Self {
            start: allocate(size),
            size,
        }
    }

    /// A chunk's offsets start at 16, so that 0 is not an offset.
    fn bounds(&self) -> (usize, usize) {
        (ALIGNMENT, ALIGNMENT + self.size)
    }

    fn at(&self, offset: usize) -> *mut u8 {
        // SAFETY: offsets are within the chunk's bounds.
        unsafe { self.start.as_ptr().add(offset - ALIGNMENT) }
    }

    fn release(&self) {
        // SAFETY: the chunk was allocated with this size, and is freed once: by its arena, which then drops it.
        unsafe { dealloc(self.start.as_ptr(), layout(self.size)) };
    }
}

fn layout(size: usize) -> Layout {
    Layout::from_size_align(size, ALIGNMENT).unwrap_or_else(|_| handle_alloc_error(Layout::new::<Header>()))
}

fn allocate(size: usize) -> NonNull<u8> {
    let layout = layout(size);
    // SAFETY: no size here is zero.
    NonNull::new(unsafe { alloc(layout) }).unwrap_or_else(|| handle_alloc_error(layout))
}

fn class_of(size: usize) -> usize {
    if size <= LARGEST_STEP {
        size.div_ceil(ALIGNMENT).max(1) - 1
    } else {
        STEPS + size.next_power_of_two().trailing_zeros() as usize - LARGEST_STEP.trailing_zeros() as usize - 1
    }
}

fn size_of_class(class: usize) -> usize {
    if class < STEPS {
        (class + 1) * ALIGNMENT
    } else {
        LARGEST_STEP << (class - STEPS + 1)
    }
}

/// # Safety
/// `block` was allocated by one of the functions below and not freed since.
unsafe fn header(block: *mut c_void) -> *mut Header {
    // SAFETY: every block has a header.
    unsafe { block.cast::<u8>().sub(HEADER).cast() }
}

unsafe extern "C" fn malloc(size: usize) -> *mut c_void {
    let arena = CURRENT.get();
    if !arena.is_null() {
        // SAFETY: as in `used_bytes`.
        return unsafe { (*arena).take(size) }.cast();
    }
    let size = size.next_multiple_of(ALIGNMENT).max(ALIGNMENT);
    let start = allocate(HEADER + size).as_ptr();
    // SAFETY: the allocation includes the header.
    unsafe {
        start.cast::<Header>().write(Header {
            size,
            arena: ptr::null_mut(),
        });
        start.add(HEADER).cast()
    }
}

unsafe extern "C" fn calloc(count: usize, size: usize) -> *mut c_void {
    let bytes = count.saturating_mul(size);
    // SAFETY: the block has at least this number of bytes.
    unsafe {
        let block = malloc(bytes);
        ptr::write_bytes(block.cast::<u8>(), 0, bytes);
        block
    }
}

unsafe extern "C" fn realloc(block: *mut c_void, size: usize) -> *mut c_void {
    if block.is_null() {
        // SAFETY: as C's `realloc`.
        return unsafe { malloc(size) };
    }
    // SAFETY: tree-sitter passes a block that it owns; the new one is at least as long as the copied bytes.
    unsafe {
        let old = (*header(block)).size;
        if size <= old {
            return block;
        }
        let larger = malloc(size);
        ptr::copy_nonoverlapping(block.cast::<u8>(), larger.cast::<u8>(), old);
        free(block);
        larger
    }
}

unsafe extern "C" fn free(block: *mut c_void) {
    if block.is_null() {
        return;
    }
    // SAFETY: tree-sitter passes a block that it owns and no longer uses.
    unsafe {
        let Header { size, arena } = header(block).read();
        if arena.is_null() {
            dealloc(block.cast::<u8>().sub(HEADER), layout(HEADER + size));
        } else if arena == CURRENT.get() {
            (*arena).give_back(block.cast(), size);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn size_classes_have_at_least_the_requested_size() {
        for size in (0..5_000).chain([1 << 20, (1 << 20) + 1, 3 << 30]) {
            let class = class_of(size);
            assert!(size_of_class(class) >= size, "{size}");
            assert_eq!(class_of(size_of_class(class)), class, "{size}");
            assert!(class == 0 || size_of_class(class - 1) < size.max(1), "{size}");
        }
    }

    #[test]
    fn blocks_keep_their_content_while_others_are_allocated_and_freed() {
        let mut arena = Arena::new();
        for _ in 0..3 {
            arena.scope(|| {
                let mut blocks: Vec<(*mut u8, usize, u8)> = Vec::new();
                for step in 0_usize..20_000 {
                    let size = step * 7919 % 3_000;
                    // SAFETY: blocks are used within their sizes and not after they are freed.
                    unsafe {
                        let block = malloc(size).cast::<u8>();
                        assert_eq!(block.addr() % ALIGNMENT, 0);
                        ptr::write_bytes(block, step as u8, size);
                        blocks.push((block, size, step as u8));
                        if step % 3 == 0 {
                            let (block, size, value) = blocks.swap_remove(step * 31 % blocks.len());
                            let larger = realloc(block.cast(), size * 2).cast::<u8>();
                            assert!((0..size).all(|at| *larger.add(at) == value));
                            free(larger.cast());
                        }
                    }
                }
                for (block, size, value) in blocks {
                    // SAFETY: as above.
                    assert!((0..size).all(|at| unsafe { *block.add(at) } == value));
                }
                assert!(used_bytes() > 0);
            });
            assert_eq!(used_bytes(), 0);
            assert!(arena.chunks.iter().map(|chunk| chunk.size).sum::<usize>() <= RETAINED);
        }
    }

    #[test]
    fn a_block_from_outside_of_a_scope_is_freed_inside() {
        let mut arena = Arena::new();
        // SAFETY: the block is freed once.
        let block = unsafe { calloc(10, 10) };
        // SAFETY: as above.
        arena.scope(|| unsafe { free(block) });
    }
}
