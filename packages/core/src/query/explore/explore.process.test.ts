import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeFiles } from '#tree/fixture-folder.ts';
import { type IndexedProjects, indexProjects } from '../fixture.ts';
import { INDEX_OPERATIONS } from '../operations.ts';
import { createQuery, type Outcome } from '../query.ts';
import { isUnquotedSubject, type QuoteLines, quotedSubject, type SubjectLines } from './source.ts';

const query = createQuery(INDEX_OPERATIONS);
const COPIED = `  const seen = [];\n  for (const one of items) if (one > 1 && one < 100) seen.push(one * 2);\n  return seen.length > 3 ? seen : items;\n`;

const FILES = {
  'shop/package.json': '{"name": "shop"}',
  'shop/src/money.ts': `export function parse(text: string): number {\n  return check(text.trim());\n}\nfunction check(text: string) {\n  return Number(text);\n}\nexport function keep(items) {\n${COPIED}}\n`,
  'shop/src/index.ts': "export { parse as parseMoney } from './money';\nexport * from './money';\n",
  'shop/src/cart.ts':
    "import { parseMoney } from './index';\nexport class Cart {\n  total(texts) {\n    return texts.map((text) => parseMoney(text)) + this.tax();\n  }\n  tax() {\n    return 1;\n  }\n}\n",
  'shop/src/gift.ts': "import { Cart } from './cart';\nexport class Gift extends Cart {}\n",
  'shop/src/bulk.ts':
    "import { Gift } from './gift';\nexport class Bulk extends Gift {\n  total(texts) {\n    return 0;\n  }\n}\n",
  'shop/src/unrelated.ts': "import { keep } from './index';\nexport const kept = () => keep([]);\n",
  'shop/src/module.ts': "import * as money from './money';\nexport const all = money;\n",
  'shop/src/guess.ts': 'export function guess(tool) {\n  tool.parse("1");\n  tool.tax();\n}\n',
  'shop/test/cart.test.ts':
    "import { Cart } from '../src/cart';\nimport { parse } from '../src/money';\nfunction parses() {\n  return parse('1');\n}\n",
  'shop/test/type.test.ts': "import { parse } from '../src/index';\nexport const its = parse;\n",
  'shop/src/Price.php': '<?php\nnamespace Shop\\Data;\nclass Price {\n    public function cents() { return 1; }\n}\n',
  'shop/src/Till.php': '<?php\nnamespace Shop;\nuse Shop\\Data\\Price;\nfunction total(Price $one) { return $one; }\n',
  'tool/package.json': '{"name": "tool"}',
  'tool/all/round.ts': 'export function round() {}\nexport const UNIT = 1;\n',
  'tool/all/square.ts': 'export function square() {}\n',
  'tool/all/index.ts': "export * from './round';\nexport * from './square';\n",
  'tool/all/rounds.ts': "import { round, square } from './index';\nround(square());\n",
  'tool/all/squares.ts': "import { square } from './index';\nsquare();\n",
  'tool/all/unit.ts': "import { UNIT } from './index';\nconsole.log(UNIT);\n",
  'tool/lib/list.ts':
    "export class List {\n  [Symbol.iterator]() {}\n}\nexport const printers = { 'error.file'() {} };\n",
  'tool/lib/Money.ts': `export function Parse(text) {\n  return text;\n}\nexport function keep(items) {\n${COPIED}}\n`,
};

let indexed: IndexedProjects;
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'explore-'));
  writeFiles(folder, FILES);
  indexed = await indexProjects(folder);
  rmSync(folder, { recursive: true });
});
afterAll(() => indexed.remove());

const ask = (operation: string, params: object): Outcome =>
  query(indexed.reader, { schema: 'analyzer.request.v1', operation, params });

function answer(operation: string, params: object): object {
  const outcome = ask(operation, params);
  if ('error' in outcome) throw new Error(JSON.stringify(outcome.error));
  return outcome.ok.data;
}

