import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { tokenRecords } from '../../tokens/token-block.ts';
import { PortableParser } from '../parse.ts';

const grammars = fileURLToPath(new URL('../../../../../../languages/grammars', import.meta.url));

async function factsOf(language: string, source: string, tokens: boolean) {
  const parser = await PortableParser.load([language], grammars);
  const job = { path: 'a', mode: { language }, bytes: Buffer.from(source) };
  const outcome = parser.parse(job, { tokens, deadline: Number.POSITIVE_INFINITY });
  if (outcome.status !== 'analyzed') throw new Error(outcome.status);
  return outcome.facts;
}

it('computes fingerprints of functions nested in at most 200 others, so that nesting has no quadratic cost', async () => {
  const depth = 20_000;
  const before = process.cpuUsage();
  const source = `<?php ${'function f(){'.repeat(depth)}${'}'.repeat(depth)}`;
  const { declarations: found } = await factsOf('php', source, false);
  expect(found).toHaveLength(depth);
  expect(found.map(({ function_body }) => function_body !== undefined).lastIndexOf(true)).toBe(200);
  // Processor time, so that a busy machine passes. Without the limit it is more than 30 s on a fast machine.
  expect(process.cpuUsage(before).user / 1e6).toBeLessThan(20);
});

it.each([
  ['javascript', 'function count(n) { return n ? count(n - 1) : total(n, "n", undefined); }'],
  ['javascript', 'const count = function (n) { return n ? count(n - 1) : total(n, "n", undefined); }'],
  ['python', 'def count(n):\n  return count(n - 1) if n else total(n, "n", None)\n'],
  ['php', '<?php function count($n) { return $n ? count($n - 1) : total($n, "n", null); }'],
])('%s: a token record spells names as in the source, without the own name: %s', async (id, source) => {
  const [record] = tokenRecords(await factsOf(id, source, true));
  const rows = (record?.text ?? []).map((text, at) => `${record?.role[at]} ${text.replace('$', '')}`);
  const named = rows.filter((row) => /^(?!literal|syntax)/.test(row));
  expect(named.filter((row) => row.endsWith(' count'))).toEqual(['self count']);
  expect(named.filter((row) => /^variable n$/.test(row))).toHaveLength(4);
  expect(named.filter((row) => / total$/.test(row))).toHaveLength(1);
  expect(rows.filter((row) => /^literal (undefined|None|null)$/.test(row))).toHaveLength(1);
});
