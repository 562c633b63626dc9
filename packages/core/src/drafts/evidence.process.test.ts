import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EvidenceData } from '@analyzer/contracts/query/evidence.data';
import { validate } from '@analyzer/contracts/query/evidence.data/validate';
import { beforeAll, expect, test } from 'vitest';
import { dbOf, engineOfThisProcess, indexFolder } from '#index/fixture.ts';
import { openIndex } from '#index/reader.ts';
import type { Engine } from '#parse/engine.ts';
import type { SizeLimits } from '#query/answer/size.ts';
import { createQuery } from '#query/query.ts';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import { evidence } from './evidence.ts';
import { OTHER, SHOP } from './fixture.ts';
import { isUnwrittenEvidence, writtenEvidence } from './write-evidence.ts';

const query = createQuery([evidence]);

let engine: Engine;
beforeAll(async () => {
  engine = await engineOfThisProcess();
});

interface Asked {
  folder: string;
  /** Without limits by default. */
  ask(symbol: string, include_source?: boolean, limits?: SizeLimits): Promise<EvidenceData>;
}

async function indexed(files: Record<string, string>, work: (asked: Asked) => Promise<void>): Promise<void> {
  const paths = Object.entries(files).map(([path, text]) => [`all/${path}`, text]);
  const folder = join(fixtureFolder(Object.fromEntries(paths)), 'all');
  await indexFolder(folder, { engine });
  const reader = await openIndex(dbOf(folder));
  try {
    await work({
      folder,
      async ask(symbol, include_source = false, limits = {}) {
        const params = { at: { project: 'shop', path: 'shop.py', symbol }, include_source };
        const request = { schema: 'analyzer.request.v1', operation: 'evidence', params };
        const outcome = query(reader, request, { limits, caller: { completesSource: include_source } });
        if ('error' in outcome) throw new Error(JSON.stringify(outcome.error));
        const { data: its } = outcome.ok;
        const data = isUnwrittenEvidence(its) ? await writtenEvidence(its, engine) : its;
        if (!validate(data)) throw new Error(JSON.stringify(validate.errors));
        return data;
      },
    });
  } finally {
    reader.close();
  }
}

const ONE = { 'shop/pyproject.toml': '', 'shop/shop.py': SHOP };

test('without source the draft of a group has the kinds and lines of what differs, and no code', async () => {
  await indexed(ONE, async ({ ask }) => {
    const { draft } = await ask('small_total');
    expect(draft).toEqual({
      ...{ project: 'shop', status: 'no_source', copies: 2, other_copies: 0 },
      parameters: [{ kind: 'code', lines: [5] }],
    });
  });
});

test('with source it has the function, and the lines that it saves', async () => {
  await indexed({ ...ONE, 'admin/pyproject.toml': '', 'admin/a.py': OTHER }, async ({ ask }) => {
    const { draft, occurrences } = await ask('small_total', true);
    expect(occurrences).toHaveLength(3);
    expect(draft).toMatchObject({
      ...{ project: 'shop', status: 'draft', ease: 'values', copies: 2, other_copies: 1, lines_saved: 2 },
      parameters: [{ name: 'limit', kind: 'literal', lines: [5] }],
      text: expect.stringContaining('def _total(items, limit):'),
    });
  });
});

test('a text that the answer cannot hold is left out, and the rest stays', async () => {
  await indexed(ONE, async ({ ask }) => {
    const complete = await ask('small_total', true);
    const maxChars = JSON.stringify(complete).length - 1;
    const { draft } = await ask('small_total', true, { maxChars });
    expect(draft).toMatchObject({ status: 'draft', lines_saved: 2 });
    expect(draft).not.toHaveProperty('text');
  });
});

test('a file that changed after it was indexed has no draft', async () => {
  await indexed(ONE, async ({ folder, ask }) => {
    writeFileSync(join(folder, 'shop/shop.py'), `${SHOP}\nx = 1\n`);
    const { draft } = await ask('small_total', true);
    expect(draft).toMatchObject({ status: 'none', obstacle: { id: 'changed', path: 'shop.py' } });
    expect(draft).not.toHaveProperty('text');
  });
});

test('without source the ease is known where copies differ at most in names', async () => {
  const renamed = SHOP.replace('> 90', '> 3').replace(/(?<=def large_total.*)items/gs, 'lines');
  await indexed({ 'shop/pyproject.toml': '', 'shop/shop.py': renamed }, async ({ ask }) => {
    const { draft } = await ask('small_total');
    expect(draft).toMatchObject({ ease: 'values', parameters: [{ kind: 'name', lines: [1] }] });
    expect((await ask('small_total', true)).draft).toMatchObject({ ease: 'identical', parameters: [] });
  });
});

test('copies without what differs are identical', async () => {
  const same = `${SHOP.replace('> 90', '> 3')}`;
  await indexed({ 'shop/pyproject.toml': '', 'shop/shop.py': same }, async ({ ask }) => {
    expect((await ask('small_total')).draft).toMatchObject({ ease: 'identical', parameters: [] });
  });
});
