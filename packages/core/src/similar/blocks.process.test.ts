import { join } from 'node:path';
import type { SimilarData } from '@analyzer/contracts/query/similar.data';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { dbOf, engineOfThisProcess, indexFolder } from '#index/fixture.ts';
import { openIndex } from '#index/reader.ts';
import type { Engine } from '#parse/engine.ts';
import { createQuery } from '#query/query.ts';
import { findBlockGroups } from '#relate/copies/block-groups.ts';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import { searchRuns } from '../../../../tools/tests/searches.ts';
import { CodeParser } from './code-parser.ts';
import { similar } from './similar.ts';

const query = createQuery([similar]);

let engine: Engine;
beforeAll(async () => {
  engine = await engineOfThisProcess();
});

type Ask = (code: string, params?: object) => Promise<SimilarData['items']>;

async function indexed(files: Record<string, string>, work: (ask: Ask) => Promise<void>): Promise<void> {
  const paths = Object.entries(files).map(([path, text]) => [`all/p/${path}`, text]);
  const folder = join(fixtureFolder(Object.fromEntries([...paths, ['all/p/.git/HEAD', '']])), 'all');
  await indexFolder(folder, { engine });
  const reader = await openIndex(dbOf(folder));
  const parser = new CodeParser(() => engine);
  try {
    await work(async (code, params = {}) => {
      const request = { operation: 'similar', params: { code, language: 'python', limit: 200, ...params } };
      const parsed = await parser.parse({ text: code, language: 'python' });
      const outcome = query(reader, { schema: 'analyzer.request.v1', ...request }, { caller: { code: parsed } });
      if ('error' in outcome) throw new Error(JSON.stringify(outcome.error));
      return JSON.parse(JSON.stringify(outcome.ok.data)).items;
    });
  } finally {
    reader.close();
  }
}

const COMMON = `    rows = [row for row in table.rows if row.state != 'closed' and row.total > 0]
    sums = {row.customer: row.total * rate - row.discount for row in rows}
    log.info('%d customers of %s', len(sums), table.name)
`;
const OTHER = (name: string) =>
  ['first', 'second', 'third', 'fourth']
    .map((word) => `    ${name}.${word}_${name}(${name}.get('${name} ${word}'), '${word}', ${name}=${name}.${word})\n`)
    .join('');
const FOUND = `class Bills:\n  def bill(self, table, rate):\n${OTHER('mail')}${COMMON}    return sums\n`;

test('statements that a function has among others are found as a block, in the inner declarations', async () => {
  await indexed({ 'a.py': FOUND.replaceAll('\n    ', '\n      ') }, async (ask) => {
    const code = `def report(table, rate):\n${COMMON}${OTHER('page')}${OTHER('sheet')}`;
    const [first, ...others] = await ask(code);
    expect(others).toEqual([]);
    expect(first).toMatchObject({ subject: 0, match: 'block', node: { path: 'a.py', qualified_name: 'Bills.bill' } });
    expect(first?.block).toMatchObject({
      code_lines: { start_line: 2, end_line: 4 },
      lines: { start_line: 7, end_line: 9 },
    });
    expect(first).not.toHaveProperty('similarity');
    expect(await ask(code, { without_classes: ['test'] })).toHaveLength(1);
    expect(await ask(code, { with_classes: ['test'] })).toEqual([]);
    // Without a function around them the lines are the same less one.
    const [statements] = await ask(code.split('\n').slice(1).join('\n'));
    expect(statements?.block?.code_lines).toEqual({ start_line: 1, end_line: 3 });
  });
});

const STATEMENTS = Array.from({ length: 14 }, (_, n) =>
  [`    a${n % 3}.call_${n}(b, ${n})`, `    if b.of_${n}:`, `        c = a0.get('${n}') + b.of_${n % 4}`].join('\n'),
);
const functions = fc.array(fc.uniqueArray(fc.nat(STATEMENTS.length - 1), { minLength: 2, maxLength: 12 }), {
  minLength: 3,
  maxLength: 8,
});

test('the largest common block of two functions that are not similar is found, as by comparing each pair', async () => {
  await fc.assert(
    fc.asyncProperty(functions, async (bodies) => {
      const texts = bodies.map(
        (body, n) => `def f${n}(a0, a1, a2, b):\n${body.map((at) => STATEMENTS[at]).join('\n')}\n`,
      );
      const files = await Promise.all(texts.map(comparedFile));
      await indexed(Object.fromEntries(texts.map((text, n) => [`f${n}.py`, text])), async (ask) => {
        for (const [at, code] of texts.entries()) {
          const items = await ask(code);
          const similarFiles = new Set(items.filter(({ match }) => match !== 'block').map(({ node }) => node.path));
          const expected = files.flatMap((file, n) => {
            const own = files[at];
            if (own === undefined || similarFiles.has(`f${n}.py`)) return [];
            const { groups } = findBlockGroups([own, file], { block: true, blockShape: false });
            const most = Math.max(0, ...groups.map(({ nodes }) => nodes));
            return most === 0 ? [] : [`f${n}.py ${most}`];
          });
          const blocks = items.flatMap(({ node, block }) =>
            block === undefined ? [] : [`${node.path} ${block.nodes}`],
          );
          expect(blocks.sort()).toEqual(expected.sort());
        }
      });
    }),
    { numRuns: searchRuns(40) / 4 },
  );
}, 60_000);

async function comparedFile(text: string) {
  const mode = { language: 'python' };
  const outcome = await engine.parse({ path: 'a.py', mode, bytes: Buffer.from(text), elements: true });
  if (outcome.status !== 'analyzed' || outcome.facts.elements === undefined) throw new Error(outcome.status);
  const { elements, declarations } = outcome.facts;
  return { elements, size: elements.length, declarations };
}
