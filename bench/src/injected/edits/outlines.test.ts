import { Engine } from 'php-parser';
import ts from 'typescript';
import { parse } from 'unbash';
import { describe, expect, test } from 'vitest';
import type { Language } from '../../corpus/files.ts';
import type { SampledFunction } from '../../functions/sample.ts';
import { Random } from '../../unbreakable/random.ts';
import { callbackCopy } from './callbacks.ts';
import { addBraces, change, changeLiterals, copyInto, insert, remove, removeBraces } from './edits.ts';
import type { OutlineReader, Range } from './outline.ts';
import { bashOutline } from './outlines/bash.ts';
import { phpOutline } from './outlines/php.ts';
import { typescriptOutline } from './outlines/typescript.ts';

interface Example {
  language: Language;
  read: OutlineReader;
  /** The function is called `total`. */
  source: string;
  /** Statements of each list, the function's own first. */
  blocks: string[][];
  literals: string[];
  /** Whether a program has no syntax error. */
  isProgram: (text: string) => boolean;
}

const TYPESCRIPT = `import { log } from 'log';
function total(items: Item[]) {
  'use strict';
  const names: Record<string, 'a' | 'b'> = { 'key': "value", other: 7 };
  if (items.length > 2) {
    log('many');
    return names;
  }
  switch (items.length) {
    case 1:
      log(\`one \${items[0]}\`);
  }
}
`;

const PHP = `<?php
class Order {
    public function total(array $items) {
        $sum = 0;
        foreach ($items as $item) {
            $sum += $item['price'] * 2;
            log("plain", "with $item");
        }
        return round($sum, 2);
    }
}
`;

const BASH = `total() {
  local sum=0
  for item in "$@"; do
    echo 'adding' "$item" 3
    sum=$((sum + item))
  done
  echo "sum" "$sum"
}
`;

const EXAMPLES: Example[] = [
  {
    ...{ language: 'typescript', read: typescriptOutline, source: TYPESCRIPT },
    blocks: [
      [
        "'use strict';",
        `const names: Record<string, 'a' | 'b'> = { 'key': "value", other: 7 };`,
        "if (items.length > 2) {\n    log('many');\n    return names;\n  }",
        `switch (items.length) {\n    case 1:\n      log(\`one \${items[0]}\`);\n  }`,
      ],
      ["log('many');", 'return names;'],
      [`log(\`one \${items[0]}\`);`],
    ],
    // Not directives, types, names of members, and strings with expressions.
    literals: ['"value"', '7', '2', "'many'", '1', '0'],
    isProgram: (text) => ts.transpileModule(text, { reportDiagnostics: true }).diagnostics?.length === 0,
  },
  {
    ...{ language: 'php', read: phpOutline, source: PHP },
    blocks: [
      [
        '$sum = 0;',
        `foreach ($items as $item) {\n            $sum += $item['price'] * 2;\n            log("plain", "with $item");\n        }`,
        'return round($sum, 2);',
      ],
      ["$sum += $item['price'] * 2;", 'log("plain", "with $item");'],
    ],
    literals: ['0', "'price'", '2', '"plain"', '2'],
    isProgram: (text) => {
      try {
        new Engine({ parser: { version: 802 } }).parseCode(text, 'f.php');
        return true;
      } catch {
        return false;
      }
    },
  },
  {
    ...{ language: 'bash', read: bashOutline, source: BASH },
    blocks: [
      [
        'local sum=0',
        `for item in "$@"; do\n    echo 'adding' "$item" 3\n    sum=$((sum + item))\n  done`,
        'echo "sum" "$sum"',
      ],
      [`echo 'adding' "$item" 3`, 'sum=$((sum + item))'],
    ],
    literals: ["'adding'", '3', '"sum"'],
    isProgram: (text) => (parse(text).errors ?? []).length === 0,
  },
];

