import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { PortableParser } from '../parse.ts';

const grammars = fileURLToPath(new URL('../../../../../../languages/grammars', import.meta.url));

async function declarationsOf(source: string) {
  const parser = await PortableParser.load(['php'], grammars);
  const job = { path: 'a.php', mode: { language: 'php' }, bytes: Buffer.from(source) };
  const outcome = parser.parse(job, { tokens: false, deadline: Number.POSITIVE_INFINITY });
  if (outcome.status !== 'analyzed') throw new Error(outcome.status);
  return outcome.facts.declarations;
}

it('prints functions inside 200 others and none below, so that nesting costs no square', async () => {
  const depth = 20_000;
  const started = performance.now();
  const found = await declarationsOf(`<?php ${'function f(){'.repeat(depth)}${'}'.repeat(depth)}`);
  expect(found).toHaveLength(depth);
  expect(found.map(({ function_body }) => function_body !== undefined).lastIndexOf(true)).toBe(200);
  // Without the bound it takes more than 30 s on a fast machine.
  expect(performance.now() - started).toBeLessThan(20_000);
});
