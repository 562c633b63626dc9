import { execFileSync } from 'node:child_process';
import { BUILT_HERE, NATIVE_MISSING } from '@analyzer/core/parse/native/built-here.ts';
import { describe, expect, test } from 'vitest';
import { analyzer, folderWith } from '../fixture.ts';

/** A body in each language, with a literal; and the same lines with one more. */
const BODIES: Record<string, (literal: string, more: string) => string> = {
  py: (literal, more) =>
    `    total = 0\n    names = []\n    for item in items:\n        if item.kind == 'skip':\n            continue\n${more && '        log(item)\n'}` +
    `        total += item.size * options.factor\n        names.append(item.name.strip().lower())\n    if total > options.limit:\n        raise ValueError('${literal}')\n    return total, names\n`,
  ts: (literal, more) =>
    `  let total = 0;\n  const names = [];\n  for (const item of items) {\n    if (item.kind === 'skip') continue;\n${more && '    log(item);\n'}` +
    `    total += item.size * options.factor;\n    names.push(item.name.trim().toLowerCase());\n  }\n  if (total > options.limit) throw new Error('${literal}');\n  return [total, names];\n`,
  php: (literal, more) =>
    `  $total = 0;\n  $names = [];\n  foreach ($items as $item) {\n    if ($item->kind === 'skip') { continue; }\n${more && '    log_it($item);\n'}` +
    `    $total += $item->size * $options->factor;\n    $names[] = strtolower(trim($item->name));\n  }\n  if ($total > $options->limit) { throw new Exception('${literal}'); }\n  return [$total, $names];\n`,
  sh: (literal, more) =>
    `  local total=0 names=""\n  for item in "$@"; do\n    if [ "$item" = skip ]; then continue; fi\n${more && '    echo "$item"\n'}` +
    `    total=$((total + $(wc -c < "$item")))\n    names="$names $(basename "$item" | tr A-Z a-z)"\n  done\n  if [ "$total" -gt "$limit" ]; then echo "${literal}" >&2; return 1; fi\n  echo "$total" "$names"\n`,
};
const HEADS: Record<string, (name: string) => [string, string]> = {
  py: (name) => [`def ${name}(items, options):\n`, ''],
  ts: (name) => [`export function ${name}(items: Item[], options: Options) {\n`, '}\n'],
  php: (name) => [`<?php\nfunction ${name}($items, $options) {\n`, '}\n'],
  sh: (name) => [`${name}() {\n`, '}\n'],
};
const EXTENSIONS = Object.keys(BODIES);

function source(extension: string, name: string, body: string): string {
  const [before = '', after = ''] = HEADS[extension]?.(name) ?? [];
  return before + body + after;
}

/** Four statements with other names, in different functions. */
const RENAMED = {
  'd.js': `export function open(room, key) {
  const lock = room.find(key, 'lock');
  if (lock === undefined) return start(room, 1);
  lock.turn(key, 7, true);
  return lock;
}
`,
  'e.js': `export function close(hall, code, when) {
  warn(when);
  const bolt = hall.find(code, 'lock');
  if (bolt === undefined) return start(hall, 1);
  bolt.turn(code, 7, true);
  return bolt;
}
`,
};

/** In each language a function, a copy with another literal and one more line, and the same lines inside another one. */
const project = () =>
  folderWith({
    ...RENAMED,
    ...Object.fromEntries(
      EXTENSIONS.flatMap((extension) => {
        const body = BODIES[extension] ?? (() => '');
        const call = {
          py: '    start(items)\n',
          ts: '  start(items, 1);\n',
          php: '  start($items);\n',
          sh: '  start\n',
        }[extension];
        return [
          [`a.${extension}`, source(extension, 'first', body('too large', ''))],
          [`b.${extension}`, source(extension, 'second', body('too big', 'more'))],
          [`c.${extension}`, source(extension, 'third', `${call}${body('too large', '')}`)],
        ];
      }),
    ),
  });

interface Group {
  kind: string;
  nodes: number;
  occurrences: string[];
  similarity?: number[];
  blocks?: { path: string; start_line: number; end_line: number; within?: string }[];
}

/** Sizes that change the groups: large declarations, and blocks that are smaller than by default. */
const SIZES = ['--min-near', '80', '--min-block', '12', '--min-block-shape', '20'];

async function groupsOf(...args: string[]): Promise<Group[]> {
  const { code, stdout } = await analyzer(['scan', '.', '--format', 'json', ...args], { cwd: project() });
  expect(code).toBe(0);
  return JSON.parse(stdout).groups;
}

test('by default groups have all kinds', async () => {
  const groups = await groupsOf();
  expect(groups.map(({ kind }) => kind)).toContain('near');
  expect(groups).toEqual(await groupsOf('--kinds', 'all'));
});

