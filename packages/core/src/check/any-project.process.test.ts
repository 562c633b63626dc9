import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { CODE_CLASSES } from '#lists/list-classes.ts';
import { inputSize } from '../../../../tools/tests/searches.ts';
import { baselineOf } from './baseline.ts';
import { check } from './check.ts';
import { scanOf } from './fixture.ts';
import { type Baseline, findingsOf } from './model.ts';
import { updatedBaseline } from './update.ts';

/** Function templates of different syntax; `%` is the function's name. */
const BODIES = [
  'def %(a, b):\n    out = []\n    for x in a:\n        out.append(x + b)\n    return out\n',
  'def %(a, b):\n    if a > b:\n        return [a, b, a - b]\n    return [b, a, b - a]\n',
  'def %(a, b):\n    while a:\n        a, b = b, a * b if b else 0\n    return {"a": a, "b": b}\n',
  'def %(a, b):\n    try:\n        return a[b][0]\n    except KeyError:\n        return {"missing": b}\n',
  'def %(p, q):\n    out = []\n    for y in p:\n        out.append(y + q)\n    return out\n',
];

interface Module {
  folder: number;
  bodies: number[];
  imports: number[];
}

const modules = fc.array(
  fc.record({
    folder: fc.nat(2),
    bodies: fc.array(fc.nat(BODIES.length - 1), { maxLength: 3 }),
    imports: fc.array(fc.nat(6), { maxLength: 4 }),
  }),
  { minLength: 2, maxLength: 7 },
);

/** Ways to write the same project, none of which adds a copy. */
interface Manner {
  /** Part of the names of files, folders and functions. */
  name: string;
  comment: string;
  tabs: boolean;
}

/** @param renamed by module: whether the name of its file is the manner's own */
function filesOf(project: readonly Module[], manner: Manner, renamed: readonly boolean[]): Record<string, string> {
  const moduleName = (index: number) => {
    const own = renamed[index] === true ? manner.name : '';
    return `f${project[index]?.folder}${own}.m${index}${own}`;
  };
  return Object.fromEntries(
    project.map(({ bodies, imports }, index) => {
      // A module that imports itself is not a cycle.
      const others = imports.map((it) => (it === index ? (it + 1) % project.length : it));
      const lines = others.filter((it) => it < project.length).map((it) => `import ${moduleName(it)}\n`);
      const functions = bodies.map((body, at) => (BODIES[body] ?? '').replace('%', `fn${at}${manner.name}`));
      const text = [...lines, ...functions].join(manner.comment);
      return [`${moduleName(index).replace('.', '/')}.py`, manner.tabs ? text.replaceAll('    ', '\t') : text];
    }),
  );
}

const plain: Manner = { name: '', comment: '', tabs: false };
const manner = fc.record({
  name: fc.constantFrom('', '_z', 'Other'),
  comment: fc.constantFrom('', '# said\n', '\n\n'),
  tabs: fc.boolean(),
});
const renamed = fc.array(fc.boolean(), { minLength: 7, maxLength: 7 });
const RUNS = { numRuns: inputSize({ quick: 10, deep: 25 }) };

vi.setConfig({ testTimeout: 120_000 });

test('a project has no findings against its own baseline, also after moving, renaming and reformatting', async () => {
  let groups = 0;
  let cycles = 0;
  await fc.assert(
    fc.asyncProperty(modules, manner, renamed, async (project, other, moved) => {
      const before = await scanOf(filesOf(project, plain, []));
      const baseline = baselineOf(before);
      groups += baseline.groups.length;
      cycles += baseline.cycles.length;
      const same = check(before, baseline, { baseline: 'b' });
      expect([findingsOf(same), same.shrunk, same.continued]).toEqual([0, { groups: [], cycles: [] }, []]);
      const now = check(await scanOf(filesOf(project, other, moved)), baseline, { baseline: 'b' });
      expect([findingsOf(now), now.shrunk, now.continued]).toEqual([0, { groups: [], cycles: [] }, []]);
    }),
    RUNS,
  );
  expect(Math.min(groups, cycles)).toBeGreaterThan(inputSize({ quick: 3, deep: 10 }));
});

