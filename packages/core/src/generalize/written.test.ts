import { expect, test } from 'vitest';
import { drafted } from './fixture.ts';

const body = (text: string) => `    total = 0
    for item in items:
        if item.price > limit:
            total += item.price * item.count
            item.mark(total)
    items.sort()
    log(total, ${text})
    return total
`;
const py = (name: string, text: string, list = 'items, limit') => `def ${name}(${list}):\n${body(text)}`;

test('the doc comment names as many copies as a line has room for, and counts equal names', async () => {
  const names = ['sum_of_all_small_items', 'sum_of_all_large_items', 'sum_of_all_other_items', 'sum_of_all_new_items'];
  const { after } = await drafted({ 'a.py': names.map((name, at) => py(name, `${at}`)).join('\n\n') });
  expect(after['a.py']).toContain('"""Shared by sum_of_all_small_items, sum_of_all_large_items and 2 more."""');
  const nested = names.map((name, at) => `class ${name}:\n    ${py('sum', `${at}`).replaceAll('\n', '\n    ')}`);
  const same = await drafted({ 'a.py': nested.join('\n').replaceAll(/class (\w+)/g, 'class A') });
  expect(same.after['a.py']).toContain('"""Shared by 4 functions A.sum."""');
});

test('an argument of several lines is on lines of its own, at their indentation', async () => {
  const call = (name: string) => `[\n        ${name},\n        3,\n    ]`;
  const { after, obstacle } = await drafted({
    'a.py': [py('sum_a', call('items')), py('sum_b', '[]'), py('sum_c', '[0]')].join('\n\n'),
  });
  expect(obstacle).toBeUndefined();
  expect(after['a.py']).toContain(`    return _sum(
        items,
        limit,
        values=[
            items,
            3,
        ],
    )
`);
});

test('a literal has a type if all other parameters have one', async () => {
  const list = 'items: list, limit: int';
  const typed = await drafted({ 'a.py': `${py('sum_a', '"a"', list)}\n\n${py('sum_b', '"b"', list)}` });
  expect(typed.after['a.py']).toContain('def _sum(items: list, limit: int, text: str):');
  const untyped = await drafted({ 'a.py': `${py('sum_a', '"a"')}\n\n${py('sum_b', '"b"')}` });
  expect(untyped.after['a.py']).toContain('def _sum(items, limit, text):');
});

const php = (name: string, list: string, key: string) => `
    private function ${name}(${list}): ?string
    {
        $found = null;
        foreach ($rows as $row) {
            if (isset($row->parts[$id])) {
                $found = $row->parts[$id]['${key}'];
                $row->close($found);
            }
        }

        return $found;
    }
`;

test('parameters of PHP keep their types, unless a default makes them nullable', async () => {
  const of = (list: string) =>
    `<?php\nclass A\n{${php('findSource', list, 'source')}${php('findTarget', list, 'target')}}\n`;
  const { after, obstacle } = await drafted({ 'a.php': of('array $rows, string $id') });
  expect(obstacle).toBeUndefined();
  expect(after['a.php']).toContain('(array $rows, string $id, string $key): ?string');
  expect(after['a.php']).toContain('/** Shared by findSource and findTarget. */');
  const nullable = await drafted({ 'a.php': of('array $rows, string $id = null') });
  expect(nullable.after['a.php']).toContain('(array $rows, $id, $key)');
});

test('a literal of TypeScript has the union of the values as its type', async () => {
  const ts = (name: string, key: string) => `export function ${name}(rows: Row[]): string[] {
  const found: string[] = [];
  for (const row of rows) {
    if (row.open) found.push(row.parts['${key}']);
    else row.close(found);
  }
  log(found);
  return found;
}
`;
  const { after, obstacle } = await drafted({ 'a.ts': `${ts('findSource', 'source')}\n${ts('findTarget', 'target')}` });
  expect(obstacle).toBeUndefined();
  expect(after['a.ts']).toContain("(rows: Row[], key: 'source' | 'target'): string[]");
});

test.each([
  ['HostType::Ipv4', 'HostType::Ipv6', 'HostType::Ipv6'],
  ['static::ONE', 'static::TWO', 'fn() => static::TWO'],
])('a constant of a named class of PHP is given by value: %s', async (one, other, argument) => {
  const of = (
    key: string,
  ) => `array $rows, string $id) {\n        $found = [];\n        $key = ${key};\n        foreach ($rows as $row) {
            if ($row->parts[$id] !== $key) {
                $found[] = $row->parts[$id];
                $row->open($found);
                $row->mark($found);
                $row->add($found);
                $row->store($found);
                $row->close($found);
            }
        }
        return $found;
    }\n`;
  const source = `<?php\nclass A\n{\n    function findSource(${of(one)}    function findTarget(${of(other)}}\n`;
  const { after, obstacle } = await drafted({ 'a.php': source });
  expect(obstacle).toBeUndefined();
  expect(after['a.php']).toContain(`($rows, $id, ${argument})`);
});

test('a draft with functions as arguments is shown if it saves six lines', async () => {
  const short = (name: string, code: string) => py(name, code).replace('            item.mark(total)\n', '');
  const few = await drafted({ 'a.py': `${short('sum_a', 'one()')}\n\n${short('sum_b', 'two(3)')}` });
  expect(few.obstacle).toBe('no_lines_saved');
  const source = ['one()', 'two(3)', 'three(4)'].map((code, at) => short(`sum_${at}`, code)).join('\n\n');
  expect((await drafted({ 'a.py': source })).obstacle).toBeUndefined();
});

test('the receiver is the first parameter, also of setters that are named like their parameter', async () => {
  const setter = `    def items(self, items):\n${body('self')
    .replaceAll(/^(?=.)/gm, '    ')
    .replaceAll('limit', 'self.limit')}`;
  const source = (name: string) => `class ${name}:\n    items = property()\n\n    @items.setter\n${setter}`;
  const { after } = await drafted({ 'a.py': `${source('A')}\n\n${source('B')}` });
  expect(after['a.py']).toContain('def _shared_items(self, items):');
});
