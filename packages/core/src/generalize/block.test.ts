import { expect, test } from 'vitest';
import { draftedBlocks } from './fixture.ts';

/** Two functions of Python around one run of statements, and what is after it in each. */
function python(run: string, before: string, first: string, second: string) {
  const lines = run.split('\n');
  const indented = lines.map((line) => `    ${line}\n`).join('');
  const around = (name: string, after: string) => `def ${name}(a, rows):\n    ${before}\n${indented}    ${after}\n`;
  const source = `${around('load_a', first)}\n\n${around('load_b', second)}`;
  const length = lines.length;
  return draftedBlocks(
    { 'a.py': source },
    {
      'a.py': [
        [3, 2 + length],
        [3 + length + 5, 2 + length + 5 + length],
      ],
    },
  );
}

const LONG =
  'for row in rows:\n    if row.price > 3:\n        row.mark(1)\n        row.store()\n        row.close()\nlog(rows)';

test('statements without results become a call', async () => {
  const { obstacle, text, after } = await python(LONG, 'begin()', 'end()', 'end(a)');
  expect([obstacle, text]).toEqual([undefined, undefined]);
  expect(after['a.py']).toMatchInlineSnapshot(`
    "def _load_part(rows):
        """Part of load_a and load_b."""
        for row in rows:
            if row.price > 3:
                row.mark(1)
                row.store()
                row.close()
        log(rows)


    def load_a(a, rows):
        begin()
        _load_part(rows)
        end()


    def load_b(a, rows):
        begin()
        _load_part(rows)
        end(a)
    "
  `);
});

const TOTAL = `total = 0\n${LONG.replace('row.mark(1)', 'total += row.price')}`;

test('what the statements assign and later code reads is the result', async () => {
  const { obstacle, text, after } = await python(TOTAL, 'begin()', 'return total', 'print(total)');
  expect([obstacle, text]).toEqual([undefined, undefined]);
  expect(after['a.py']).toContain('    log(rows)\n    return total\n');
  expect(after['a.py']).toContain('    begin()\n    total = _get_total(rows)\n    return total\n');
});

test('a result that only one copy needs is given to all', async () => {
  const { obstacle, after } = await python(TOTAL, 'begin()', 'return total', 'print(a)');
  expect(obstacle).toBeUndefined();
  expect(after['a.py']).toContain('    total = _get_total(rows)\n    print(a)\n');
});

test('a last statement that only assigns the result returns it at once', async () => {
  const { obstacle, text, after } = await python(
    `${LONG}\nname = (a\n        + 1)`,
    'begin()',
    'return name',
    'print(name)',
  );
  expect([obstacle, text]).toEqual([undefined, undefined]);
  expect(after['a.py']).toContain('    log(rows)\n    return (a\n');
  expect(after['a.py']).toContain('    name = _get_name(a, rows)\n');
});

test('several results are a tuple', async () => {
  const { after } = await python(`name = a()\n${TOTAL}`, 'begin()', 'return total, name', 'print(name, total)');
  expect(after['a.py']).toContain('    name, total = _get_name_and_total(a, rows)\n');
});

test('statements that end with a return become a return of the call', async () => {
  const { obstacle, after } = await python(`${LONG}\nreturn rows`, 'begin()', '', '');
  expect(obstacle).toBeUndefined();
  expect(after['a.py']).toContain('    begin()\n    return _get_rows(rows)\n');
});

test.each([
  ['block_exit', LONG.replace('row.mark(1)', 'return 1'), 'begin()', 'end()'],
  ['block_exit', LONG.replace('row.mark(1)', 'yield 1'), 'begin()', 'end()'],
  ['unbound', LONG.replace('row.mark(1)', 'total = 1'), 'begin()', 'return total'],
  ['shared_closure', LONG.replace('log(rows)', 'a = 1'), 'f = lambda: a', 'return f()'],
  ['shared_closure', LONG.replace('log(rows)', 'log(lambda: a)'), 'a = 1', 'a = 2; log(a)'],
  ['outer_write', LONG.replace('log(rows)', 'count = 1'), 'global count', 'end()'],
  ['outer_write', LONG.replace('log(rows)', 'os.log(rows)'), 'import os', 'end()'],
  ['own_frame', LONG.replace('log(rows)', 'log(locals())'), 'begin()', 'end()'],
  ['too_many_names', LONG.replace('log(rows)', 'b, c, d, e = rows'), 'begin()', 'return b, c, d, e'],
])('the obstacle %s', async (id, run, before, after) => {
  expect((await python(run, before, after, after)).obstacle).toBe(id);
});

