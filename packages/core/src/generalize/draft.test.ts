import { expect, test } from 'vitest';
import { drafted } from './fixture.ts';
import { EXPECTED_ERROR } from './inner-obstacles.ts';

const BODY = (first: string, last: string) => `    total = 0
    for item in items:
        if item.price > ${first}:
            total += item.price * item.count
            item.mark(total)
    items.sort()
    log(total)
    return total + ${last}
`;

/** The same with more lines, which a draft with a function as argument needs. */
const LONG = (first: string, last: string) =>
  BODY(first, last).replace('    log(total)\n', `    log(total)\n${'    items.pop()\n    log(items)\n'.repeat(2)}`);

const py = (body: string, name: string, args = 'items') => `def ${name}(${args}):\n${body}`;

test('a draft of identical Python functions has no parameters for what differs', async () => {
  const source = `${py(BODY('3', '1'), 'first')}\n\n${py(BODY('3', '1'), 'second')}`;
  const { obstacle, after } = await drafted({ 'a.py': source });
  expect(obstacle).toBeUndefined();
  expect(after['a.py']).toMatchInlineSnapshot(`
    "def _first_or_second(items):
        """Shared by first and second."""
        total = 0
        for item in items:
            if item.price > 3:
                total += item.price * item.count
                item.mark(total)
        items.sort()
        log(total)
        return total + 1


    def first(items):
        return _first_or_second(items)


    def second(items):
        return _first_or_second(items)
    "
  `);
});

test('literals that differ are parameters, and equal ones share one', async () => {
  const source = `${py(BODY('3', '3'), 'sum_small')}\n\n${py(BODY('9', '9'), 'sum_large')}`;
  const { obstacle, result, after } = await drafted({ 'a.py': source });
  expect(obstacle).toBeUndefined();
  expect(result.parameters).toHaveLength(1);
  expect(after['a.py']).toContain('return _sum(items, limit=9)');
});

test('local names are renamed by one bijection, and parameters are given under their own names', async () => {
  const renamed = BODY('3', '1').replaceAll('items', 'rows').replaceAll('item', 'row').replaceAll('total', 'amount');
  const source = `${py(BODY('3', '1'), 'sum_a')}\n\n${py(renamed, 'sum_b', 'rows')}`;
  const { obstacle, after } = await drafted({ 'a.py': source });
  expect(obstacle).toBeUndefined();
  expect(after['a.py']).toContain('def sum_b(rows):\n    return _sum(rows)');
});

test('an expression over a local variable becomes a function of it', async () => {
  const source = `${py(LONG('total + len(items)', '1'), 'sum_a')}\n\n${py(LONG('total - 1', '1'), 'sum_b')}`;
  const { obstacle, after } = await drafted({ 'a.py': source });
  expect(obstacle).toBeUndefined();
  expect(after['a.py']).toContain('get_limit=lambda total: total + len(items)');
  expect(after['a.py']).toContain('item.price > get_limit(total)');
});

test('an expression of several lines is replaced with all of its lines', async () => {
  const longer = (code: string) =>
    BODY('3', code).replace('log(total)', `log(total)${'\n    items.pop()\n    log(items)'.repeat(3)}`);
  const body = (code: string) => longer(code).replaceAll(/^(?=.)/gm, '    ');
  const source = `class A:\n    def a(self, items):\n${body('f(1,\n             2)')}\n\nclass B:\n    def b(self, items):\n${body('f(1)')}`;
  const { obstacle, after } = await drafted({ 'a.py': source });
  expect(obstacle).toBeUndefined();
  expect(after['a.py']).toContain('    return total + compute()\n');
});

test('a parameter that the body assigns can be given to a function too', async () => {
  const body = (code: string) => LONG('3', code).replace('    total = 0\n', '    total = 0\n    items = list(items)\n');
  const source = `${py(body('items[0]'), 'sum_a')}\n\n${py(body('len(items)'), 'sum_b')}`;
  const { obstacle, after } = await drafted({ 'a.py': source });
  expect(obstacle).toBeUndefined();
  expect(after['a.py']).toContain('return _sum(items, compute=lambda items: len(items))');
});

