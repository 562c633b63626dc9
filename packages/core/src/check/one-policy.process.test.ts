import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { listedGroups } from '#lists/listed-groups.ts';
import { FILE_CLASSES } from '#scan/file-classes.ts';
import type { Group, Scan } from '#scan/model.ts';
import { inputSize } from '../../../../tools/tests/searches.ts';
import { checkOfBoth, scanOf } from './fixture.ts';
import type { Check, GroupFinding } from './model.ts';
import { repeated, TEMPLATES } from './templates-fixture.ts';

vi.setConfig({ testTimeout: 240_000 });

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
    { numRuns: inputSize({ quick: 15, deep: 40 }) },
  );
  expect(Math.min(seen.findings, seen.apart, seen.listed)).toBeGreaterThan(inputSize({ quick: 3, deep: 10 }));
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

/** Code that no other index has. */
const own = (index: number, line: (name: string) => string) =>
  repeated(6 + (index % 3), (at) => line(`${String.fromCharCode(97 + index)}${at}`));
const saved = (index: number) =>
  `def test${index}(store, team):\n${own(index, (name) => `    ${name} = store.${name}_of(team.${name}, ["${name}", {"${name}": ${name}_limit}]) or ${name}_default\n`)}    red${index} = store.paint(team, "red")\n    red${index}.owner = team.first\n    store.save(red${index}, sure=True)\n    store.flush()\n    team.colors = store.list([red${index}, team])\n    store.save(team, sure=True)\n`;
const column = (index: number) =>
  `<?php\nclass Entity${index}\n{\n    #[ORM\\Column(type: 'integer')]\n    #[ORM\\Id]\n    #[ORM\\GeneratedValue(strategy: 'AUTO')]\n    private ?int $id = null;\n\n    public function load${index}(array $rows): int\n    {\n${own(index, (name) => `        $${name} = $this->${name}->of($rows['${name}'] ?? ${name}_LIMIT) > 1 ? [$rows, '${name}'] : null;\n`)}        return 1;\n    }\n}\n`;
const OF_MANY: [string, string, (index: number) => string][] = [
  ['the last statements of a function', 'py', saved],
  ['a column with its attributes', 'php', column],
];

test.each(OF_MANY)(
  'a block of %s that a list shows for its many places is apart if a change adds one',
  async (_, ending, of) => {
    const files = (count: number) =>
      Object.fromEntries(repeatedNumbers(count).map((index) => [`src/f${index}.${ending}`, of(index)]));
    const kindOf = (kinds: readonly { kind: string }[]) => new Set(kinds.map(({ kind }) => kind));
    const listed = listedGroups(await scanOf(files(12)), []);
    expect([...kindOf(listed.shown)].some((kind) => kind.startsWith('block'))).toBe(true);
    const { groups, apart } = await checkOfBoth(files(12), files(13));
    expect(groups.map(({ family }) => family.shown.kind)).toEqual([]);
    expect(apart.get('small')).toBeGreaterThan(0);
    const many = await checkOfBoth(files(2), files(12));
    expect(many.groups.length).toBeGreaterThan(0);
  },
);

function repeatedNumbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}
