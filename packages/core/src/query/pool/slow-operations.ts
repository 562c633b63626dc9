import { existsSync, writeFileSync } from 'node:fs';
import { threadId } from 'node:worker_threads';
import { nodeId } from '#index/keys.ts';
import { goingOn, type Snapshot } from '#index/port.ts';
import { type Operation, singleOperation } from '../operation.ts';

interface Files {
  ready?: string;
  go?: string;
}

const PARAMS = {
  $id: 'urn:analyzer:schema:files',
  title: 'Files',
  description: 'Two files.',
  type: 'object',
  properties: { ready: {}, go: {} },
};

const operation = (name: string, answer: (snapshot: Snapshot, files: Files) => object): Operation =>
  singleOperation<Files, object>({
    name,
    description: 'For tests.',
    params: PARAMS,
    data: PARAMS,
    validate: (value): value is Files => typeof value === 'object',
    answer,
  });

/** Creates the file `ready` when it starts. */
const slow = (name: string, answer: (snapshot: Snapshot) => object): Operation =>
  operation(name, (snapshot, { ready }) => {
    if (ready !== undefined) writeFileSync(ready, '');
    return answer(snapshot);
  });

/** The eighth power of about 200 nodes, which never finishes. */
const ALL_NODES = 'FROM node AS a, node AS b, node AS c, node AS d, node AS e, node AS f, node AS g, node AS h';
/** About a second of work in one statement without stop checks. */
const DEAF = `
  WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 1500000)
  SELECT sum(n) AS n FROM number`;

const count = (snapshot: Snapshot, sql: string) => ({ n: snapshot.first(sql, [], (row) => row.integer('n')) ?? 0 });

/** More bytes than a server sends. */
const LARGE = 8 * 2 ** 20;

const POLL_MS = 10;

function waitFor(path: string): void {
  const nothing = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  while (!existsSync(path)) Atomics.wait(nothing, 0, 0, POLL_MS);
}

/** Operations that are slow, never stop, fail, or have large answers. */
export const SLOW_OPERATIONS: readonly Operation[] = [
  slow('thread', () => ({ thread: threadId })),
  slow('one-long-statement', (snapshot) =>
    count(snapshot, `SELECT count(*) AS n ${ALL_NODES} WHERE ${goingOn('(f.id + 15 * g.id + 7 * h.id)')}`),
  ),
  slow('many-rows', (snapshot) => {
    let n = 0;
    for (const one of snapshot.iterate(`SELECT a.id AS n ${ALL_NODES}`, [], (row) => row.integer('n'))) n += one;
    return { n };
  }),
  slow('deaf-statement', (snapshot) => count(snapshot, DEAF)),
  slow('deaf-loop', (snapshot) => {
    for (;;) if (snapshot.id === '') return {};
  }),
  operation('two-looks', (snapshot, { ready = '', go = '' }) => {
    const keys = () => snapshot.all('SELECT key FROM node ORDER BY id', [], (row) => nodeId(row.bytes('key')));
    const first = keys();
    writeFileSync(ready, '');
    waitFor(go);
    return { first, second: keys() };
  }),
  slow('large', () => ({ text: 'x'.repeat(LARGE) })),
  slow('breaks', () => process.exit(3)),
];
