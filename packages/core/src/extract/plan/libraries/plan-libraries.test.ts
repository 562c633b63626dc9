import fc from 'fast-check';
import { expect, test } from 'vitest';
import { copies, World, type Written } from './world-fixture.ts';

test('a package with a copy that the other package imports is the home, in the file of the copy', () => {
  const { targets, homes } = new World()
    .link('quart', 'flask')
    .family(copies('jsonify', 'flask', 'quart'))
    .plan();
  expect(targets).toMatchObject([{ project: 'flask', path: 'src/jsonify.ts', is_new: false }]);
  expect(homes).toEqual(['imported']);
});

test('a package without a copy that all packages with copies import is the home', () => {
  const world = new World().link('react', 'core').link('vue', 'core').link('vue', 'vue-tools');
  const { targets, homes } = world.family(copies('matchQuery', 'react', 'vue')).plan();
  expect(targets).toMatchObject([{ project: 'core', path: 'src/match-query.ts', package_id: 'match-query' }]);
  expect(homes).toEqual(['common_import']);
});

test('a package that all import only for its types is not the home', () => {
  const world = new World().link('react', 'types', false).link('vue', 'types', false);
  expect(world.family(copies('matchQuery', 'react', 'vue')).plan().homes).toEqual(['new']);
});

test('the workspace around the packages is not the home', () => {
  const world = new World().nested('react', 'workspace', 'packages/react').nested('vue', 'workspace', 'packages/vue');
  world.link('react', 'workspace').link('vue', 'workspace');
  expect(world.family(copies('matchQuery', 'react', 'vue')).plan().homes).toEqual(['new']);
});

test('a package with a copy and the name of the function is the home, unless a cycle would close', () => {
  const named = (world: World) => world.family(copies('getMatchRange', 'match-range', 'vue')).plan();
  const { homes, targets } = named(new World());
  expect(homes).toEqual(['named']);
  expect(targets).toMatchObject([
    { package_id: 'match-range', project: 'match-range', path: 'src/getMatchRange.ts', is_new: false },
  ]);
  expect(named(new World().link('match-range', 'vue')).targets).not.toMatchObject([{ project: 'match-range' }]);
});

test('classes without functions never make a package', () => {
  const data = copies('MonokaiStyle', 'a', 'b').map((one) => ({
    ...one,
    facts: { kind: 'class', isData: true } as const,
  }));
  expect(new World().family(data).plan()).toMatchObject({ libraries: [], reasons: ['types_only'] });
});

test('a library of one function has its name, not that of its files', () => {
  const lexers = (name: string): Written[] =>
    ['old', 'new'].map((folder) => ({ project: 'a', path: `src/${folder}/lexer-${name}/lexer.ts`, name }));
  const { targets } = new World().family(lexers('PythonLexer')).family(lexers('heredocCallback')).plan();
  expect(targets.map(({ package_id: id }) => id).sort()).toEqual(['heredoc-callback', 'python-lexer']);
});

test('two packages that import each other get a new package, not a cycle', () => {
  const { targets } = new World()
    .link('a', 'b')
    .link('b', 'a')
    .family(copies('parse', 'a', 'b'))
    .plan();
  expect(targets).toMatchObject([{ project: 'app', path: 'packages/parse', is_new: true }]);
});

test('the libraries of a plan close no cycle of packages in any order', () => {
  const project = fc.constantFrom('a', 'b', 'c', 'd', 'e');
  const links = fc.array(fc.tuple(project, project), { maxLength: 8 });
  const sets = fc.array(fc.uniqueArray(project, { minLength: 2, maxLength: 4 }), { maxLength: 6 });
  fc.assert(
    fc.property(links, sets, (pairs, all) => {
      const world = new World();
      for (const [from, to] of pairs) if (from < to) world.link(from, to);
      for (const [index, projects] of all.entries()) world.family(copies(`work${index}`, ...projects));
      const after = new Map(
        [...world.imports].map(([unit, its]) => [unit.project, new Set([...its].map((one) => one.project))]),
      );
      for (const { target, families } of world.plan().libraries) {
        if (target.is_new) continue;
        for (const { project: user } of families.flatMap((family) => family.occurrences)) {
          if (user !== target.project) after.set(user, (after.get(user) ?? new Set()).add(target.project));
        }
      }
      for (const start of after.keys()) {
        const seen = new Set(after.get(start));
        for (const one of seen) for (const next of after.get(one) ?? []) seen.add(next);
        expect(seen.has(start)).toBe(false);
      }
    }),
    { numRuns: 200 },
  );
});

