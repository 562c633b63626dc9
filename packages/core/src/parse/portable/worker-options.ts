/** What a worker process is told when it starts, as its one argument. */
export interface WorkerOptions {
  /** Hand out token records of functions too. */
  tokens: boolean;
  // The limits that the process keeps by itself, see `PoolLimits`.
  softMs: number;
  softResidentBytes: number;
  maxWasmBytes: number;
}

export function encodeWorkerOptions(options: WorkerOptions): string {
  return JSON.stringify(options);
}

/** @throws when the argument is not one that `encodeWorkerOptions` made */
export function decodeWorkerOptions(argument: string | undefined): WorkerOptions {
  if (argument === undefined) throw new Error('the worker is started by the engine, not by hand');
  const options: WorkerOptions = JSON.parse(argument);
  return options;
}
