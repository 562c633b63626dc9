import type { ComponentUnit } from './component-groups.ts';

/** A unit with the columns of an occurrence that groups do not depend on. */
export interface ListedUnit extends ComponentUnit {
  component: number;
  startLine: number;
  endLine: number;
  name: string;
  language: string;
  classes: string;
}

export const COLUMNS = [
  ...['component', 'project', 'path', 'start_byte', 'end_byte', 'start_line', 'end_line', 'nodes', 'name', 'language'],
  ...['classes', 'declaration', 'around', 'body', 'shape', 'fingerprint', 'grams'],
];

/** @throws RangeError for a row that an engine did not write as documented */
export function unitOf(row: Record<string, unknown>): ListedUnit {
  const { around, grams } = row;
  if (!Array.isArray(grams)) throw new RangeError('a row has no list of 5-grams');
  return {
    component: Number(row.component),
    project: String(row.project),
    path: String(row.path),
    startByte: Number(row.start_byte),
    endByte: Number(row.end_byte),
    startLine: Number(row.start_line),
    endLine: Number(row.end_line),
    nodes: Number(row.nodes),
    name: String(row.name),
    language: String(row.language),
    classes: String(row.classes),
    declaration: Number(row.declaration),
    around: around === '' ? [] : String(around).split(',').map(Number),
    body: digits(row.body),
    shape: digits(row.shape),
    fingerprint: digits(row.fingerprint) ?? NO_HASH,
    grams: BigInt64Array.from(grams, BigInt),
  };
}

const NO_HASH = '0'.repeat(64);

/** Undefined for zeros. */
function digits(value: unknown): string | undefined {
  if (!(value instanceof Uint8Array) || value.length !== NO_HASH.length / 2) throw new RangeError('a hash is damaged');
  const text = Buffer.from(value).toString('hex');
  return text === NO_HASH ? undefined : text;
}
