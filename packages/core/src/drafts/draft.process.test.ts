import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DraftData } from '@analyzer/contracts/query/draft.data';
import { validate } from '@analyzer/contracts/query/draft.data/validate';
import { beforeAll, expect, test } from 'vitest';
import { dbOf, engineOfThisProcess, indexFolder } from '#index/fixture.ts';
import type { IndexReader } from '#index/port.ts';
import { openIndex } from '#index/reader.ts';
import type { Engine } from '#parse/engine.ts';
import { clones } from '#query/operations/clones.ts';
import { createQuery, type Outcome } from '#query/query.ts';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import { draft } from './draft.ts';
import { OTHER, SHOP } from './fixture.ts';
import { isUnwritten, writtenDraft } from './write-draft.ts';

const query = createQuery([draft, clones]);

let engine: Engine;
beforeAll(async () => {
  engine = await engineOfThisProcess();
});

interface Asked {
  folder: string;
  ask(params: object, completesSource?: boolean): Outcome;
  written(params: object): Promise<DraftData>;
}

/** @param files by path; the first folder is the project */
async function indexed(files: Record<string, string>, work: (asked: Asked) => Promise<void>): Promise<void> {
  const paths = Object.entries(files).map(([path, text]) => [`all/${path}`, text]);
  const folder = join(fixtureFolder(Object.fromEntries(paths)), 'all');
  await indexFolder(folder, { engine });
  const reader = await openIndex(dbOf(folder));
  const ask = (params: object, completesSource = true) => asked(reader, params, completesSource);
  try {
    await work({
      folder,
      ask,
      async written(params) {
        const outcome = ask({ ...params, include_source: true });
        if ('error' in outcome) throw new Error(JSON.stringify(outcome.error));
        const data = isUnwritten(outcome.ok.data) ? await writtenDraft(outcome.ok.data, engine) : outcome.ok.data;
        if (!validate(data)) throw new Error(JSON.stringify(validate.errors));
        return data;
      },
    });
  } finally {
    reader.close();
  }
}

function asked(reader: IndexReader, params: object, completesSource: boolean): Outcome {
  return query(reader, { schema: 'analyzer.request.v1', operation: 'draft', params }, { caller: { completesSource } });
}

const at = (project: string, path: string, symbol: string) => ({ at: { project, path, symbol } });

test.each([
  ['.ts', './a.ts'],
  ['', './a'],
])('a module without imports names another one as its package does: with %j', async (ending, specifier) => {
  const body = (name: string, limit: number) => `export function ${name}(items: any[]): string[] {
  const found: string[] = [];
  for (const item of items) {
    if (item.size > ${limit} && item.name !== '') found.push(item.name.trim());
    else if (item.size < 0) throw new RangeError(item.name);
    if (found.length > 1000) throw new RangeError('too many');
    const last = found[found.length - 1];
    if (last === item.name) found.pop();
    if (item.parent !== undefined) found.push(item.parent.name.trim());
    for (const child of item.children) found.push(child.name.trim());
  }
  return found.sort();
}
`;
  const files = {
    'web/package.json': '{"name":"web"}',
    'web/src/a.ts': body('large', 10),
    'web/src/b.ts': body('huge', 99),
    'web/src/main.ts': `import { large } from './a${ending}';\nimport { huge } from './b${ending}';\nlarge(huge([]) as any[]);\n`,
    'web/inner/package.json': '{"name":"inner"}',
    'web/inner/c.ts': "import './d.js';\nimport './e.js';\nimport './f.js';\n",
  };
  await indexed(files, async ({ written }) => {
    const { patch } = await written(at('web', 'src/a.ts', 'large'));
    expect(patch).toMatch(new RegExp(`^\\+import \\{ \\w+ \\} from '${specifier}';$`, 'm'));
  });
});

test('a draft has the function, the lines that it saves, and a patch of unchanged files', async () => {
  await indexed({ 'shop/pyproject.toml': '', 'shop/shop.py': SHOP }, async ({ written }) => {
    const data = await written(at('shop', 'shop.py', 'small_total'));
    expect(data).toMatchObject({
      project: 'shop',
      status: 'draft',
      copies: [{ node: { qualified_name: 'small_total' } }, { node: { qualified_name: 'large_total' } }],
      other_copies: 0,
      parameters: [{ name: 'limit', kind: 'literal', lines: [5], values: ['3', '90'] }],
      function: { name: '_total', path: 'shop.py', form: 'function' },
      lines_saved: 2,
    });
    expect(data.patch).toContain('+    return _total(items, limit=90)\n');
  });
});