test('near finds edited copies, and block the lines inside another function, in every language', async () => {
  const groups = await groupsOf('--kinds', 'near,block');
  for (const extension of EXTENSIONS) {
    const isHere = (path = '') => path.startsWith(`a.${extension}`);
    const near = groups.find(
      ({ kind, occurrences }) => kind === 'near' && occurrences.some((id) => id.includes(`.${extension}#`)),
    );
    expect(near?.occurrences, extension).toHaveLength(3);
    expect(Math.min(...(near?.similarity ?? [])), extension).toBeGreaterThan(700);
    const block = groups.find(({ kind, blocks = [] }) => kind === 'block' && isHere(blocks[0]?.path));
    expect(block?.blocks, extension).toMatchObject([{ path: `a.${extension}` }, { path: `c.${extension}` }]);
    const [inFirst, inThird] = block?.blocks ?? [];
    expect((inThird?.start_line ?? 0) - (inFirst?.start_line ?? 0), extension).toBe(1);
  }
});

test('sizes of the kinds that are not exact are options', async () => {
  const [usual, chosen] = [await groupsOf(), await groupsOf(...SIZES)];
  const least = (groups: readonly Group[], kind: string) =>
    groups.reduce((nodes, it) => (it.kind === kind ? Math.min(nodes, it.nodes) : nodes), Number.POSITIVE_INFINITY);
  const leastOf = (groups: readonly Group[]) => ['near', 'block', 'block-shape'].map((kind) => least(groups, kind));
  const [nearBefore = 0, blockBefore = 0, shapeBefore = 0] = leastOf(usual);
  const [near = 0, block = 0, shape = 0] = leastOf(chosen);
  expect([nearBefore < 80, blockBefore >= 30, shapeBefore >= 50]).toEqual([true, true, true]);
  expect([near >= 80, block < 30, shape < 50]).toEqual([true, true, true]);
  // Functions have an own size.
  const functions = (groups: readonly Group[]) => groups.filter(({ kind }) => kind.startsWith('function'));
  expect(functions(chosen)).toEqual(functions(usual));
});

test('a size below which nothing has enough 5-grams is refused', async () => {
  const { code, stderr } = await analyzer(['scan', '.', '--min-block', '11'], { cwd: project() });
  expect(code).toBe(2);
  expect(stderr).toContain(
    'Expected a whole number from 12. Smaller code does not have the 24 different 5-grams that a comparison needs.',
  );
});

test('a wrong kind is refused with the known ones', async () => {
  const { code, stderr } = await analyzer(['scan', '.', '--kinds', 'nearly'], { cwd: project() });
  expect(code).toBe(2);
  expect(stderr).toContain('Kinds are function-body, function-shape, near, block, block-shape, or all.');
});

describe.skipIf(NATIVE_MISSING !== undefined)(`the native engine${NATIVE_MISSING ?? ''}`, () => {
  test('gives the same groups, with and without a cache', async () => {
    const portable = await groupsOf('--kinds', 'all');
    const cache = ['--cache-dir', folderWith({})];
    const native = ['--engine', 'native', '--rust-bin', BUILT_HERE];
    expect(await groupsOf('--kinds', 'all', ...native)).toEqual(portable);
    for (const engine of [[], native]) {
      // The facts of the first run have no element blocks.
      await groupsOf(...engine, ...cache);
      for (let run = 0; run < 2; run++) expect(await groupsOf('--kinds', 'all', ...engine, ...cache)).toEqual(portable);
    }
  });

  test('gives the same bytes for chosen sizes, alone and for analyzer', async () => {
    const cwd = project();
    const bytesOf = async (command: string[], engine: string[]) => {
      const { code, stdout } = await analyzer([...command, '--format', 'json', ...SIZES, ...engine], { cwd });
      expect(code).toBe(0);
      return stdout.replace(/"engine":"\w+"/, '').replace(/"runtime":\{.*?\}/, '');
    };
    const alone = (...command: string[]) =>
      execFileSync(BUILT_HERE, [...command, '--format', 'json', ...SIZES], { cwd, encoding: 'utf8' })
        .replace(/"engine":"\w+"/, '')
        .replace(/"runtime":\{.*?\}/, '');
    const other = folderWith({ 'a.py': source('py', 'first', BODIES.py?.('too large', '') ?? '') });
    for (const command of [
      ['scan', '.'],
      ['diff', other, '.'],
    ]) {
      const portable = await bytesOf(command, ['--engine', 'portable']);
      expect(portable).toContain('"min_near_nodes":80,"min_block_nodes":12,"min_block_shape_nodes":20');
      expect(await bytesOf(command, ['--engine', 'native', '--rust-bin', BUILT_HERE])).toBe(portable);
      expect(alone(...command)).toBe(portable);
    }
  });
});
