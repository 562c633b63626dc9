import { expect, test } from 'vitest';
import { HEAD_BYTES } from '#tree/read.ts';
import { RoleFinder } from '#tree/roles.ts';
import vectors from '../../../../fixtures/vectors/entries-status.json' with { type: 'json' };
import { parseLimit, planOf, readFileEntry } from './file-entry.ts';

const roles = new RoleFinder();

test.each(vectors.cases)('$name of $max_bytes at most: $text', ({ name, text, max_bytes, status, ...more }) => {
  const bytes = Buffer.from(text.repeat(more.times ?? 1));
  const plan = planOf({ path: name, kind: 'file', size: bytes.length });
  const limit = parseLimit(max_bytes);
  const held = plan.mayBeParsed && bytes.length <= limit;
  const reading = {
    size: bytes.length,
    sha256: '',
    lines: 1,
    head: bytes.subarray(0, HEAD_BYTES),
    ...(held && { bytes }),
  };
  const read = readFileEntry(plan, reading, roles, limit);
  const { language, ...entry } =
    'entry' in read ? read.entry : { ...read.unparsed, status: 'parse', reason: undefined };
  expect({ status: entry.status, reason: entry.reason }).toEqual({ status, reason: more.reason });
  if (more.language !== undefined) expect(language).toBe(more.language);
});

test('a file that is too large for a string is not parsed, with any limit', () => {
  expect(parseLimit(0)).toBeGreaterThan(500_000_000);
  expect(parseLimit(Number.MAX_SAFE_INTEGER)).toBe(parseLimit(0));
});
