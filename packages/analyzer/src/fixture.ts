import { fileURLToPath } from 'node:url';
import { configSkeleton } from '@analyzer/core/extract/plan/skeleton.ts';
import { type IndexedProjects, indexProjects } from '@analyzer/core/query/fixture.ts';
import type { Operation } from '@analyzer/core/query/operation.ts';
import { QueryPool, type QueryPoolOptions } from '@analyzer/core/query/pool/pool.ts';
import { SLOW_OPERATIONS } from '@analyzer/core/query/pool/slow-operations.ts';
import { buildThread, type ThreadFixture } from '@analyzer/core/query/pool/thread-fixture.ts';
import { readDocuments } from '@analyzer/core/service/documents.ts';
import type { Service } from '@analyzer/core/service/service.ts';
import { afterAll, beforeAll } from 'vitest';
import { OPERATIONS } from './operations.ts';

/** The built program; `npm run build` writes it. */
export const DIST = fileURLToPath(new URL('../dist/', import.meta.url));

/** The command line as it is installed. */
export const LAUNCHER = fileURLToPath(new URL('../bin/analyzer.js', import.meta.url));

/** A query thread with all operations, and slow ones. */
const THREAD = fileURLToPath(new URL('slow-thread.ts', import.meta.url));

export interface TestService extends Service {
  /** Received by `onFault`. */
  faults: unknown[];
  close(): Promise<void>;
}

export interface ServiceFixture {
  indexed(): IndexedProjects;
  /** Path of the program of the query threads. */
  threadPath(): string;
  /**
   * A service of the index, or of another file, with additional operations that are slow or fail. Tests share the one
   * without options, because starting its query thread takes longer than most of them.
   */
  open(options?: Partial<QueryPoolOptions>): TestService;
}

/** Builds an index and a query thread for the tests of a file, and closes every service after them. */
export function serviceFixture(): ServiceFixture {
  let indexed: IndexedProjects | undefined;
  let thread: ThreadFixture | undefined;
  const opened: TestService[] = [];
  let shared: TestService | undefined;
  beforeAll(async () => {
    [indexed, thread] = await Promise.all([indexProjects(), buildThread(THREAD)]);
  });
  afterAll(async () => {
    await Promise.all(opened.map((service) => service.close()));
    indexed?.remove();
    thread?.remove();
  });
  const required = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('the fixture is available only inside tests');
    return value;
  };
  return {
    indexed: () => required(indexed),
    threadPath: () => required(thread).path,
    open(options) {
      if (options === undefined && shared !== undefined) return shared;
      const faults: unknown[] = [];
      const onFault = (error: unknown) => faults.push(error);
      const { db } = required(indexed);
      const pool = new QueryPool({ db, since: db, threadPath: required(thread).path, onFault, ...options });
      const service: TestService = {
        operations: [...OPERATIONS, ...SLOW_OPERATIONS],
        documents: readDocuments(DIST),
        ask: (request, its) => pool.ask(request, its),
        onFault,
        faults,
        close: () => pool.close(),
      };
      opened.push(service);
      if (options === undefined) shared = service;
      return service;
    },
  };
}

/** Whether an operation answers a request without parameters. */
export function needsNoParameters({ exactlyOne, params: { required = [] } }: Operation): boolean {
  return exactlyOne === undefined && required.length === 0;
}

/** A configuration for the projects of the fixture. */
export const CONFIG = configSkeleton('shop', ['admin', 'billing', 'reports', 'shop']);

/** Source text for operations that look for it. */
export const CODE = 'def one(a, b):\n    return a.first(b) + b.second(a)\n';

/**
 * The least parameters of a request to an operation.
 *
 * @param ids values of `group_id` and `node_id`
 */
export function leastParameters(
  { exactlyOne = [], params: { required = [] } }: Operation,
  ids: Record<string, unknown>,
): Record<string, unknown> {
  const values: Record<string, unknown> = {
    ...{ ...ids, config: CONFIG, at: 'retry', code: CODE, language: 'python' },
    ...{ a: 'shop', b: 'admin', text: 'retry' },
  };
  return Object.fromEntries([...exactlyOne.slice(0, 1), ...required].map((name) => [name, values[name]]));
}

/** A request to an operation. */
export function requestOf(operation: string, params: object = {}): object {
  return { schema: 'analyzer.request.v1', operation, params };
}
