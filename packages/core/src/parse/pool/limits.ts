/**
 * What a worker process may use; `native/analyzer-rs/src/supervise/limits.rs` has the same values. Times in milliseconds, sizes in bytes. A soft limit is kept by the process itself,
 * a hard one by killing it, so hard ones are above soft ones.
 */
export interface PoolLimits {
  /** One file's time on the processor, from when it is begun; a parser that can be asked to stop does so then. */
  softMs: number;
  /** At this the outcome is `timeout`. By the clock where the system does not tell a process's time (not Linux). */
  hardMs: number;
  /** At this by the clock without any time on the processor the outcome is `timeout` too. */
  idleMs: number;
  /** Until a new process must have said that it is up. */
  startMs: number;
  /** Resident memory above which a process is replaced after the file that it has in hand. */
  softResidentBytes: number;
  /** At this, with a file in hand, the process ran out of memory. Linux only. */
  hardResidentBytes: number;
  /** JavaScript heap; a process that needs more dies of it. */
  maxHeapBytes: number;
  /** WebAssembly memory, likewise. */
  maxWasmBytes: number;
}

const MIB = 1024 * 1024;

export const DEFAULT_LIMITS: PoolLimits = {
  softMs: 20_000,
  hardMs: 30_000,
  idleMs: 30_000,
  startMs: 60_000,
  softResidentBytes: 400 * MIB,
  hardResidentBytes: 1536 * MIB,
  maxHeapBytes: 1024 * MIB,
  maxWasmBytes: 1024 * MIB,
};