test('without source an answer has kinds and lines of what differs, and no code', async () => {
  await indexed({ 'shop/pyproject.toml': '', 'shop/shop.py': SHOP }, async ({ ask }) => {
    const outcome = ask(at('shop', 'shop.py', 'small_total'), false);
    const data = 'ok' in outcome ? outcome.ok.data : {};
    expect(data).toMatchObject({ status: 'no_source', parameters: [{ kind: expect.any(String), lines: [5] }] });
    expect(JSON.stringify(data)).not.toMatch(/\b90\b|patch|values/);
  });
});

test('source is refused where the caller does not complete it', async () => {
  await indexed({ 'shop/pyproject.toml': '', 'shop/shop.py': SHOP }, async ({ ask }) => {
    const outcome = ask({ ...at('shop', 'shop.py', 'small_total'), include_source: true }, false);
    expect(outcome).toMatchObject({ error: { errors: [{ pointer: '/params/include_source' }] } });
    expect(JSON.stringify(outcome)).toContain('`analyzer draft`');
  });
});

test('a file that changed after it was indexed has no draft', async () => {
  await indexed({ 'shop/pyproject.toml': '', 'shop/shop.py': SHOP }, async ({ folder, written }) => {
    writeFileSync(join(folder, 'shop/shop.py'), `${SHOP}\nx = 1\n`);
    const data = await written(at('shop', 'shop.py', 'small_total'));
    expect(data).toMatchObject({ status: 'none', obstacle: { id: 'changed', path: 'shop.py' } });
  });
});

test('copies of two files get an import, unless it would close a cycle', async () => {
  const files = { 'shop/pyproject.toml': '', 'shop/__init__.py': '', 'shop/a.py': `import os\n\n\n${SHOP}` };
  await indexed({ ...files, 'shop/b.py': `import sys\n\n\n${OTHER}` }, async ({ written }) => {
    const data = await written(at('shop', 'b.py', 'half_total'));
    expect(data).toMatchObject({ status: 'draft', function: { path: 'a.py' } });
    expect(data.patch).toContain('+from .a import ');
  });
  const cycle = { 'shop/a.py': `from .c import x\n\n\n${SHOP}`, 'shop/c.py': 'from .b import half_total\n\nx = 1\n' };
  await indexed({ ...files, ...cycle, 'shop/b.py': `import sys\n\n\n${OTHER}` }, async ({ written }) => {
    const data = await written(at('shop', 'b.py', 'half_total'));
    expect(data.status).toBe('draft');
    expect(data.function?.path).toBe('b.py');
  });
});

test('the copies of one project are drafted, the others are counted', async () => {
  const files = { 'shop/pyproject.toml': '', 'shop/shop.py': SHOP, 'admin/pyproject.toml': '', 'admin/a.py': OTHER };
  await indexed(files, async ({ ask, written }) => {
    expect(await written(at('admin', 'a.py', 'half_total'))).toMatchObject({
      project: 'shop',
      status: 'draft',
      other_copies: 1,
    });
    const alone = await written({ ...at('admin', 'a.py', 'half_total'), project: 'admin' });
    expect(alone).toMatchObject({ project: 'admin', status: 'none', obstacle: { id: 'one_copy' }, other_copies: 2 });
    expect(ask({ ...at('admin', 'a.py', 'half_total'), project: 'nothing' })).toMatchObject({
      error: { code: 'not_found' },
    });
  });
});

test('a draft with a secret is not shown', async () => {
  const secret = SHOP.replace('total = 0', "password = 'hunter2hunter2hunter2'\n    total = 0");
  await indexed({ 'shop/pyproject.toml': '', 'shop/shop.py': secret }, async ({ written }) => {
    const data = await written(at('shop', 'shop.py', 'small_total'));
    expect(data.status).toBe('none');
    expect(JSON.stringify(data)).not.toContain('hunter2');
  });
});
