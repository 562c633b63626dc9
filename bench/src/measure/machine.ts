import { availableParallelism, cpus, totalmem } from 'node:os';

/** What a run depends on besides the code; nothing that names the machine. */
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