test('an assignment that a handler around the statements reads is an obstacle', async () => {
  const run = TOTAL.replaceAll(/^/gm, '        ');
  const around = (name: string) =>
    `def ${name}(rows):\n    total = 1\n    try:\n${run}\n    except ValueError:\n        return total\n`;
  const lines = {
    'a.py': [
      [4, 10],
      [18, 24],
    ] as [number, number][],
  };
  expect((await draftedBlocks({ 'a.py': `${around('a')}\n\n${around('b')}` }, lines)).obstacle).toBe('lost_write');
});

test('methods of one class share a method', async () => {
  const run = LONG.replace('log(rows)', 'self.log(rows)').replaceAll(/^/gm, '        ');
  const around = (name: string) =>
    `    def ${name}(self, rows):\n        begin()\n${run}\n        self.end("${name}")\n\n`;
  const lines = {
    'a.py': [
      [4, 9],
      [14, 19],
    ] as [number, number][],
  };
  const { obstacle, after } = await draftedBlocks(
    { 'a.py': `class A:\n${around('load_a')}${around('load_b')}` },
    lines,
  );
  expect(obstacle).toBeUndefined();
  expect(after['a.py']).toContain('        begin()\n        self._load_part(rows)\n        self.end("load_a")\n');
});

/** The same in JavaScript. */
function script(run: string, before: string, first: string, second: string) {
  const lines = run.split('\n');
  const around = (name: string, after: string) => `function ${name}(a, rows) {\n  ${before}\n${run}\n  ${after}\n}\n`;
  const length = lines.length;
  return draftedBlocks(
    { 'a.js': `${around('loadA', first)}\n${around('loadB', second)}` },
    {
      'a.js': [
        [3, 2 + length],
        [3 + length + 5, 2 + length + 5 + length - 0],
      ],
    },
  );
}

const SCRIPT = `  for (const row of rows) {
    if (row.price > 3) {
      row.mark(1);
      row.store();
      row.close();
    }
  }
  log(rows);`;

test('JavaScript: a result is declared at the call as it was', async () => {
  const run = `  let total = 0;\n${SCRIPT.replace('row.mark(1)', 'total += row.price')}`;
  const { obstacle, text, after } = await script(run, 'begin();', 'return total;', 'print(total);');
  expect([obstacle, text]).toEqual([undefined, undefined]);
  expect(after['a.js']).toContain('  let total = getTotal(rows);\n  return total;');
  expect(after['a.js']).toContain('  log(rows);\n  return total;\n}');
});

test('JavaScript: several results are an array', async () => {
  const { after } = await script(`  const [b, c] = a;\n${SCRIPT}`, 'begin();', 'return b + c;', 'print(b, c);');
  expect(after['a.js']).toContain('  const [b, c] = getBAndC(a, rows);\n');
});

test('JavaScript: what is declared before the statements is declared in the function', async () => {
  const run = `  total = 0;\n${SCRIPT.replace('row.mark(1)', 'total += row.price')}`;
  const { obstacle, text, after } = await script(run, 'let total;', 'return total;', 'print(total);');
  expect([obstacle, text]).toEqual([undefined, undefined]);
  expect(after['a.js']).toContain('  let total;\n  total = 0;');
  expect(after['a.js']).toContain('  total = getTotal(rows);\n');
});

test('JavaScript: await makes the function asynchronous', async () => {
  const { obstacle, text, after } = await draftedBlocks(
    {
      'a.js': ['loadA', 'loadB']
        .map(
          (name) =>
            `async function ${name}(a, rows) {\n  begin();\n${SCRIPT.replace('log(', 'await log(')}\n  end(${name});\n}\n`,
        )
        .join('\n'),
    },
    {
      'a.js': [
        [3, 10],
        [16, 23],
      ],
    },
  );
  expect([obstacle, text]).toEqual([undefined, undefined]);
  expect(after['a.js']).toContain('  await loadPart(rows);\n');
});

test('JavaScript: functions without a name have one that is named by the file', async () => {
  const around = (name: string) => `it("${name}", function () {\n  begin();\n${SCRIPT}\n  end(1);\n});\n`;
  const { obstacle, after } = await draftedBlocks(
    { 'rows.js': `${around('one')}\n${around('two')}` },
    {
      'rows.js': [
        [3, 10],
        [16, 23],
      ],
    },
  );
  expect(obstacle).toBeUndefined();
  expect(after['rows.js']).toContain('/** Part of 2 functions without a name. */\nfunction rowsPart() {');
});

test.each([
  ['block_exit', SCRIPT.replace('row.mark(1)', 'return'), 'begin();', 'end();'],
  ['declares', `  var b = 1;\n${SCRIPT}`, 'begin();', 'b = 2; end(b);'],
  ['shared_closure', SCRIPT.replace('log(rows)', 'a = 1'), 'const f = () => a;', 'f();'],
])('JavaScript: the obstacle %s', async (id, run, before, after) => {
  expect((await script(run, before, after, after)).obstacle).toBe(id);
});

