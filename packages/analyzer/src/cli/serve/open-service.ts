import { join } from 'node:path';
import { QueryPool } from '@analyzer/core/query/pool/pool.ts';
import { readDocuments } from '@analyzer/core/service/documents.ts';
import type { Service } from '@analyzer/core/service/service.ts';
import { OPERATIONS } from '../../operations.ts';
import { say } from '../output/messages.ts';
import { withFreshIndex } from './fresh-service.ts';
import { withSource } from './source-service.ts';
import { WatchedIndex } from './watched-index.ts';

/** What a server may read. */
export interface ServedFiles {
  /** Of the index. */
  db: string;
  /** Of an earlier index, for the operation `changes`. */
  since?: string;
  /** Also the files of the indexed projects, to quote them. */
  allowSource?: true;
  /** Folders with which another process keeps the index up to date. */
  watch?: string[];
}

/** @param folder of the built program */
export function openService(
  { db, since, allowSource, watch }: ServedFiles,
  folder: string,
): { service: Service; close(): Promise<void> } {
  const onFault = (error: unknown): void =>
    say(error instanceof Error ? (error.stack ?? error.message) : String(error));
  const pool = new QueryPool({ db, since, threadPath: join(folder, 'query-thread.js'), onFault });
  const service: Service = {
    operations: OPERATIONS,
    documents: readDocuments(folder),
    ask: (request, options) => pool.ask(request, options),
    onFault,
  };
  const answering = allowSource === true ? withSource(service) : service;
  if (watch === undefined) return { service: answering, close: () => pool.close() };
  const index = new WatchedIndex(watch, { db, program: folder, onProblem: say });
  const close = async () => {
    await Promise.all([index.close(), pool.close()]);
  };
  return { service: withFreshIndex(answering, index), close };
}