/** `path name` of the items of a list. */
function names(data: object, list: string): string[] {
  const items: object[] = Reflect.get(Object(Reflect.get(data, list)), 'items');
  return items.map((item) => {
    const { path, qualified_name: name } = Object(Reflect.get(item, 'node') ?? item);
    return name === undefined ? path : `${path} ${name}`;
  });
}

const explore = (at: string, params: object = {}) => answer('explore', { at, ...params });
const subject = (at: string, params: object = {}) => {
  const { node } = Object(Reflect.get(explore(at, { lists: ['others'], ...params }), 'subject'));
  return `${node.project}/${node.path} ${node.qualified_name ?? ''}`.trim();
};

test.each([
  ['that all are on', 0, 50, 2],
  ['that is full', 0, 1, 1],
  ['with the last one', 1, 1, 1],
  ['that is not full', 1, 50, 1],
  ['after the last one', 9, 1, 0],
])('a page %s has the number of all', (_what, offset, limit, items) => {
  const { contents } = Object(explore('Cart', { lists: ['contents'], offset, limit }));
  expect(contents).toMatchObject({ items: { length: items }, total: 2 });
});

describe('the subject of explore', () => {
  test.each([
    ['a name', 'parse', 'shop/src/money.ts parse'],
    ['a name in another case, if no name is the same', 'PARSE', 'shop/src/money.ts parse'],
    ['a qualified name', 'Cart.total', 'shop/src/cart.ts Cart.total'],
    ['a qualified name in the notation of PHP, with parentheses', 'Cart::total()', 'shop/src/cart.ts Cart.total'],
    ['the name of a class in a namespace', 'Price', 'shop/src/Price.php Shop\\Data\\Price'],
    ['a name with its namespace', 'Shop\\Data\\Price', 'shop/src/Price.php Shop\\Data\\Price'],
    ['the method of a class in a namespace', 'Data\\Price::cents', 'shop/src/Price.php Shop\\Data\\Price.cents'],
    ['a computed name', 'List.[Symbol.iterator]()', 'tool/lib/list.ts List.[Symbol.iterator]'],
    ['a computed name alone', '[Symbol.iterator]', 'tool/lib/list.ts List.[Symbol.iterator]'],
    ['a name with a dot', 'printers.error.file', 'tool/lib/list.ts printers.error.file'],
    ['the line of a method', 'src/cart.ts:4', 'shop/src/cart.ts Cart.total'],
    ['a range of lines', 'src/cart.ts:6-8', 'shop/src/cart.ts Cart.tax'],
    ['a line outside of declarations', 'src/cart.ts:1', 'shop/src/cart.ts'],
    ['a path', 'src/cart.ts', 'shop/src/cart.ts'],
    ['the end of a path', 'cart.ts', 'shop/src/cart.ts'],
    ['a path that starts with a dot', './src/cart.ts', 'shop/src/cart.ts'],
  ])('is found by %s', (_what, at, expected) => {
    expect(subject(at)).toBe(expected);
  });

  test('is found by its node_id', () => {
    const { node } = Object(Reflect.get(explore('Cart.tax'), 'subject'));
    expect(subject(node.node_id)).toBe('shop/src/cart.ts Cart.tax');
  });

  test('has the others that the name can mean, and only one in the named project', () => {
    expect(names(explore('keep'), 'others')).toEqual(['lib/Money.ts keep']);
    expect(subject('keep', { project: 'tool' })).toBe('tool/lib/Money.ts keep');
    expect(names(explore('keep', { project: 'tool' }), 'others')).toEqual([]);
  });

  test('that is unknown gives not_found with a suggestion', () => {
    expect(ask('explore', { at: 'parsee' })).toMatchObject({
      error: { code: 'not_found', hint: 'Did you mean parse?' },
    });
    expect(ask('explore', { at: 'src/carts.ts:3' })).toMatchObject({ error: { code: 'not_found' } });
    expect(ask('explore', { at: 'parse', project: 'shp' })).toMatchObject({
      error: { code: 'not_found', hint: 'Did you mean shop?' },
    });
  });

  test('is not a project', () => {
    const node_id = Reflect.get(Object(Reflect.get(answer('projects', {}), 'items')[0]), 'node_id');
    expect(ask('explore', { at: node_id })).toMatchObject({ error: { code: 'invalid_request' } });
  });
});