describe.each(EXAMPLES)('the outline of a $language function', ({ language, read, source, ...expected }) => {
  const from = source.search(/(?:(?:public )?function )?total/);
  const to = source.lastIndexOf('}', language === 'php' ? source.lastIndexOf('}') - 1 : undefined) + 1;
  const program = { source, from, to, language };
  const print = { name: 'total', kind: 'function', nodes: 1, line: 1, start: from, end: to, body: '', shape: '' };
  const sample: SampledFunction = { ...program, ownName: 'total', file: 'f', mode: { language }, print };
  const outline = async () => {
    const found = await read(sample);
    if (found === undefined) throw new Error('the function has no outline');
    return found;
  };
  const text = ({ from, to }: Range) => source.slice(from, to);
  const added = (edited: string) => edited.split('\n').length - source.split('\n').length;

  test('has its lists of statements and its plain literals', async () => {
    const { blocks, literals } = await outline();
    expect(expected.isProgram(source)).toBe(true);
    expect(expected.isProgram(`${source}}`)).toBe(false);
    expect(blocks.filter(({ length }) => length > 0).map((block) => block.map(text))).toEqual(expected.blocks);
    expect(literals.map(text)).toEqual(expected.literals);
  });

  test('allows to insert, remove and change statements: the results are programs', async () => {
    const { blocks, literals } = await outline();
    for (let seed = 1; seed <= 20; seed++) {
      for (const count of [1, 3] as const) {
        const inserted = insert(program, { blocks, literals }, count, new Random(seed));
        expect(added(inserted?.text ?? '')).toBe(count);
        expect(expected.isProgram(inserted?.text ?? '')).toBe(true);
        expect(inserted?.text.slice(inserted.to)).toBe(source.slice(to));
      }
    }
    for (const statement of blocks.flat()) {
      const changed = change(program, statement);
      expect(changed.text.slice(statement.from)).toMatch(/^notify[( ]'added'/);
      expect(expected.isProgram(changed.text)).toBe(true);
      const removed = remove(program, statement);
      expect(removed.text).toBe(source.slice(0, statement.from) + source.slice(statement.to));
      // A list of Bash must not be empty.
      const isOnly = blocks.some((block) => block.length === 1 && block[0] === statement);
      if (language !== 'bash' || !isOnly) expect(expected.isProgram(removed.text)).toBe(true);
    }
  });

  test('allows to give all literals other values of the same type', async () => {
    const { literals } = await outline();
    const { text: changed } = changeLiterals(program, literals);
    expect(expected.isProgram(changed)).toBe(true);
    const isString = literals.map((literal) => /^['"]/.test(text(literal)));
    expect(changed.match(/['"]changed \d['"]/g)).toHaveLength(isString.filter(Boolean).length);
    expect(changed.match(/\b47\d\d\b/g)).toHaveLength(isString.filter((it) => !it).length);
  });

  test('allows to copy statements into another function, with its indentation', async () => {
    const { blocks, literals } = await outline();
    const [, inner = []] = blocks.filter(({ length }) => length > 0);
    const copied = copyInto({ ...program, outline: { blocks, literals } }, program, inner, new Random(1));
    expect(copied?.text.slice(copied.from, copied.to)).toBe(source.slice(inner[0]?.from, inner.at(-1)?.to));
    expect(expected.isProgram(copied?.text ?? '')).toBe(true);
    expect(copyInto({ ...program, outline: { blocks: [], literals } }, program, inner, new Random(1))).toBeUndefined();
  });
});

test('a function without a list of statements has no outline', () => {
  const outlineOf = (read: OutlineReader, language: Language, source: string) => {
    const print = { name: 'f', kind: 'function', nodes: 1, line: 1, start: 0, end: 0, body: '', shape: '' };
    const to = source.length;
    return read({ source, from: source.indexOf('f('), to, ownName: 'f', file: 'f', mode: { language }, print });
  };
  expect(outlineOf(typescriptOutline, 'typescript', 'declare function f(): void;')).toBeUndefined();
  expect(outlineOf(phpOutline, 'php', '<?php interface I { function f(); }')).toBeUndefined();
  expect(outlineOf(bashOutline, 'bash', 'echo f(')).toBeUndefined();
});

const FORMS = [
  {
    language: 'javascript',
    read: typescriptOutline,
    isProgram: EXAMPLES[0]?.isProgram,
    source:
      'async function total(items, { a = 1 }) {\n  if (a) return items;\n  else { throw items; }\n  for (const it of items) {\n    log(it)\n  }\n  while (a) { const b = 1; }\n  audit(items);\n}\n',
    added: 'if (a) { return items; }',
    removed: ['else throw items;', 'for (const it of items) log(it);', 'while (a) { const b = 1; }'],
    callback: "router.use('total', async function (items, { a = 1 }) {",
    copy: "queue.listen('total', async function (items, { a = 1 }) {",
  },
  {
    language: 'php',
    read: phpOutline,
    isProgram: EXAMPLES[1]?.isProgram,
    source:
      '<?php\nfunction total(array $items): int {\n    if ($items) return 1;\n    foreach ($items as $it) {\n        echo $it;\n    }\n    while (true) { run(); stop(); }\n    return 2;\n}\n',
    added: 'if ($items) { return 1; }',
    removed: ['foreach ($items as $it) echo $it;', 'while (true) { run(); stop(); }'],
    callback: "$router->use('total', function (array $items): int {",
    copy: "$queue->listen('total', function (array $items): int {",
  },
] as const;

describe.each(FORMS)('the other forms of a $language function', ({ language, read, source, ...expected }) => {
  const from = source.search(/(?:async )?function/);
  const program = { source, from, to: source.length - 1, language };
  const print = { name: 'total', kind: 'function', nodes: 1, line: 1, start: from, end: 1, body: '', shape: '' };
  const sample: SampledFunction = { ...program, ownName: 'total', file: 'f', mode: { language }, print };
  const outline = () => read(sample) ?? { blocks: [], literals: [] };

  test('have braces around single statements, or none, and are programs', () => {
    const { bodies = [] } = outline();
    const [added, removed] = [addBraces(program, bodies), removeBraces(program, bodies)];
    expect(added?.text).toContain(expected.added);
    for (const text of expected.removed) expect(removed?.text).toContain(text);
    for (const edited of [added, removed]) {
      expect(expected.isProgram?.(edited?.text ?? '')).toBe(true);
      expect(edited?.text.slice(edited.to)).toBe('\n');
    }
  });

  test('are passed to calls without their name, the copy with one more statement', async () => {
    const copy = await callbackCopy(sample, outline(), { language, outline: read });
    expect(copy?.origin).toContain(expected.callback);
    expect(copy?.text).toContain(expected.copy);
    expect(copy?.text.split('\n')).toHaveLength((copy?.origin.split('\n').length ?? 0) + 1);
    for (const text of [copy?.origin, copy?.text]) expect(expected.isProgram?.(text ?? '')).toBe(true);
    expect(copy?.text.slice(copy.to)).toBe(');\n');
  });
});
