/**
 * Limits of a worker process; `native/analyzer-rs/crates/scan/src/supervise/limits.rs` has the same values. Times in
 * milliseconds, sizes in bytes. A process enforces its soft limits itself; a hard limit kills it, so hard limits are
 * above soft ones.
 */
export interface PoolLimits {
  /** Processor time of one file; a parser that can be stopped is stopped then. */
  softMs: number;
  /** Then the outcome is `timeout`. Wall time if the system does not report processor times (not Linux). */
  hardMs: number;
  /** Wall time without any processor time after which the outcome is `timeout` too. */
  idleMs: number;
  /** Time until a new process must be ready. */
  startMs: number;
  /** Resident memory above which a process is replaced after its current file. */
  softResidentBytes: number;
  /** Resident memory at which a process with a current file has run out of memory. Linux only. */
  hardResidentBytes: number;
  /** JavaScript heap; a process that needs more crashes. */
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

/** After this number of files that exceeded a limit, the time limits are halved for each further one, down to a tenth. */
const PATIENT = 2;
const SHORTEST = 0.1;

/**
 * So that many hostile files do not each take the full time.
 *
 * @param exceeded number of files so far that exceeded a limit of time or memory
 */
export function limitsAfter(limits: PoolLimits, exceeded: number): PoolLimits {
  const share = Math.max(SHORTEST, 0.5 ** Math.max(0, exceeded - (PATIENT - 1)));
  return { ...limits, hardMs: limits.hardMs * share, idleMs: limits.idleMs * share };
}