describe('the lists of explore', () => {
  test('callers are those of the declaration and of declarations in it, product code first', () => {
    expect(names(explore('parse', { project: 'shop' }), 'callers')).toEqual([
      'src/cart.ts Cart.total',
      'test/cart.test.ts parses',
    ]);
    expect(names(explore('src/money.ts'), 'callers')).toEqual([
      'src/cart.ts Cart.total',
      'src/unrelated.ts kept',
      'test/cart.test.ts parses',
    ]);
  });

  test('possible calls are the unresolved ones of the name; a method is called with a receiver', () => {
    expect(explore('parse', { project: 'shop' })).toMatchObject({
      possible_calls: { items: [{ callee: 'tool.parse', line: 2, node: { qualified_name: 'guess' } }], total: 1 },
    });
    expect(names(explore('Cart.tax'), 'possible_calls')).toEqual(['src/guess.ts guess']);
  });

  test('callees and calls without a target are those in the declaration', () => {
    const data = explore('parse', { project: 'shop' });
    expect(names(data, 'callees')).toEqual(['src/money.ts check']);
    expect(data).toMatchObject({ unbound_calls: { items: [{ callee: 'text.trim' }], total: 1 } });
    expect(names(explore('Cart'), 'callees')).toEqual(['src/money.ts parse']);
  });

  test('importers of a class in a namespace are the files that name it', () => {
    for (const at of ['Price', 'shop/src/Price.php', 'shop/src/Price.php:4']) {
      expect(names(explore(at), 'imported_by')).toEqual(['src/Till.php']);
    }
  });

  test('importers of a file through one that passes several files on are those that can mean it', () => {
    const { items } = Object(Reflect.get(explore('all/round.ts', { lists: ['imported_by'] }), 'imported_by'));
    const found = items.map((item: object) => {
      const { node, names: own } = Object(item);
      return `${node.path}: ${own.join(' ')}`;
    });
    expect(found).toEqual(['all/rounds.ts: round', 'all/unit.ts: UNIT', 'all/index.ts: *']);
  });

  test('importers are the files that name it, also under another name through a file that passes it on', () => {
    expect(explore('parse', { project: 'shop' })).toMatchObject({
      imported_by: {
        items: [
          { node: { path: 'src/index.ts' }, names: ['parse'] },
          { node: { path: 'src/cart.ts' }, names: ['parseMoney'], through: 'src/index.ts' },
          { node: { path: 'src/module.ts' }, names: ['*'] },
          { node: { path: 'test/cart.test.ts' }, names: ['parse'] },
          { node: { path: 'test/type.test.ts' }, names: ['parse'], through: 'src/index.ts' },
        ],
      },
    });
    expect(names(explore('src/money.ts'), 'imported_by')).toContain('src/unrelated.ts');
  });

  test('bases and derived declarations are those of classes and interfaces', () => {
    expect(names(explore('Cart'), 'derived')).toEqual(['src/gift.ts Gift']);
    expect(names(explore('Gift'), 'bases')).toEqual(['src/cart.ts Cart']);
    expect(names(answer('impact', { at: 'Cart', change: 'rename' }), 'derived')).toEqual(['src/gift.ts Gift']);
  });

  test('bases and derived methods are those that it overrides, and those that override it, in any number of steps', () => {
    expect(names(explore('Cart.total'), 'derived')).toEqual(['src/bulk.ts Bulk.total']);
    expect(names(explore('Bulk.total'), 'bases')).toEqual(['src/cart.ts Cart.total']);
    expect(explore('Cart.tax')).toMatchObject({ derived: { items: [], total: 0 } });
    expect(names(answer('impact', { at: 'Cart.total', change: 'signature' }), 'derived')).toEqual([
      'src/bulk.ts Bulk.total',
    ]);
  });

  test('imports are those of its file', () => {
    expect(explore('Cart.total')).toMatchObject({
      imports: { items: [{ specifier: './index', names: ['parseMoney'], path: 'src/index.ts' }], total: 1 },
    });
  });

  test('tests are the files that call it, then those that import it', () => {
    expect(explore('parse', { project: 'shop' })).toMatchObject({
      tests: {
        items: [
          { node: { path: 'test/cart.test.ts' }, via: 'calls', distance: 1 },
          { node: { path: 'test/type.test.ts' }, via: 'imports', distance: 2 },
        ],
      },
    });
  });

  test('tests that reach only the file are listed if no test calls or imports the declaration', () => {
    expect(explore('Cart.tax')).toMatchObject({ tests: { items: [{ via: 'imports' }], total: 1 } });
    expect(explore('src/unrelated.ts')).toMatchObject({ tests: { total: 0 } });
    expect(explore('keep', { project: 'shop' })).toMatchObject({
      tests: {
        items: [{ node: { path: 'test/cart.test.ts' }, via: 'files', distance: 1 }, { via: 'files' }],
        total: 2,
      },
    });
  });

  test('copies are those in other projects too, also of parts of a file', () => {
    expect(explore('keep', { project: 'shop' })).toMatchObject({
      copies: { items: [{ node: { path: 'lib/Money.ts' }, kind: 'function-body', of_part: false }], total: 1 },
    });
    expect(explore('src/money.ts')).toMatchObject({ copies: { items: [{ of_part: true }] } });
  });

  test('contents are the declarations directly in it', () => {
    expect(names(explore('Cart'), 'contents')).toEqual(['src/cart.ts Cart.total', 'src/cart.ts Cart.tax']);
    expect(explore('Cart')).toMatchObject({ contents: { items: [{ parameters: ['texts'] }, { parameters: [] }] } });
  });

  test('are only those that the request names, from offset', () => {
    const data = explore('src/money.ts', { lists: ['callers'], limit: 1, offset: 1 });
    expect(Object.keys(data)).toEqual(['subject', 'others', 'callers']);
    expect(data).toMatchObject({ callers: { items: [{ node: { path: 'src/unrelated.ts' } }], total: 3 } });
    expect(explore('src/money.ts', { lists: ['callers'], offset: 50 })).toMatchObject({
      callers: { items: [], total: 3 },
    });
  });
});

