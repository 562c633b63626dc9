import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { listedGroups } from '#lists/listed-groups.ts';
import { FILE_CLASSES } from '#scan/file-classes.ts';
import type { Group, Scan } from '#scan/model.ts';
import { checkOfBoth, scanOf } from './fixture.ts';
import type { Check, GroupFinding } from './model.ts';

vi.setConfig({ testTimeout: 240_000 });

/** A piece of code by the name of its file and declarations, and a number that only changes literals. */
type Template = readonly [ending: string, text: (name: string, variant: number) => string];

const repeated = (count: number, line: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => line(at)).join('');

const TEMPLATES: readonly Template[] = [
  // Listed: control structures.
  [
    'py',
    (name, variant) =>
      `def ${name}(rows, limit=${variant}):\n    out = []\n    for row in rows:\n        if row.size > limit and row.kind != "skip":\n            out.append((row.key, row.size * ${variant + 2}))\n        elif row.parent:\n            out.extend(row.parent.items[:limit])\n    return sorted(out, key=lambda it: it[1])\n`,
  ],
  [
    'ts',
    (name, variant) =>
      `export function ${name}(rows: Row[]): number {\n  let sum = ${variant};\n  for (const row of rows) {\n    if (row.isTaxed && row.price > 0) sum += row.price * (1 + row.rate) - row.discount;\n    else if (row.parent !== undefined) sum -= Math.max(row.parent.price, sum / 3);\n  }\n  return Math.round(sum * 100) / 100;\n}\n`,
  ],
  [
    'php',
    (name, variant) =>
      `<?php\nfunction ${name}(array $rows): array {\n    $out = [];\n    foreach ($rows as $row) {\n        if ($row->size > ${variant} && !isset($out[$row->key])) {\n            $out[$row->key] = trim($row->name) . ':' . $row->size;\n        } else {\n            $out[] = $row->key;\n        }\n    }\n    return array_filter($out);\n}\n`,
  ],
  // Apart: small, frames, data, types.
  ['py', (name, variant) => `def ${name}(self, key, value):\n    return self.inner_${name}(key, value, ${variant})\n`],
  ['py', (name, variant) => `def ${name}():\n    return {${repeated(12, (at) => `"k${at}": ${at + variant}, `)}}\n`],
  [
    'ts',
    (name) =>
      `export interface ${name} {\n  id: string;\n  at: Date;\n  by: User;\n  tenant: Tenant;\n  tags: string[];\n  ${name}: number;\n}\n`,
  ],
  ['ts', () => repeated(9, (at) => `export { make${at}, stop${at} } from './module${at}';\n`)],
  [
    'js',
    (name, variant) =>
      `${repeated(8, (at) => `app.use('/path${at}', handler${at}, { limit: ${at} });\n`)}start('${name}', ${variant});\n`,
  ],
  [
    'php',
    (name) =>
      `<?php\nclass ${name} {\n    public function __construct(\n        private Clock $clock,\n        private Mailer $mailer,\n        private Store $store,\n        private Queue $queue,\n    ) {}\n    public function ${name}(): string { return '${name}'; }\n}\n`,
  ],
  [
    'py',
    (name, variant) =>
      `def ${name}(a, b):\n    first = a.load(b)\n    check(first, ${variant})\n    return wrap(first, name="${name}")\n`,
  ],
  // Identical functions of few nodes.
  ['py', (name) => `def ${name}(a, b):\n    if a > b:\n        return [a, b, a - b]\n    return [b, a]\n`],
];

const pieces = (least: number) =>
  fc.array(fc.record({ template: fc.nat(TEMPLATES.length - 1), variant: fc.nat(1), isTest: fc.nat(5) }), {
    minLength: least,
    maxLength: 6,
  });

function filesOf(start: number, all: readonly { template: number; variant: number; isTest: number }[]) {
  return Object.fromEntries(
    all.map(({ template, variant, isTest }, at) => {
      const [ending, text] = TEMPLATES[template] ?? ['py', () => ''];
      const folder = isTest === 0 ? 'tests' : 'src';
      return [`${folder}/file${start + at}.${ending}`, text(`Name${start + at}`, variant)];
    }),
  );
}

