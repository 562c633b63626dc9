import type { DiffV1 } from '@analyzer/contracts/analyzer.diff.v1';
import { redacted } from '#query/redact/secrets.ts';
import { Neighbors } from './neighbors.ts';

/** Types of evidence, in the order in which they alternate. */
export const RECORD_TYPES = ['change', 'file', 'group'] as const;

export type RecordType = (typeof RECORD_TYPES)[number];

/** A record of a diff as evidence. */
export interface DiffRecord {
  type: RecordType;
  /** What it is, such as `declaration`. */
  about: string;
  [property: string]: unknown;
}

/** The records of a diff by type, in the order of the diff. */
export function recordsOf(diff: DiffV1): Record<RecordType, DiffRecord[]> {
  const neighbors = new Neighbors(diff);
  return {
    change: [
      ...diff.declarations.map((its) => record('change', 'declaration', its)),
      ...diff.regroupings.map((its) => record('change', 'regrouping', its)),
      ...diff.imports.map((its) => record('change', 'import', its)),
      ...diff.cycles.map((its) => record('change', 'cycle', its)),
    ],
    file: diff.files.map(({ before, after, ...its }) => {
      const sides = { ...(before && { before: withoutHash(before) }), ...(after && { after: withoutHash(after) }) };
      return record('file', 'file', { ...its, ...sides, ...neighbors.of(before?.path, after?.path) });
    }),
    group: diff.groups.map(({ id, ...its }) => record('group', 'clone group', { group_id: id, ...its })),
  };
}

function record(type: RecordType, about: string, properties: object): DiffRecord {
  return { type, about, ...Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, clean(value)])) };
}

/** Files are compared by the diff; their hashes would be most of the packet. */
function withoutHash({ sha256: _, ...state }: { sha256?: string }): object {
  return state;
}

/** Without secrets in any string. */
function clean(value: unknown): unknown {
  if (typeof value === 'string') return redacted(value);
  if (Array.isArray(value)) return value.map(clean);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, its]) => [key, clean(its)]));
}