test('a call that is too long for one line has its arguments on a line of their own', async () => {
  const names = 'items, first_long_parameter_name, second_long_parameter_name';
  const body = (last: string) => BODY('first_long_parameter_name', `second_long_parameter_name + ${last}`);
  const source = `${py(body('1'), 'sum_a', names)}\n\n${py(body('2'), 'sum_b', names)}`;
  const { after } = await drafted({ 'a.py': source });
  const call = `    return _sum(\n        ${names}, number=2\n    )\n`;
  expect(after['a.py']?.endsWith(call)).toBe(true);
});

test('a template that is one hole is not a draft', async () => {
  const source = 'const a = (x) => x.map((it) => it.name + 1).filter(Boolean);\nconst b = (x) => [x, 1, 2, 3, 4, 5];\n';
  const { obstacle } = await drafted({ 'a.js': source });
  expect(obstacle).toBe('dissimilar');
});

test('a local variable that another copy does not have is an obstacle', async () => {
  const other = BODY('3', 'item').replace('total += item.price * item.count', 'total += item.price * item.count');
  const source = `${py(BODY('3', '1'), 'sum_a')}\n\n${py(other, 'sum_b')}`;
  expect((await drafted({ 'a.py': source })).left).toEqual(['a.py#sum_b: may_be_unbound']);
});

test('calls are not moved before other code: a call that differs becomes a function', async () => {
  const source = `${py(LONG('3', 'one()'), 'sum_a')}\n\n${py(LONG('3', 'two(3)'), 'sum_b')}`;
  const { obstacle, after } = await drafted({ 'a.py': source });
  expect(obstacle).toBeUndefined();
  expect(after['a.py']).toContain('compute=lambda: one()');
});

test('a list in a loop is a new object each time, so it is given as a function', async () => {
  const source = `${py(BODY('[]', '1'), 'sum_a')}\n\n${py(BODY('[1]', '1'), 'sum_b')}`;
  expect((await drafted({ 'a.py': source })).result.parameters.map(({ kind }) => kind)).toEqual(['function']);
});

test.each([
  ['py', '[]', '[1, items]', 'return _sum(items, values=[1, items])'],
  ['py', '{}', '{"b": 3}', 'return _sum(items, options={"b": 3})'],
])('a list or table of literals and names that is used once is given by value: %s %s', async (_, one, other, call) => {
  const source = `${py(BODY('3', one), 'sum_a')}\n\n${py(BODY('3', other), 'sum_b')}`;
  const { obstacle, result, after } = await drafted({ 'a.py': source });
  expect(obstacle).toBeUndefined();
  expect(result.parameters.map(({ kind }) => kind)).toEqual(['name']);
  expect(after['a.py']).toContain(call);
});

test.each(['[one()]', '[items.size]', '[*items]', '{items: 1}', '[it for it in items]'])(
  'a list whose parts are evaluated is given as a function: %s',
  async (code) => {
    const source = `${py(BODY('3', '[]'), 'sum_a')}\n\n${py(BODY('3', code), 'sum_b')}`;
    expect((await drafted({ 'a.py': source })).result.parameters.map(({ kind }) => kind)).toEqual(['function']);
  },
);

test('two lists that are equal in each copy are two objects', async () => {
  const body = (list: string) => BODY('3', list).replace('log(total)', `log(${list})`);
  const source = `${py(body('[]'), 'sum_a')}\n\n${py(body('[2]'), 'sum_b')}`;
  expect((await drafted({ 'a.py': source })).result.parameters).toHaveLength(2);
});