describe('source', () => {
  test('is refused where the caller does not complete it', () => {
    const refused = ask('explore', { at: 'parse', include_source: true });
    expect(refused).toMatchObject({ error: { errors: [{ pointer: '/params/include_source' }] } });
  });

  const quoted = async (at: string, quote: QuoteLines) => {
    const request = {
      schema: 'analyzer.request.v1',
      operation: 'explore',
      params: { at, include_source: true, lists: ['others'] },
    };
    const outcome = query(indexed.reader, request, { caller: { completesSource: true } });
    if ('error' in outcome || !isUnquotedSubject(outcome.ok.data)) throw new Error('the answer needs no source');
    return quotedSubject(outcome.ok.data, quote);
  };

  test('has the lines of the declaration, or of the file, without secrets', async () => {
    const asked: SubjectLines[] = [];
    const quote: QuoteLines = async (lines) => {
      asked.push(lines);
      return { text: "password = 'hunter2hunter2hunter2'" };
    };
    const data = await quoted('Cart.tax', quote);
    expect(Object.keys(data)).toEqual(['subject', 'source', 'others']);
    expect(data.source).toMatchObject({ status: 'shown', omitted_lines: 0 });
    expect(data.source?.text).not.toContain('hunter2');
    await quoted('src/cart.ts', quote);
    expect(asked).toMatchObject([
      { project: 'shop', path: 'src/cart.ts', startLine: 6, endLine: 8 },
      { project: 'shop', path: 'src/cart.ts', startLine: 1, endLine: 8 },
      { path: 'src/cart.ts', startLine: 1, endLine: 9 },
    ]);
  });

  test('of a changed file is not shown', async () => {
    const { source } = await quoted('Cart.tax', async () => ({ missing: 'changed' }));
    expect(source).toEqual({ status: 'changed', text: null, doc: null, omitted_lines: 0 });
  });

  test('has the first sentence of the doc comment above the declaration, without secrets', async () => {
    const quote: QuoteLines = async ({ startLine }) => ({
      text: startLine === 1 ? "\n\n\n\n/** Adds password = 'hunter2hunter2hunter2' here. */\ntax" : 'tax',
    });
    const { source } = await quoted('Cart.tax', quote);
    expect(source?.doc).toMatch(/^Adds password/);
    expect(source?.doc).not.toContain('hunter2');
    expect((await quoted('src/cart.ts', quote)).source?.doc).toBeNull();
  });
});