test('methods of two classes with a base class go to the file of the base class', () => {
  const bases = [
    {
      project: 'lit',
      path: 'src/base.ts',
      name: 'BaseController',
      isTrait: false,
      methods: new Set<string>(),
      heirs: 5,
    },
  ];
  const facts = { kind: 'method', hasOwner: true, bases } as const;
  const written = ['One', 'Two'].map((owner) => ({
    project: 'lit',
    path: `src/${owner}.ts`,
    name: `${owner}.sync`,
    facts,
  }));
  const { targets, homes } = new World().family(written).plan();
  expect(targets).toMatchObject([{ package_id: 'base-controller', path: 'src/base.ts' }]);
  expect(homes).toEqual(['base']);
});

test('copies in one package go to a file that the others already import', () => {
  const written = ['core/json.ts', 'web/answer.ts'].map((path) => ({ project: 'app', path, name: 'encodeJson' }));
  const { targets } = new World().linkFiles('app', 'web/answer.ts', 'core/json.ts').family(written).plan();
  expect(targets).toMatchObject([{ project: 'app', path: 'core/json.ts', is_new: false }]);
});

test('types alone make no library, and go with functions of the same packages', () => {
  const type = (name: string) =>
    copies(name, 'react', 'vue').map((copy) => ({ ...copy, facts: { kind: 'interface' } as const }));
  const world = new World().link('react', 'core').link('vue', 'core').family(type('QueryOptions'));
  expect(world.plan()).toMatchObject({ libraries: [], reasons: ['types_only'] });
  const { libraries } = world.family(copies('mergeQueryOptions', 'react', 'vue')).plan();
  expect(libraries.map(({ families }) => families.length)).toEqual([2]);
});

test('families of the same packages are one library, named after the words that their functions have in common', () => {
  const world = new World().link('react', 'core').link('vue', 'core');
  for (const name of ['queryOptions', 'infiniteQueryOptions', 'mutationOptions'])
    world.family(copies(name, 'react', 'vue'));
  expect(world.plan().targets).toMatchObject([{ package_id: 'query-options', path: 'src/query-options.ts' }]);
});

test.each([
  ['examples', copies('main', 'examples/one', 'examples/two'), {}],
  ['one_file', [1, 2].map((at) => ({ project: 'app', path: 'src/a.ts', name: `step${at}` })), {}],
  ['small', copies('now', 'a', 'b').map((copy) => ({ ...copy, lines: 3 })), {}],
  ['small', copies('documented', 'a', 'b').map((copy) => ({ ...copy, facts: { nodes: 15 } })), {}],
  [
    'unrelated_names',
    ['parse', 'render'].map((name) => ({ project: name, path: 'src/a.ts', name })),
    { kind: 'function-shape' },
  ],
  [
    'hard',
    ['redis/lock.py', 'redis/asyncio/lock.py'].map((path) => ({ project: 'redis', path, name: 'acquire' })),
    { kind: 'near', language: 'python' },
  ],
] as const)('a family is skipped with the reason %s', (reason, written, change) => {
  expect(new World().family(written, change).plan()).toMatchObject({ libraries: [], reasons: [reason] });
});

test('identical code in a folder of asynchronous code is not hard', () => {
  const written = ['redis/lock.py', 'redis/asyncio/lock.py'].map((path) => ({ project: 'redis', path, name: 'owned' }));
  expect(new World().family(written, { language: 'python' }).plan().libraries).toHaveLength(1);
});

