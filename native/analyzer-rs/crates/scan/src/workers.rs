//! Worker threads for parsing.

use std::thread::Builder;

/// Stack of a worker: sufficient for most files' parsers, which otherwise get their own stack. Only used pages need
/// memory.
const STACK: usize = 32 << 20;

/// Runs `work` in that number of threads, in the current one for 1; each takes items until none remain. Returns the
/// results of all threads.
pub fn work_in_threads<Done: Send>(jobs: usize, work: impl Fn() -> Done + Sync) -> Vec<Done> {
    if jobs <= 1 {
        return vec![work()];
    }
    std::thread::scope(|scope| {
        // If the system refuses further threads, the existing ones do all the work.
        let workers: Vec<_> = (0..jobs)
            .map_while(|_| Builder::new().stack_size(STACK).spawn_scoped(scope, &work).ok())
            .collect();
        if workers.is_empty() {
            return vec![work()];
        }
        workers
            .into_iter()
            .map(|worker| worker.join().unwrap_or_else(|it| std::panic::resume_unwind(it)))
            .collect()
    })
}