describe('impact', () => {
  test('lists the files that export a function again or use it as a value', () => {
    const uses = (data: object) => {
      const items: object[] = Reflect.get(Object(Reflect.get(data, 'referenced_by')), 'items');
      return items.map((item) => {
        const { node, line, reference, state } = Object(item);
        return `${node.path}:${line} ${reference} ${state}`;
      });
    };
    const expected = ['src/index.ts:1 reexport resolved', 'test/type.test.ts:2 value resolved'];
    expect(uses(answer('impact', { at: 'parse', project: 'shop' }))).toEqual(expected);
    expect(uses(explore('parse', { lists: ['referenced_by'] }))).toEqual(expected);
    expect(names(explore('src/index.ts', { lists: ['references'] }), 'references')).toEqual(['src/money.ts parse']);
  });

  test('counts what depends on a declaration by distance', () => {
    expect(answer('impact', { at: 'check' })).toMatchObject({
      reach: [
        { distance: 1, declarations: 1, files: 3 },
        { distance: 2, declarations: 2, files: 3 },
        { distance: 3, declarations: 0, files: 1 },
      ],
      reach_complete: true,
    });
    expect(answer('impact', { at: 'check', depth: 1 })).toMatchObject({ reach: [{ distance: 1 }] });
  });

  test.each([
    ['move', ['imported_by']],
    ['rename', ['imported_by', 'callers', 'possible_calls', 'derived', 'referenced_by']],
    ['signature', ['callers', 'possible_calls', 'derived', 'referenced_by', 'copies']],
    ['delete', ['imported_by', 'callers', 'possible_calls', 'derived', 'referenced_by', 'copies']],
    [undefined, ['imported_by', 'callers', 'possible_calls', 'derived', 'referenced_by', 'copies']],
  ])('of the change %s has the lists that it affects, and the tests to run', (change, lists) => {
    const data = answer('impact', { at: 'keep', project: 'shop', ...(change !== undefined && { change }) });
    expect(Object.keys(data)).toEqual(['subject', 'reach', 'reach_complete', 'others', ...lists, 'tests']);
  });

  test.each(['move', 'delete'])('of the change %s of a method does not list the importers of its class', (change) => {
    const data = answer('impact', { at: 'Cart.tax', change });
    expect(Object.keys(data)).toContain('callers');
    expect(Object.keys(data)).not.toContain('imported_by');
  });
});

test.each([
  ['shop: src/cart.ts:3 Cart.total', 'Cart.total'],
  ['src/cart.ts:3 Cart.total', 'Cart.total'],
  ['shop: src/cart.ts:6', 'Cart.tax'],
  ['src/cart.ts::Cart.tax', 'Cart.tax'],
  ['shop/src/cart.ts tax', 'Cart.tax'],
  ['shop: src/money.ts check', 'check'],
])('finds a place as answers print it: %s', (at, name) => {
  expect(answer('explore', { at, lists: ['callees'] })).toMatchObject({ subject: { node: { qualified_name: name } } });
});

test('finds a file as answers print it', () => {
  expect(answer('explore', { at: 'shop: src/cart.ts', lists: ['callees'] })).toMatchObject({
    subject: { node: { kind: 'file', path: 'src/cart.ts' } },
  });
});

test.each(['tool: src/cart.ts:3 Cart.total', 'nowhere: src/cart.ts', 'src/cart.ts::gone', 'src/gone.ts:3 Cart'])(
  'a printed place without a declaration is not found: %s',
  (at) => {
    expect(ask('explore', { at })).toMatchObject({ error: { code: 'not_found' } });
  },
);