test.each([
  ['super', 'super().close()'],
  ['own_frame', 'locals()'],
  ['own_frame', 'warnings.warn("old")'],
  ['private_name', 'self.__hidden'],
])('code that depends on its function is the obstacle %s', async (id, code) => {
  const body = `${BODY('3', '1')}`.replace('log(total)', `log(${code})`).replaceAll(/^/gm, '    ');
  const source = `class A:\n    def a(self, items):\n${body}\nclass B:\n    def b(self, items):\n${body}`;
  expect((await drafted({ 'a.py': source })).obstacle).toBe(id);
});

test('an assignment of a variable of a function around the copies is an obstacle', async () => {
  const body = `        nonlocal count\n${BODY('3', '1')
    .replace('log(total)', 'count = total')
    .replaceAll(/^(?=.)/gm, '    ')}`;
  const source = `def outer():\n    count = 0\n    def a(items):\n${body}\n    def b(items):\n${body}\n    return a, b\n`;
  expect((await drafted({ 'a.py': source }, ['outer.a', 'outer.b'])).obstacle).toBe('outer_write');
});

test('different targets of an assignment are an obstacle', async () => {
  const body = (name: string) => BODY('3', '1').replace('log(total)', `items.${name} = total`);
  const source = `${py(body('a'), 'sum_a')}\n\n${py(body('b'), 'sum_b')}`;
  expect((await drafted({ 'a.py': source })).left).toEqual(['a.py#sum_b: assignment_target']);
});

test('a name that two files bind differently becomes a parameter', async () => {
  const a = `from x import log\n\n\n${py(BODY('3', '1'), 'sum_a')}`;
  const b = `from y import log\n\n\n${py(BODY('3', '1'), 'sum_b')}`;
  const { obstacle, after } = await drafted({ 'p/a.py': a, 'p/b.py': b });
  expect(obstacle).toBeUndefined();
  expect(after['p/b.py']).toContain('from .a import sum\n');
});

test('an import that would close a cycle is an obstacle', async () => {
  const source = (name: string) => `import os\n\n\n${py(BODY('3', '1'), name)}`;
  const files = { 'p/a.py': source('sum_a'), 'p/b.py': source('sum_b') };
  expect((await drafted(files, undefined, { reaches: () => true })).obstacle).toBe('import_cycle');
  expect((await drafted(files, undefined, { isPackage: () => false })).obstacle).toBe('import_unknown');
});

test('decorators, defaults and docstrings stay with each copy', async () => {
  const body = (text: string) => `    """${text}"""\n${BODY('3', '1')}`;
  const source = `@cached\n${py(body('One.'), 'sum_a', 'items, limit=3')}\n\n@cached(3)\n${py(body('Two.'), 'sum_b', 'items=None')}`;
  const { obstacle, after } = await drafted({ 'a.py': source });
  expect(obstacle).toBeUndefined();
  expect(after['a.py']).toContain('@cached(3)\ndef sum_b(items=None):\n    """Two."""\n    return _sum(items)');
});

test('generators delegate, and asynchronous functions wait', async () => {
  const body = BODY('3', '1').replace('log(total)', 'yield total').replace('    return total + 1\n', '');
  const generator = await drafted({ 'a.py': `${py(body, 'walk_a')}\n\n${py(body, 'walk_b')}` });
  expect(generator.obstacle).toBeUndefined();
  expect(generator.after['a.py']).toContain('def walk_b(items):\n    yield from _walk(items)');
  const asynchronous = BODY('3', '1').replace('log(total)', 'await log(total)');
  const source = `async ${py(asynchronous, 'sum_a')}\n\nasync ${py(asynchronous, 'sum_b')}`;
  expect((await drafted({ 'a.py': source })).after['a.py']).toContain('return await _sum(items)');
});

test('nested functions of equal names and comprehensions have scopes of their own', async () => {
  const body = (name: string) =>
    `    def inner(x):\n        return [${name} for ${name} in x if ${name}]\n${BODY('3', 'inner(items)')}`;
  const source = `${py(body('it'), 'sum_a')}\n\n${py(body('y'), 'sum_b')}`;
  const { obstacle, left } = await drafted({ 'a.py': source }, ['sum_a', 'sum_b']);
  expect({ obstacle, left }).toEqual({ obstacle: undefined, left: [] });
});

