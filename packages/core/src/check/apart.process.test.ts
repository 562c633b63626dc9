import { describe, expect, test } from 'vitest';
import { CODE_CLASSES, type CodeClass } from '#lists/list-classes.ts';
import { baselineOf } from './baseline.ts';
import { check } from './check.ts';
import { scanOf } from './fixture.ts';
import type { GroupFinding } from './model.ts';
import { updatedBaseline } from './update.ts';

const delegate = (name: string, to: string) => `def ${name}(self, key, value):\n    return self.${to}(key, value, 1)\n`;
/** As many nodes as a list shows. */
const long = (name: string, variable: string) =>
  `def ${name}(${variable}, b):\n    if ${variable} > b:\n        return [${variable}, b, ${variable} - b, 1]\n    while ${variable} < b:\n        ${variable} = grow(${variable}, b, by=2)\n    return [b, ${variable}, b - ${variable}, ${variable} * b, 2, call(${variable}, b, key=3), call(b, 4), ${variable}.all(b)]\n`;
const table = (name: string, value: number) =>
  `def ${name}():\n    return {${Array.from({ length: 20 }, (_, at) => `"k${at}": ${at}`).join(', ')}, "own": ${value}}\n`;

async function findings(before: string, added: string, include: readonly CodeClass[] = []) {
  const old = await scanOf({ 'a.py': before });
  const now = await scanOf({ 'a.py': before, 'b.py': added });
  const { groups, apart } = check(now, baselineOf(old), { baseline: 'x' }, { before: old, include });
  return { kinds: groups.map(({ family }) => family.shown.kind), apart: Object.fromEntries(apart) };
}

test('a small function that is identical to another one only up to renaming is apart', async () => {
  const pair = [delegate('a', 'open'), delegate('b', 'close')] as const;
  expect(await findings(...pair)).toEqual({ kinds: [], apart: { small: 1, data: 0 } });
  expect(await findings(...pair, ['small'])).toEqual({ kinds: ['function-shape'], apart: { small: 0, data: 0 } });
});

test('a small function that is identical to another one counts, also in a group with renamed ones', async () => {
  const none = { small: 0, data: 0 };
  const identical = await findings(delegate('a', 'open'), delegate('b', 'open'));
  expect(identical).toEqual({ kinds: ['function-body'], apart: none });
  const both = delegate('a', 'open') + delegate('c', 'close');
  expect(await findings(both, delegate('b', 'open'))).toEqual({ kinds: ['function-shape'], apart: none });
  expect(await findings(both, delegate('b', 'read'))).toEqual({ kinds: [], apart: { small: 1, data: 0 } });
});

const setter = (type: string, statement: string) =>
  `<?php\nclass ${type} {\n    private $size;\n    public function withSize(int $size): static {\n        ${statement}\n        return $this;\n    }\n}\n`;

test('identical small methods that only get or set fields are apart, those with longer calls and functions count', async () => {
  const findingsOf = async (ending: string, before: string, added: string) => {
    const files = { [`a.${ending}`]: before };
    const [old, now] = [await scanOf(files), await scanOf({ ...files, [`b.${ending}`]: added })];
    const { groups, apart } = check(now, baselineOf(old), { baseline: 'x' }, { before: old });
    const kinds = groups.map(({ family }) => family.shown.kind);
    return kinds.length === 0 ? { apart: apart.get('small') } : { kinds };
  };
  const of = (statement: string) => findingsOf('php', setter('One', statement), setter('Two', statement));
  expect(await of('$this->size = $size;')).toEqual({ apart: 1 });
  expect(await of('$this->size = round($size);')).toEqual({ kinds: ['function-body'] });
  const delegating = (name: string) =>
    `class ${name}:\n    async def release(self) -> None:\n        await self.commit()\n`;
  expect(await findingsOf('py', delegating('One'), delegating('Two'))).toEqual({ apart: 1 });
  const box = (name: string) => `class ${name} {\n  constructor(a, b) {\n    this.a = a;\n    this.b = b;\n  }\n}\n`;
  expect(await findingsOf('js', box('One'), box('Two'))).toEqual({ apart: 1 });
  const mix = 'export function mix(a, b, part) {\n  return a * (1 - part) + b * part + 0.5;\n}\n';
  expect(await findingsOf('js', mix, `// Again.\n${mix}`)).toEqual({ kinds: ['function-body'] });
});