test('each added copy is found at any location, also when the other files were moved', async () => {
  await fc.assert(
    fc.asyncProperty(modules, fc.nat(6), manner, renamed, async (project, pick, other, moved) => {
      const all = project.flatMap(({ bodies }) => bodies);
      const body = all[pick % Math.max(1, all.length)];
      fc.pre(body !== undefined);
      const baseline = baselineOf(await scanOf(filesOf(project, plain, [])));
      const files = filesOf(project, other, moved);
      const copy = { 'added/here.py': (BODIES[body ?? 0] ?? '').replace('%', 'added') };
      const { groups, cycles } = check(await scanOf({ ...files, ...copy }), baseline, { baseline: 'b' });
      expect(cycles).toEqual([]);
      expect(groups).toHaveLength(1);
      expect(groups[0]?.unlisted.map(({ location }) => location)).toContain('added/here.py#added');
    }),
    RUNS,
  );
});

/** Two functions are copied together: the finding is a block, which contains the declarations. */
const TWO_COPIED_FUNCTIONS: [Module[], Module[], boolean[], Manner, boolean[]] = [
  [
    { folder: 0, bodies: [2, 0], imports: [] },
    { folder: 0, bodies: [0], imports: [] },
  ],
  [
    { folder: 0, bodies: [], imports: [] },
    { folder: 0, bodies: [2, 0], imports: [] },
  ],
  [false, true],
  plain,
  [],
];

/** A grown block is a new one if the update removed its listed copies: its finding moves to another position of the list. */
const NEW_AFTER_UPDATE: [Module[], Module[], boolean[], Manner, boolean[]] = [
  [
    { folder: 0, bodies: [], imports: [] },
    { folder: 0, bodies: [3, 2], imports: [] },
    { folder: 1, bodies: [3, 2], imports: [] },
  ],
  [
    { folder: 0, bodies: [], imports: [] },
    { folder: 0, bodies: [], imports: [] },
    { folder: 1, bodies: [1, 0], imports: [] },
    { folder: 0, bodies: [0, 1, 0], imports: [] },
  ],
  [false, false, true],
  plain,
  [],
];

test('updating a baseline only removes entries, and a check against it finds the same groups and cycles', async () => {
  await fc.assert(
    fc.asyncProperty(modules, modules, renamed, manner, renamed, async (project, others, changed, other, moved) => {
      const old = baselineOf(await scanOf(filesOf(project, plain, [])));
      const later = project.map((module, index) => (changed[index] === true ? (others[index] ?? module) : module));
      const added = others.slice(project.length);
      const now = await scanOf(filesOf([...later, ...added], other, moved));
      const contained = check(now, old, { baseline: 'b' }, { include: CODE_CLASSES });
      const remaining = updatedBaseline(contained, []);
      const left = check(now, remaining, { baseline: 'b' }, { include: CODE_CLASSES });
      const idsOf = ({ groups, cycles }: typeof contained) => [
        ...groups.map(({ family }) => family.id).sort(),
        ...cycles.map(({ id }) => id).sort(),
      ];
      expect(idsOf(left)).toEqual(idsOf(contained));
      expect([left.shrunk.groups, left.continued]).toEqual([[], []]);
      expect(copiesOf(remaining)).toBeLessThanOrEqual(copiesOf(old));
      expect(filesOfCycles(remaining)).toBeLessThanOrEqual(filesOfCycles(old));
      const accepted = updatedBaseline(contained, idsOf(contained));
      expect(findingsOf(check(now, accepted, { baseline: 'b' }, { include: CODE_CLASSES }))).toBe(0);
      expect(accepted).toEqual(baselineOf(now));
    }),
    { ...RUNS, examples: [TWO_COPIED_FUNCTIONS, NEW_AFTER_UPDATE] },
  );
});

function copiesOf({ groups }: Baseline): number {
  return groups.reduce((sum, { copies }) => sum + copies.length, 0);
}

function filesOfCycles({ cycles }: Baseline): number {
  return cycles.reduce((sum, { files }) => sum + files.length, 0);
}
