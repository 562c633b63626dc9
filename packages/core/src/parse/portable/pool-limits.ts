/** What a worker process may use. Times in milliseconds, sizes in bytes. */
export interface PoolLimits {
  /**
   * Soft deadline of one file: a parser that can be asked to stop does so then, and its process lives on.
   * Wall-clock time, from the moment the file is begun.
   */
  softMs: number;
  /** Hard deadline of one file: its process is killed. Above the soft one, so that it is for those that don't listen. */
  hardMs: number;
  /** Until a new process must have said that it is up. */
  startMs: number;
  /** A process that holds more resident memory than this after a file is replaced by a fresh one. */
  maxResidentBytes: number;
  /** JavaScript heap of a process; one that needs more dies and costs its file. */
  maxHeapBytes: number;
  /** WebAssembly memory of a process, likewise. */
  maxWasmBytes: number;
}

const MIB = 1024 * 1024;

export const DEFAULT_LIMITS: PoolLimits = {
  softMs: 20_000,
  hardMs: 30_000,
  startMs: 60_000,
  maxResidentBytes: 400 * MIB,
  maxHeapBytes: 1024 * MIB,
  maxWasmBytes: 1024 * MIB,
};
