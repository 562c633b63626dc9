/** Options of a worker process, in its only argument. */
export interface WorkerOptions {
  /** Return token records too. */
  tokens: boolean;
  /** Compute the fingerprints of `FORMER_FINGERPRINT`. */
  former: boolean;
  // Limits that the process enforces itself, see `PoolLimits`.
  softMs: number;
  softResidentBytes: number;
  maxWasmBytes: number;
}

export function encodeWorkerOptions(options: WorkerOptions): string {
  return JSON.stringify(options);
}

/** @throws if the argument is not from `encodeWorkerOptions` */
export function decodeWorkerOptions(argument: string | undefined): WorkerOptions {
  if (argument === undefined) throw new Error('the worker is started by the engine, not by hand');
  const options: WorkerOptions = JSON.parse(argument);
  return options;
}