interface Lines {
  path: string;
  start_line: number;
  end_line: number;
}

function linesOf({ entries, relations }: Scan, { occurrences, blocks }: Group): Lines[] {
  if (blocks !== undefined) return blocks;
  const ids = new Set(occurrences);
  return entries.flatMap((entry) => {
    if (entry.kind !== 'file') return [];
    const own = relations.get(entry.path)?.ids ?? [];
    const declarations = entry.facts?.declarations ?? [];
    return declarations.filter((_, at) => ids.has(own[at] ?? '')).map((it) => ({ ...it, path: entry.path }));
  });
}

/** Whether a new copy of a group of small functions is identical to another one. */
function hasIdentical({ fresh }: GroupFinding, groups: readonly Group[]): boolean {
  const bodies = groups.filter(({ kind }) => kind === 'function-body');
  return fresh.some(({ id }) => bodies.some(({ occurrences }) => occurrences.includes(id)));
}

test('nothing that a list puts apart fails a check, and what it lists and a change added fails it', async () => {
  const seen = { findings: 0, apart: 0, listed: 0 };
  await fc.assert(
    fc.asyncProperty(pieces(1), pieces(1), async (old, added) => {
      const [before, files] = [filesOf(0, old), filesOf(old.length, added)];
      const after = { ...before, ...files };
      const now = await scanOf(after);
      const listed = listedGroups(now, FILE_CLASSES);
      const result: Check = await checkOfBoth(before, after);
      const apart = new Set(listed.apart.map(({ group }) => group.id));
      for (const finding of result.groups) {
        seen.findings++;
        const { id, kind } = finding.family.shown;
        const isException = kind === 'function-body' ? finding.family.nodes < 30 : hasIdentical(finding, now.groups);
        if (apart.has(id)) expect({ id, kind, isException }).toEqual({ id, kind, isException: true });
      }
      seen.apart += [...result.apart.values()].reduce((sum, its) => sum + its, 0);
      const found = result.groups.flatMap(({ family }) => family.copies);
      for (const group of listed.shown) {
        const all = linesOf(now, group);
        const fresh = all.filter(({ path }) => Object.hasOwn(files, path));
        // Named rule: functions of few nodes, and little similar declarations, that were only added to tests.
        if (fresh.length === 0 || fresh.every(({ path }) => path.startsWith('tests/'))) continue;
        seen.listed++;
        const isFound = fresh.some((it) => {
          return found.some(
            (copy) => copy.path === it.path && copy.start_line <= it.end_line && copy.end_line >= it.start_line,
          );
        });
        expect({ group: group.id, lines: fresh, isFound }).toEqual({ group: group.id, lines: fresh, isFound: true });
      }
    }),
    { numRuns: 40 },
  );
  expect(Math.min(seen.findings, seen.apart, seen.listed)).toBeGreaterThan(10);
});

const similar = (name: string, shared: number) =>
  `def ${name}(app):\n    if app.${name}:\n        stop(app)\n${repeated(shared, (at) => `    run(app.client(${at}), wait=${at}, log="${at}")\n`)}    app.${name}[0].value = make("${name}0")\n`;

test('a group that was listed before is a finding, although a less similar new member puts it apart', async () => {
  const before = { 'a.py': similar('one', 3), 'b.py': similar('two', 3) };
  const added = { 'c.py': similar('three', 2) };
  const now = await scanOf({ ...before, ...added });
  const [old] = [listedGroups(await scanOf(before), [])];
  expect(old.shown).toHaveLength(1);
  const of = listedGroups(now, []).apart.filter(({ group }) => group.occurrences.length === 3);
  expect(of).toMatchObject([{ by: 'small', group: { kind: 'near' } }]);
  const { groups } = await checkOfBoth(before, { ...before, ...added });
  expect(groups.map(({ change, family }) => [change, family.copies.length])).toEqual([['grown', 3]]);
});
