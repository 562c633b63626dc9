//! Threads that parse.

use std::thread::Builder;

/// Of a worker: enough for most files' parsers, which otherwise get a stack of their own each. Only what is used of it
/// takes memory.
const STACK: usize = 32 << 20;

/// Does `work` in so many threads, in this one where it is one; each takes its share until nothing is left. Gives what
/// each did.
pub fn work_in_threads<Done: Send>(jobs: usize, work: impl Fn() -> Done + Sync) -> Vec<Done> {
    if jobs <= 1 {
        return vec![work()];
    }
    std::thread::scope(|scope| {
        // Where the system gives no more threads, those that there are do all the work.
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
