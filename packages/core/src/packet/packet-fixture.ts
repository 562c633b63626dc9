import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ContextEvidenceV1 } from '@analyzer/contracts/analyzer.context-evidence.v1';
import { validate as isEvidence } from '@analyzer/contracts/analyzer.context-evidence.v1/validate';
import type { ContextData } from '@analyzer/contracts/query/context.data';
import { type IndexedProjects, type Indexing, indexProjects } from '#query/fixture.ts';
import { INDEX_OPERATIONS } from '#query/operations.ts';
import { createQuery, type Outcome } from '#query/query.ts';
import { FUNCTION_KINDS } from '#scan/options.ts';
import { quoter } from '#scan/quote.ts';
import { context } from './context.ts';
import { isUnquoted, quotedContext, type UnquotedContext, type WriteDraft } from './quoted-context.ts';

/** By default groups of functions, so that groups do not fold into each other. */
const OF_FUNCTIONS = { kinds: [...FUNCTION_KINDS] };

const query = createQuery([...INDEX_OPERATIONS, context]);

export interface PacketFixture {
  indexed: IndexedProjects;
  ask(operation: string, params?: object): Outcome;
  /** The data of an answer. */
  packet(params: object): ContextData;
  /** The answer that needs source. */
  unquoted(params: object): UnquotedContext;
  /** The packet with source. @param write default finds no drafts */
  quoted(params: object, write?: WriteDraft): Promise<ContextData>;
  /** Ids of the groups, by rank. */
  groups(params?: object): string[];
}

/** @param files of the projects, by path; each first folder is a project */
export async function packetFixture(files?: Record<string, string>, given: Indexing = {}): Promise<PacketFixture> {
  const indexing = { scan: OF_FUNCTIONS, ...given };
  const indexed = files === undefined ? await indexProjects(undefined, indexing) : await indexFiles(files, indexing);
  const ask = (operation: string, params: object = {}) =>
    query(indexed.reader, { schema: 'analyzer.request.v1', operation, params });
  const dataOf = (outcome: Outcome): object => {
    if ('error' in outcome) throw new Error(JSON.stringify(outcome.error));
    return outcome.ok.data;
  };
  const unquoted = (params: object): UnquotedContext => {
    const request = {
      schema: 'analyzer.request.v1',
      operation: 'context',
      params: { ...params, include_source: true },
    };
    const data = dataOf(query(indexed.reader, request, { caller: { completesSource: true } }));
    if (!isUnquoted(data)) throw new Error('the answer needs no source');
    return data;
  };
  return {
    indexed,
    ask,
    packet: (params) => JSON.parse(JSON.stringify(dataOf(ask('context', params)))),
    unquoted,
    quoted: (params, write = () => Promise.resolve({ status: 'none' })) => {
      // Query threads send it to their owner.
      const answer = structuredClone(unquoted(params));
      return quotedContext(answer, { quote: quoter(new Map(answer.roots)), write });
    },
    groups: (params = {}) => {
      const { items }: { items: { group_id: string }[] } = JSON.parse(JSON.stringify(dataOf(ask('clones', params))));
      return items.map(({ group_id }) => group_id);
    },
  };
}

async function indexFiles(files: Record<string, string>, indexing: Indexing): Promise<IndexedProjects> {
  const folder = mkdtempSync(join(tmpdir(), 'packet-'));
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    return await indexProjects(folder, indexing);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A function with several literals, in a file of its own. */
const copyOf = (number: number): string => `import { log } from './log.js';

export function total${number % 3}(items, rate) {
  let sum = 0;
  for (const item of items) {
    if (item.price > ${number}) sum += item.price * rate;
    else log('żółć 𝄞 ${number}');
  }
  return Math.round(sum * 100) / 100;
}
`;

/** Evidence of a packet. */
export function evidenceOf({ messages }: ContextData): ContextEvidenceV1 {
  const evidence: unknown = JSON.parse(messages[1]?.content ?? '');
  if (!isEvidence(evidence)) throw new Error(JSON.stringify(isEvidence.errors));
  return evidence;
}

/** Copies of one function in several projects, with a licence in each. */
export function manyCopies(projects: number, each: number): Record<string, string> {
  const files: Record<string, string> = {};
  for (let project = 0; project < projects; project++) {
    files[`p${project}/package.json`] = '{}';
    files[`p${project}/LICENSE`] = 'MIT\n';
    for (let copy = 0; copy < each; copy++) files[`p${project}/src/c${copy}.js`] = copyOf(copy % 5);
  }
  return files;
}