test('TypeScript: a type of the function around the statements is an obstacle', async () => {
  const around = (name: string) =>
    `function ${name}(rows: any) {\n  type Own = { a: number };\n  const b: Own = rows;\n${SCRIPT}\n  end(b);\n}\n`;
  const lines = {
    'a.ts': [
      [3, 11],
      [17, 25],
    ] as [number, number][],
  };
  expect((await draftedBlocks({ 'a.ts': `${around('loadA')}\n${around('loadB')}` }, lines)).obstacle).toBe(
    'local_type',
  );
});

test('TypeScript: a check that narrows a type for later code stays there', async () => {
  const run = `  if (a === undefined) {\n    throw new Error();\n  }\n${SCRIPT}`;
  const around = (name: string, last: string) =>
    `function ${name}(a: string | undefined, rows: Row[]) {\n  begin();\n${run}\n  ${last}\n}\n`;
  const lines = {
    'a.ts': [
      [3, 13],
      [19, 29],
    ] as [number, number][],
  };
  const draft = (last: string) =>
    draftedBlocks({ 'a.ts': `${around('loadA', last)}\n${around('loadB', last)}` }, lines);
  expect((await draft('end(a);')).obstacle).toBe('lost_proof');
  const { obstacle, after } = await draft('end(rows);');
  expect(obstacle).toBeUndefined();
  expect(after['a.ts']).toContain('function loadPart(a: string | undefined, rows: ');
});

test('TypeScript: an assertion of what later code uses stays there', async () => {
  const around = (name: string, check: string, last: string) =>
    `function ${name}(a: string | undefined, rows: Row[]) {\n  begin();\n  ${check}\n${SCRIPT}\n  ${last}\n}\n`;
  const lines = {
    'a.ts': [
      [3, 11],
      [17, 25],
    ] as [number, number][],
  };
  const draft = (check: string, last: string) =>
    draftedBlocks({ 'a.ts': `${around('loadA', check, last)}\n${around('loadB', check, last)}` }, lines);
  expect((await draft('invariant(isText(a));', 'end(a);')).obstacle).toBe('lost_proof');
  expect((await draft('must(a !== undefined);', 'end(a);')).obstacle).toBe('lost_proof');
  expect((await draft('invariant(isText(a));', 'end(rows);')).obstacle).toBeUndefined();
  expect((await draft('note(a);', 'end(a);')).obstacle).toBeUndefined();
});

test('TypeScript: a type guard of a parameter without a type is an obstacle', async () => {
  const around = (name: string, check: string) =>
    `function ${name}() {\n  const a = load();\n  begin();\n  ${check}\n  a.next();\n${SCRIPT}\n  end();\n}\n`;
  const lines = {
    'a.ts': [
      [4, 13],
      [20, 29],
    ] as [number, number][],
  };
  const draft = (check: string) =>
    draftedBlocks({ 'a.ts': `${around('loadA', check)}\n${around('loadB', check)}` }, lines);
  expect((await draft('invariant(isIterable(a));')).obstacle).toBe('lost_proof');
  expect((await draft('must(a instanceof Own);')).obstacle).toBe('lost_proof');
  expect((await draft('must(Array.isArray(a));')).obstacle).toBeUndefined();
});

test('TypeScript: several results keep their types', async () => {
  const around = (name: string) =>
    `function ${name}(rows: Row[]) {\n  begin();\n  const a = rows.first();\n  const b = rows.last();\n${SCRIPT}\n  return a + b;\n}\n`;
  const { after, obstacle, text } = await draftedBlocks(
    { 'a.ts': `${around('loadA')}\n${around('loadB')}` },
    {
      'a.ts': [
        [3, 12],
        [18, 27],
      ],
    },
  );
  expect([obstacle, text]).toEqual([undefined, undefined]);
  expect(after['a.ts']).toContain('  return [a, b] as const;\n');
});

test('a function in the value of a declared variable does not make it an argument', async () => {
  const one = (name: string) => `export function ${name}(t) {
  t.plan(2)

  const logger = {
    level: 'error',
    warn: () => {},
    info: () => {},
    error: () => t.fail(),
    child: () => logger,
  }
  const app = open({ logger, level: 'error' })
  app.on('error', t.fail)

  return t.${name}(app)
}
`;
  const files = { 'a.js': `${one('first')}${one('second')}` };
  const { obstacle, text, after } = await draftedBlocks(files, {
    'a.js': [
      [4, 12],
      [19, 27],
    ],
  });
  expect([obstacle, text]).toEqual([undefined, undefined]);
  expect(after['a.js']).toContain('const app = getApp(t)');
});