test('ports that use different packages say so, and stay behind easy families with fewer lines', () => {
  const world = new World().link('react', 'core').link('preact', 'core').link('a', 'b');
  world.family([
    { project: 'react', path: 'src/use.ts', name: 'useStore', lines: 120, uses: ['react'] },
    { project: 'preact', path: 'src/use.ts', name: 'useStore', lines: 120, uses: ['preact'] },
  ]);
  const { libraries } = world.family(copies('parse', 'a', 'b')).plan();
  expect(libraries.map(({ target }) => target.package_id)).toEqual(['parse', 'store']);
  expect(libraries[1]?.library.obstacles).toEqual(['preact uses preact; react uses react']);
});

test('a new package is in a project with code of its language', () => {
  const world = new World().family(copies('parse', 'x', 'y'), { language: 'python' });
  world.lines.set(
    'python',
    new Map([
      ['x', 10],
      ['y', 20],
    ]),
  );
  expect(world.plan().targets).toMatchObject([{ project: 'y', language: 'python' }]);
});

test('a library whose name is taken has another name, and in the end a digest', () => {
  const world = new World()
    .link('a', 'b')
    .link('c', 'd')
    .family(copies('parse', 'a', 'b'));
  world.family(copies('parse', 'u', 'v', 'w')).family(copies('parse', 'x', 'y', 'z'));
  const ids = world.plan().targets.map(({ package_id: id }) => id);
  expect(ids).toContain('parse');
  expect(ids.filter((id) => /^parse-[0-9a-f]{6}$/.test(id))).toHaveLength(1);
  expect(new Set(ids).size).toBe(3);
});

test('a plan has five libraries at most, and counts the families of the others', () => {
  const world = new World();
  for (let index = 0; index < 7; index++) world.family(copies(`work${'abcdefg'[index]}`, `one${index}`, `two${index}`));
  const { libraries, reasons } = world.plan();
  expect(libraries).toHaveLength(5);
  expect(reasons).toEqual(['other_libraries', 'other_libraries']);
});

test('the order of families changes nothing', () => {
  const world = new World().link('a', 'b').link('c', 'd').link('a', 'd').link('c', 'b');
  for (const [index, projects] of [
    ['a', 'b'],
    ['a', 'c'],
    ['c', 'd'],
    ['b', 'd'],
    ['a', 'b', 'c'],
  ].entries())
    world.family(copies(`parse${index}`, ...projects));
  const expected = world.plan();
  fc.assert(
    fc.property(fc.shuffledSubarray(world.families, { minLength: world.families.length }), (shuffled) => {
      const { libraries } = world.plan(shuffled);
      expect(libraries).toEqual(expected.libraries);
    }),
    { numRuns: 30 },
  );
});

test('families that one relation explains are one library, which names it', () => {
  const relation = {
    kind: 'fork',
    sides: [
      { project: 'app', path: 'src/a' },
      { project: 'app', path: 'src/b' },
    ],
    more_sides: 0,
  } as const;
  const at = (name: string, one: string, other: string): Written[] => [
    { project: 'app', path: `src/a/${one}.ts`, name },
    { project: 'app', path: `src/b/${other}.ts`, name },
  ];
  const its = { relation: { ...relation, sides: [...relation.sides] } };
  const world = new World().family(at('readRows', 'rows', 'lines'), its).family(at('sendMail', 'mail', 'post'), its);
  const { libraries } = world.family(at('drawChart', 'chart', 'plot')).plan();
  expect(libraries.map(({ library }) => [library.families, library.relations])).toEqual([
    [2, [{ relation: its.relation, families: 2 }]],
    [1, undefined],
  ]);
});

test('a library says what one function for each family needs, with the most parameters of one', () => {
  const copies = (name: string, count: number) =>
    Array.from({ length: count }, (_, at) => ({
      project: at === 0 ? 'app' : 'web',
      path: `src/${name}${at}.ts`,
      name,
    }));
  const world = new World()
    .family(copies('readTable', 2))
    .family(copies('readTableRow', 3), { kind: 'function-shape' })
    .family(copies('readTableCell', 2), { kind: 'function-shape' })
    .family(copies('readTableHead', 2), { kind: 'near' });
  const drafts = world.plan().libraries.map(({ library }) => library.drafts);
  expect(drafts).toEqual([{ identical: 1, values: 2, unknown: 1, parameters: 3 }]);
});