test.each(['[items for items in items]', '(lambda items=items: items)'])(
  '%s reads a name that it binds: an obstacle',
  async (code) => {
    const source = `${py(BODY('3', code), 'sum_a')}\n\n${py(BODY('4', code), 'sum_b')}`;
    expect((await drafted({ 'a.py': source })).obstacle).toBe('shadowed');
  },
);

test('CRLF and a missing final newline are kept', async () => {
  const source = `${py(BODY('3', '1'), 'sum_a')}\n\n${py(BODY('4', '1'), 'sum_b')}`.trimEnd().replaceAll('\n', '\r\n');
  const { obstacle, after } = await drafted({ 'a.py': source });
  expect(obstacle).toBeUndefined();
  expect(after['a.py']?.replaceAll('\r\n', '')).not.toContain('\n');
  expect(after['a.py']?.endsWith('limit=4)')).toBe(true);
});

const JS = (first: string, last: string) => `
    const found = [];
    for (const item of this.items) {
      if (item.price > ${first}) found.push(item.price * 2);
      else this.skip(item, found);
    }
    found.sort();
    this.log(found, found.length);
    return found.concat(${last});
`;

test('methods of one class of JavaScript share a method', async () => {
  const source = `class A {\n  a() {${JS('3', 'x')}  }\n\n  b() {${JS('4', 'y')}  }\n}\n`;
  const { obstacle, after } = await drafted({ 'a.js': source });
  expect(obstacle).toBeUndefined();
  expect(after['a.js']).toMatchInlineSnapshot(`
    "class A {
      a() {
        return this.aOrB(3, x);
      }

      /** Shared by a and b. */
      aOrB(limit, value) {
        const found = [];
        for (const item of this.items) {
          if (item.price > limit) found.push(item.price * 2);
          else this.skip(item, found);
        }
        found.sort();
        this.log(found, found.length);
        return found.concat(value);
      }

      b() {
        return this.aOrB(4, y);
      }
    }
    "
  `);
});

test('JavaScript without semicolons stays without them', async () => {
  const source = `class A {\n  a() {${JS('3', 'x')}  }\n\n  b() {${JS('4', 'y')}  }\n}\n`.replaceAll(';', '');
  expect((await drafted({ 'a.js': source })).after['a.js']).not.toContain(';');
});

test('methods of two classes give `this` to a function', async () => {
  const source = `class A {\n  a() {${JS('3', 'x')}  }\n}\n\nclass B {\n  b() {${JS('4', 'x')}  }\n}\n`;
  const { obstacle, after } = await drafted({ 'a.js': source });
  expect(obstacle).toBeUndefined();
  expect(after['a.js']).toContain('return aOrB(this, 4);');
});

test.each([
  ['arguments.length', 'own_frame'],
  ['new.target', 'own_frame'],
  ['super.log()', 'super'],
  ['#x in found', 'private_name'],
])('%s is the obstacle %s', async (code, id) => {
  const source = `class A extends C {\n  #x = 1;\n  a() {${JS('3', code)}  }\n}\n\nclass B extends C {\n  #x = 1;\n  b() {${JS('4', code)}  }\n}\n`;
  expect((await drafted({ 'a.js': source }, ['A.a', 'B.b'])).obstacle).toBe(id);
});

test('a shorthand property keeps its key', async () => {
  const source = `const [x, y] = [1, 2];\nclass A {\n  a() {${JS('3', '{ x }')}  }\n\n  b() {${JS('3', '{ x: y }')}  }\n}\n`;
  const { obstacle, after } = await drafted({ 'a.js': source });
  expect(obstacle).toBeUndefined();
  expect(after['a.js']).toMatch(/concat\(\{ x: \w+ \}\)/);
});