test('a renamed function that a list shows counts', async () => {
  expect(await findings(long('a', 'a'), long('b', 'other'))).toMatchObject({ kinds: ['function-shape'] });
});

test('data is apart, and --include data counts it', async () => {
  const pair = [table('a', 1), table('b', 2)] as const;
  expect(await findings(...pair)).toEqual({ kinds: [], apart: { small: 0, data: 1 } });
  expect((await findings(...pair, ['data'])).kinds).toEqual(['near']);
});

describe('entries of a baseline that are apart', () => {
  const of = (...names: string[]) => names.map((name) => delegate(name, `of_${name}`)).join('');

  test('are written, and allow as many copies with --include as there were', async () => {
    const [old, now] = [await scanOf({ 'a.py': of('a', 'b') }), await scanOf({ 'a.py': of('a', 'b', 'c') })];
    const baseline = baselineOf(old);
    expect(baseline.groups).toMatchObject([{ copies: { length: 2 } }]);
    const against = { baseline: 'x' };
    expect(check(old, baseline, against, { include: ['small'] }).groups).toEqual([]);
    expect(check(now, baseline, against).groups).toEqual([]);
    expect(check(now, baseline, against, { include: ['small'] }).groups).toMatchObject([
      { change: 'grown', listed: 2 },
    ]);
  });

  test('are removed as all others when the copies are gone, and a group that is apart does not enter', async () => {
    const [old, now] = [await scanOf({ 'a.py': of('a', 'b') }), await scanOf({ 'a.py': of('a') })];
    const all = { include: CODE_CLASSES };
    const against = { baseline: 'x' };
    expect(updatedBaseline(check(now, baselineOf(old), against, all), []).groups).toEqual([]);
    const grown = check(old, baselineOf(now), against, all);
    expect(updatedBaseline(grown, []).groups).toEqual([]);
    expect(
      updatedBaseline(
        grown,
        grown.groups.map(({ family }) => family.id),
      ).groups,
    ).toHaveLength(1);
  });
});

describe('new tests', () => {
  /** Similar to others with the same statements first; the part that differs is shorter the more of them there are. */
  const similar = (name: string, shared: number) => {
    const same = Array.from(
      { length: shared },
      (_, at) => `    run(app.client(${at}), wait=${at}, log="${at}")\n`,
    ).join('');
    const own = Array.from({ length: 4 }, (_, at) => `    assert app.${name}[${at}].value == make("${name}${at}")\n`);
    return `def test_${name}(app):\n${same}    if not app:\n        stop(app)\n${own.join('')}`;
  };

  /** The findings of a file that is added to one with tests. */
  async function found(path: string, before: string, added: string): Promise<GroupFinding[]> {
    const old = await scanOf({ 'test_a.py': before });
    const now = await scanOf({ 'test_a.py': before, [path]: added });
    return check(now, baselineOf(old), { baseline: 'x' }, { before: old }).groups;
  }

  const similarityOf = ([finding]: GroupFinding[]) => {
    return finding?.family.copies.find(({ likeness }) => likeness?.relation === 'edited')?.likeness?.similarity;
  };

  test('that are little similar to another one do not count, those that are more similar do', async () => {
    const pair = (shared: number) => [similar('one', shared), similar('two', shared)] as const;
    const product = similarityOf(await found('b.py', ...pair(3)));
    expect(product).toBeGreaterThanOrEqual(500);
    expect(product).toBeLessThan(600);
    expect(await found('test_b.py', ...pair(3))).toEqual([]);
    expect(similarityOf(await found('test_b.py', ...pair(4)))).toBeGreaterThanOrEqual(600);
  });

  test('of few nodes do not count, although they are identical', async () => {
    const handler = (name: string) => `def ${name}(request, response):\n    response.end(request.path)\n`;
    expect(await found('b.py', handler('a'), handler('b'))).toHaveLength(1);
    expect(await found('test_b.py', handler('a'), handler('b'))).toEqual([]);
  });
});
