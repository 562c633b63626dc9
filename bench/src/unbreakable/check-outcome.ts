import type { ParseOutcome } from '@analyzer/core/parse/engine.ts';
import type { ErrorRanges, FileFacts } from '@analyzer/core/parse/facts.ts';
import { tokenRecords } from '@analyzer/core/parse/tokens/token-block.ts';

const HASH = /^[0-9a-f]{64}$/;
const SHOWN_ERRORS = 20;

/**
 * Checks the rules for every outcome, for any content of the file.
 *
 * @returns the violated rule as a string; undefined if there is none
 */
export function checkOutcome(outcome: ParseOutcome, bytes: Uint8Array): string[] {
  switch (outcome.status) {
    case 'analyzed':
      return [...checkFacts(outcome.facts, bytes), ...(outcome.facts.errors === undefined ? [] : ['has errors'])];
    case 'partial':
      return [...checkFacts(outcome.facts, bytes), ...checkErrors(outcome.facts.errors)];
    case 'syntax-error':
      return checkErrors(outcome.errors);
    case 'unsupported-language':
    case 'undecodable':
    case 'timeout':
    case 'parser-failed':
      return outcome.reason === '' ? ['no reason'] : [];
    case 'missing-parser':
      return [`a parser is missing: ${outcome.reason}`];
  }
}

function checkErrors(errors: ErrorRanges): string[] {
  const wrong: string[] = [];
  if (errors.count < 1) wrong.push('broken without an error');
  if (errors.ranges.length !== Math.min(errors.count, SHOWN_ERRORS)) wrong.push('the first errors are not all there');
  for (const { start_line, end_line } of errors.ranges) {
    if (!(start_line >= 1 && end_line >= start_line)) wrong.push(`an error from line ${start_line} to ${end_line}`);
  }
  return wrong;
}

function checkFacts(facts: FileFacts, bytes: Uint8Array): string[] {
  const wrong: string[] = [];
  const lines = 1 + count(bytes, 10);
  const { declarations, calls, control } = facts;
  const hash = (value: string | undefined) => value === undefined || HASH.test(value);

  if (!HASH.test(facts.tree_hash)) wrong.push('no tree hash');
  for (const [i, d] of declarations.entries()) {
    const name = `declaration ${i} (${d.qualified_name})`;
    if (!(d.start_line >= 1 && d.end_line >= d.start_line && d.end_line <= lines)) wrong.push(`${name}: lines`);
    if (!(d.start_byte >= 0 && d.end_byte >= d.start_byte)) wrong.push(`${name}: bytes`);
    if (d.start_byte < (declarations[i - 1]?.start_byte ?? 0)) wrong.push(`${name}: out of order`);
    const outer = declarations[d.within];
    if (d.within >= i || d.within < -1) wrong.push(`${name}: within ${d.within}`);
    if (outer !== undefined && (outer.start_byte > d.start_byte || outer.end_byte < d.end_byte)) {
      wrong.push(`${name}: not inside ${outer.qualified_name}`);
    }
    if (!(hash(d.function_body) && hash(d.function_shape) && hash(d.tree_hash))) wrong.push(`${name}: hashes`);
    if ((d.function_body === undefined) !== (d.function_shape === undefined)) wrong.push(`${name}: one fingerprint`);
    if (!(Number.isInteger(d.nodes) && d.nodes >= 0)) wrong.push(`${name}: nodes`);
  }
  for (const { line } of facts.imports) if (!(line >= 1 && line <= lines)) wrong.push(`import in line ${line}`);
  wrong.push(...checkTokens(facts, lines));
  wrong.push(...checkColumns('calls', calls, declarations.length, lines));
  wrong.push(...checkColumns('control', control, declarations.length, lines));
  return wrong;
}

/** A record for each function with a fingerprint and each type with a tree hash, null for the others. */
function checkTokens(facts: FileFacts, lines: number): string[] {
  const { tokens, declarations } = facts;
  if (tokens === undefined) return [];
  const wrong: string[] = [];
  for (const [i, record] of tokenRecords(facts).entries()) {
    const hash = declarations[i]?.function_body ?? declarations[i]?.tree_hash;
    if ((record === null) !== (hash === undefined)) wrong.push(`tokens of declaration ${i}`);
    if (record === null) continue;
    if (new Set(Object.values(record).map((column) => column.length)).size > 1) wrong.push(`tokens ${i}: columns`);
    if (record.line.some((line) => !(line >= 1 && line <= lines))) wrong.push(`tokens ${i}: a line outside the file`);
  }
  return wrong;
}

function checkColumns(
  name: string,
  columns: { line: number[]; within: number[]; callee?: string[]; kind?: string[]; depth?: number[] },
  declarations: number,
  lines: number,
): string[] {
  const wrong: string[] = [];
  const lengths = Object.values(columns).map((column) => column.length);
  if (new Set(lengths).size > 1) wrong.push(`${name}: columns of ${lengths.join(', ')}`);
  if (columns.line.some((line) => !(line >= 1 && line <= lines))) wrong.push(`${name}: a line outside the file`);
  if (columns.within.some((at) => !(at >= -1 && at < declarations))) wrong.push(`${name}: within nothing`);
  if (columns.depth?.some((depth) => !(depth >= 0)) === true) wrong.push(`${name}: depth`);
  return wrong;
}

function count(bytes: Uint8Array, wanted: number): number {
  let found = 0;
  for (let at = bytes.indexOf(wanted); at >= 0; at = bytes.indexOf(wanted, at + 1)) found++;
  return found;
}