test('a regular expression has a state, so it is created at each use', async () => {
  const source = `class A {\n  a() {${JS('3', '/a/g')}  }\n\n  b() {${JS('3', '/b/g')}  }\n}\n`;
  expect((await drafted({ 'a.js': source })).result.parameters.map(({ kind }) => kind)).toEqual(['function']);
});

test('a function inside of a module wrapper stays inside', async () => {
  const body = JS('3', 'x').replaceAll('this', 'own');
  const source = `(function () {\n  const own = make();\n  function a(x) {${body}  }\n  function b(x) {${body}  }\n  return [a, b];\n})();\n`;
  const { obstacle, after } = await drafted({ 'a.js': source }, undefined);
  expect(obstacle).toBeUndefined();
  expect(after['a.js']).toMatch(/\n {2}function aOrB\(x\)/);
});

test('methods of one class of PHP share a private method', async () => {
  const body = (limit: string) => `
        $total = 0;
        foreach ($this->items as $item) {
            if ($item->price > ${limit}) {
                $total += $item->price * 2;
                $this->log($total);
            }
        }
        return $total;
`;
  const source = `<?php\nclass A {\n    public function a() {${body('3')}    }\n\n    public function b() {${body('4')}    }\n}\n`;
  const { obstacle, text, after } = await drafted({ 'a.php': source });
  expect({ obstacle, text }).toEqual({ obstacle: undefined, text: undefined });
  expect(after['a.php']).toContain('return $this->aOrB(4);');
});

test.each([
  ['a parameter by reference', 'public function a(array &$rows)', 'public function b(array &$rows)', '3', '4'],
  ['a result by reference', 'public function &a(array $rows)', 'public function &b(array $rows)', '3', '4'],
  [
    'an expression that passes a variable to a call',
    'public function a(array $rows)',
    'public function b(array $rows)',
    'next($rows)',
    'end($rows)',
  ],
])('%s of PHP is an obstacle', async (_, a, b, first, second) => {
  const body = (limit: string) => `
        $total = 0;
        foreach ($rows as $row) {
            if ($row->price > ${limit}) {
                $total += $row->price * 2;
                $this->log($total);
            }
        }
        $rows[] = $total;
        return $total;
`;
  const source = `<?php\nclass A {\n    ${a} {${body(first)}    }\n\n    ${b} {${body(second)}    }\n}\n`;
  expect((await drafted({ 'a.php': source })).obstacle ?? 'none').toBe('by_reference');
});

test('TypeScript: a function without the types of its parameters has none of its result', async () => {
  const method = (name: string) => `
class ${name} {
  kept = 1;
  toObject(rows: Row[]): Out${name} {
    const total = [];
    for (const row of rows) {
      total.push(row.price);
      log(row);
      store(row);
      close(row);
    }
    return { total, kept: convert(this.kept) };
  }
}
`;
  const { obstacle, text, after } = await drafted({ 'a.ts': `${method('A')}${method('B')}` });
  expect([obstacle, text]).toEqual([undefined, undefined]);
  expect(after['a.ts']).toContain('(self: any, rows: Row[]): any {');
});

test('JavaScript: a generator that returns nothing returns nothing of the function', async () => {
  const one = (name: string) => `
function* ${name}(rows) {
  for (const row of rows) {
    yield row.price;
    log(row);
    store(row);
    close(row);
  }
  log(rows);
}
`;
  const { obstacle, text, after } = await drafted({ 'a.js': `${one('a')}${one('b')}` });
  expect([obstacle, text]).toEqual([undefined, undefined]);
  expect(after['a.js']).toMatch(/^ {2}yield\* \w+\(rows\);$/m);
});

test('a function of PHP without arrow gets no parameter of the function around it', async () => {
  const method = (name: string, word: string) => `
    public function ${name}(array $rows): array
    {
        $total = 0;
        foreach ($rows as $row) {
            $total += $row->price * 2;
            $this->log($total);
        }
        $this->store($total);
        return array_map(static function ($row) {
            return trim($row, '${word}');
        }, $rows);
    }
`;
  const source = `<?php\nclass A {${method('a', 'x')}${method('b', 'y')}}\n`;
  const { obstacle, text } = await drafted({ 'a.php': source });
  expect([obstacle, text]).toEqual(['by_reference', expect.stringContaining('array_map')]);
});

