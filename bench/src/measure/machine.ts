import { availableParallelism, cpus, totalmem } from 'node:os';

/** Properties of the machine that affect a run; none identifies the machine. */
export interface Machine {
  platform: string;
  architecture: string;
  cores: number;
  processor: string;
  memory_bytes: number;
  node: string;
}

export function machine(): Machine {
  return {
    platform: process.platform,
    architecture: process.arch,
    cores: availableParallelism(),
    processor: cpus()[0]?.model ?? 'unknown',
    memory_bytes: totalmem(),
    node: process.versions.node,
  };
}
