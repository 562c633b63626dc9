import type { Retention } from '@analyzer/core/index/postgres/remove-generations.ts';
import type { EngineChoices } from '../options/engine.ts';
import type { ScanChoices } from '../options/scan.ts';
import type { QueueFormat } from './formats.ts';

export interface QueueFlags {
  /** URL of a PostgreSQL database. */
  queue: string;
}

export interface EnqueueFlags extends QueueFlags, Omit<ScanChoices, 'jobs' | 'cacheDir'> {
  label?: string;
  /** Path of a file with sources; `-` is standard input. */
  list?: string;
  discover?: true;
}

export interface WorkerFlags extends QueueFlags, EngineChoices {
  jobs: number;
  once?: true;
  /** Seconds. */
  lease: number;
  /** Days. */
  keepJobs: number;
  statusPort?: number;
  cacheDir?: string;
}

export interface StatusFlags extends QueueFlags {
  format: QueueFormat;
}

export interface PublishFlags extends QueueFlags, EngineChoices {
  db: string;
  keep?: Retention;
  jobs?: number;
  statusPort?: number;
}