test('copies are aligned to the one that most of them fit', async () => {
  const other = '    rows = list(items)\n    rows.reverse()\n    return rows[0]\n';
  const source = [py(other, 'first'), py(BODY('3', '1'), 'second'), py(BODY('4', '1'), 'third')].join('\n\n');
  const { obstacle, left, result, after } = await drafted({ 'a.py': source });
  expect(obstacle).toBeUndefined();
  expect(left).toEqual(['a.py#first: dissimilar']);
  expect(result.copies.map(({ name }) => name)).toEqual(['second', 'third']);
  expect(after['a.py']).toContain('limit=4');
});

test('copies that cannot import the function are left out, if others can share it', async () => {
  const source = `${py(BODY('3', '1'), 'first')}\n\n${py(BODY('4', '1'), 'second')}`;
  const files = { 'a.py': source, 'b.py': py(BODY('5', '1'), 'third') };
  const { obstacle, left, after } = await drafted(files, undefined, { reaches: () => true });
  expect(obstacle).toBeUndefined();
  expect(left).toEqual(['b.py#third: import_cycle']);
  expect(Object.keys(after)).toEqual(['a.py']);
});

test('copies with too many differences are left out, if others have fewer', async () => {
  const body = (limit: string, last: string, key: string) => BODY(limit, last).replace('sort()', `sort(key=${key})`);
  const source = [
    py(body('3', '1', 'None'), 'first'),
    py(body('4', '1', 'None'), 'second'),
    py(body('len(items)', 'max(items)', 'items.index'), 'third'),
  ].join('\n\n');
  const { obstacle, left, result } = await drafted({ 'a.py': source });
  expect({ obstacle, left }).toEqual({ obstacle: undefined, left: ['a.py#third: too_many_parameters'] });
  expect(result.parameters.map(({ kind }) => kind)).toEqual(['literal']);
});

test('a function that test modules of Python import is not collected as a test', async () => {
  const source = (limit: string, name: string) => `import os\n\n\n${py(BODY(limit, '1'), name)}`;
  const files = { 'p/a.py': source('3', 'test_sum_a'), 'p/b.py': source('4', 'test_sum_b') };
  const { obstacle, after } = await drafted(files);
  expect(obstacle).toBeUndefined();
  expect(after['p/b.py']).toContain('from .a import shared_test_sum\n');
});

test('the function is above all copies, so that code between them can call one while the file is loaded', async () => {
  const source = `${py(BODY('3', '1'), 'sum_a')}\n\nsum_a([])\n\n\n${py(BODY('4', '1'), 'sum_b')}`;
  const { result, after } = await drafted({ 'a.py': source }, ['sum_b', 'sum_a']);
  expect(result.copies.map(({ name }) => name)).toEqual(['sum_b', 'sum_a']);
  expect(after['a.py']).toMatch(/^def _sum\(/);
});

test('an annotation whose import is in the statement around the copies is omitted', async () => {
  const typed = (name: string, limit: string) =>
    py(BODY(limit, '1'), name, 'items: Items').replaceAll(/^(?=.)/gm, '    ');
  const source = `try:\n    from shop import Items\n\n${typed('sum_a', '3')}\n${typed('sum_b', '4')}except ImportError:\n    pass\n`;
  const { obstacle, after } = await drafted({ 'a.py': source });
  expect(obstacle).toBeUndefined();
  expect(after['a.py']).toMatch(/^def _sum\(items, limit\):/);
});

test.each([
  ['an attribute of a class', 'class Row:\n        NAME = 3'],
  ['a class', 'class NAME:\n        size = 3'],
  ['a decorated function', '@register\n    def NAME():\n        return items'],
  ['a parameter of a decorated function', '@register\n    def use(NAME):\n        return NAME'],
])('%s keeps its name', async (_, code) => {
  const body = (name: string) => `    ${code.replaceAll('NAME', name)}\n\n${BODY('3', '1')}`;
  const source = `${py(body('first'), 'sum_a')}\n\n${py(body('second'), 'sum_b')}`;
  expect((await drafted({ 'a.py': source })).obstacle).toBeDefined();
  const same = `${py(body('first'), 'sum_a')}\n\n${py(body('first'), 'sum_b')}`;
  expect((await drafted({ 'a.py': same })).obstacle).toBeUndefined();
});

const moduleOf = (imported: string, name: string, limit: string) => `import { ${imported} } from './${imported}.js';

export function ${name}(items) {
  const found = [];
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

${imported}();
`;

test.each(['js', 'ts'])('a function that another file imports is exported: %s', async (ending) => {
  const files = {
    [`src/a.${ending}`]: moduleOf('one', 'large', '10'),
    [`src/b.${ending}`]: moduleOf('two', 'huge', '99'),
  };
  const { after, obstacle } = await drafted(files);
  expect(obstacle).toBeUndefined();
  const [host = '', user = ''] = [after[`src/a.${ending}`], after[`src/b.${ending}`]];
  const name = /^import \{ (\w+) \} from '\.\/a\.js';$/m.exec(user)?.[1];
  expect(host).toMatch(new RegExp(`^export function ${name}\\(`, 'm'));
});

test.each([
  ['as its package names modules', '.ts', './a.ts'],
  ['without an ending, as its package', '', './a'],
  ['by what it is compiled to, if no file imports another one', undefined, './a.js'],
])('a module without imports names the other one %s', async (_, ending, specifier) => {
  const source = (name: string, limit: string) =>
    `'use client';\n${moduleOf('one', name, limit).replace(/^import.*\n/, '')}`;
  const files = { 'src/a.ts': source('large', '10'), 'src/b.ts': source('huge', '99') };
  const { after, obstacle } = await drafted(files, undefined, { moduleEnding: () => ending });
  expect(obstacle).toBeUndefined();
  expect(after['src/b.ts']).toMatch(new RegExp(`^'use client';\n+import { \\w+ } from '${specifier}';\n\n`));
});

test('a file of Python without imports gets one after its docstring', async () => {
  const source = (name: string) => `"""Of it."""\n\n\n${py(BODY('3', '1'), name)}`;
  const { after } = await drafted({ 'p/a.py': source('sum_a'), 'p/b.py': source('sum_b') });
  expect(after['p/b.py']).toMatch(/^"""Of it\."""\n\n\nfrom \.a import \w+\n\n/);
});

test('a function of one file is not exported, and no script becomes a module for another file', async () => {
  const one = {
    'a.js': `${moduleOf('one', 'large', '10')}${moduleOf('one', 'huge', '99').replace(/^import.*\n/, '')}`,
  };
  const { after } = await drafted(one);
  expect(after['a.js']?.match(/^export function/gm)).toHaveLength(2);
  const script = moduleOf('one', 'large', '10')
    .replace(/^import.*\n/, '')
    .replace('export ', '');
  const { obstacle } = await drafted({ 'a.js': script, 'b.js': script.replace('large', 'huge').replace('10', '99') });
  expect(obstacle).toBe('import_unknown');
});

test.each([
  ['of two packages', { hasManifest: (folder: string) => /^(one|two)$/.test(folder) }, ''],
  ['of which one registers tests', {}, "test('a', () => {});\n"],
])('modules %s do not import each other', async (_, project, more) => {
  const files = {
    'one/a.js': `${moduleOf('one', 'large', '10')}${more}`,
    'two/b.js': `${moduleOf('two', 'huge', '99')}${more}`,
  };
  expect((await drafted(files, undefined, project)).obstacle).toBe('import_unknown');
});

test('a type parameter in the body is an obstacle, since the function would not see it', async () => {
  const ts = (name: string, limit: string) => `export function ${name}<TRow>(rows: any[]) {
  const found: TRow[] = [];
  for (const row of rows) {
    if (row.size > ${limit}) found.push(row);
    else row.close(found);
  }
  found.reverse();
  log(found);
  return found;
}
`;
  const { obstacle, text } = await drafted({ 'a.ts': `${ts('findSmall', '3')}\n${ts('findLarge', '90')}` });
  expect({ obstacle, text }).toEqual({ obstacle: 'type_parameters', text: 'TRow' });
});

test('a callback that gets its types from a value without type is an obstacle', async () => {
  const ts = (name: string, type: string, parameter: string, limit: string) => `export function ${name}(rows: ${type}) {
  const all = rows.concat();
  const found = all.filter((${parameter}) => row.size > ${limit});
  for (const it of found) it.close(found);
  found.sort();
  found.push(all[0]);
  found.reverse();
  log(found);
  return found;
}
`;
  const of = (type: string, parameter: string) =>
    drafted({ 'a.ts': `${ts('findSmall', 'any[]', parameter, '3')}\n${ts('findLarge', type, parameter, '90')}` });
  const { obstacle, text } = await of('Row[]', 'row');
  expect({ obstacle, text }).toEqual({ obstacle: 'implicit_any', text: 'row' });
  expect((await of('any[]', 'row')).obstacle).toBeUndefined();
  expect((await of('Row[]', 'row: any')).obstacle).toBeUndefined();
});

test('a comment that expects an error of the type checker is an obstacle', async () => {
  const ts = (name: string, limit: string) => `export function ${name}(rows: Row[]) {
  const found = rows.concat();
  found.sort();
  // @ts-expect-error the list is not empty
  found[0].limit = ${limit};
  found.push(rows[0]);
  found.reverse();
  log(found);
  return found;
}
`;
  const { obstacle, text } = await drafted({ 'a.ts': `${ts('findSmall', '3')}\n${ts('findLarge', '90')}` });
  expect({ obstacle, text }).toEqual({ obstacle: 'expected_error', text: EXPECTED_ERROR });
});

test('a function that gets its types from the result is an obstacle if the result has none', async () => {
  const ts = (name: string, result: string, called: string) => `export const ${name} = (rows: any[])${result} => {
  const sorted = rows.concat();
  sorted.sort();
  sorted.pop();
  sorted.reverse();
  sorted.push(rows[0]);
  sorted.push(rows[1]);
  return (row, limit) => ${called}(sorted, row, limit);
};
`;
  const of = (result: string) =>
    drafted({ 'a.ts': `${ts('smallOnes', result, 'small')}\n${ts('largeOnes', result, 'large')}` });
  const { obstacle, text } = await of('');
  expect({ obstacle, text }).toEqual({ obstacle: 'implicit_any', text: 'row' });
  expect((await of(': (row: any, limit: any) => any')).obstacle).toBeUndefined();
});

test('copies whose function would save no line have that obstacle, also if they cannot import each other', async () => {
  const files = {
    'a.py': 'def one(a):\n    a.close()\n    return a\n',
    'b.py': 'def two(a):\n    a.close()\n    return a\n',
  };
  expect((await drafted(files, undefined, { reaches: () => true })).obstacle).toBe('no_lines_saved');
});

test('a list of PHP with a constant of a class is given by value', async () => {
  const one = (name: string, list: string) => `    public function ${name}(int $limit, array $rows)
    {
        $found = [];
        foreach ($rows as $row) {
            $found[] = $row;
        }
        sort($found);
        $this->add('rule', ${list});
        $this->close();
        $this->store($found);
        return $found;
    }
`;
  const source = `<?php\nclass A\n{\n${one('first', "['least', $limit]")}\n${one('second', "['compare', Rule::MORE, $limit]")}}\n`;
  const { obstacle, text, after } = await drafted({ 'a.php': source });
  expect([obstacle, text]).toEqual([undefined, undefined]);
  expect(after['a.php']).toContain("['compare', Rule::MORE, $limit]");
});
