import { expect, test } from 'vitest';
import type { CopyFacts } from './model.ts';
import { copies, World, type Written } from './world-fixture.ts';

const methods = (name: string, change: Partial<CopyFacts['bases'][number]>, ...owners: string[]): Written[] => {
  const base = {
    project: 'lit',
    path: 'src/base.ts',
    name: 'Base',
    isTrait: false,
    methods: new Set([name]),
    heirs: 30,
    ...change,
  };
  const facts = { kind: 'method', hasOwner: true, bases: [base] } as const;
  return owners.map((owner) => ({ project: 'lit', path: `src/${owner}.ts`, name: `${owner}.${name}`, facts }));
};

test.each([
  ['three classes override a function of it', methods('sync', {}, 'One', 'Two', 'Three'), 'base'],
  ['two of many classes override a function of it', methods('sync', {}, 'One', 'Two'), 'one_package'],
  [
    'few of its classes have a function that it lacks',
    methods('sync', { methods: new Set() }, 'A', 'B', 'C'),
    'one_package',
  ],
  [
    'it is a trait with another subject',
    methods('sync', { methods: new Set(), heirs: 2, isTrait: true }, 'A', 'B'),
    'one_package',
  ],
  ['most of its classes have a copy', methods('sync', { methods: new Set(), heirs: 4 }, 'One', 'Two'), 'base'],
] as const)('a base class is the home, or not, if %s', (_what, written, home) => {
  expect(new World().family(written).plan().homes).toEqual([home]);
});

test('constructors of classes without a base class in common are hard', () => {
  const written = methods('__init__', {}, 'One', 'Two').map((one) => ({ ...one, facts: { ...one.facts, bases: [] } }));
  expect(new World().family(written, { kind: 'near', language: 'python' }).plan().reasons).toEqual(['hard']);
});

test('similar functions that are all of their components are hard', () => {
  const written = ['labels', 'foods'].map((page) => ({ project: 'app', path: `pages/${page}.vue`, name: 'setup' }));
  expect(new World().family(written, { kind: 'near' }).plan().reasons).toEqual(['hard']);
  expect(new World().family(written).plan().reasons).toEqual([]);
});

test('a copy that calls another one of its name is not one', () => {
  // The first copy of a world.
  const called = { node: 100, name: 'addCookie', project: 'app', path: 'src/jar.ts' };
  const jar = { project: 'app', path: 'src/jar.ts', name: 'addCookie' };
  const response = { ...jar, path: 'src/response.ts' };
  expect(new World().family([jar, response]).plan().homes).toEqual(['one_package']);
  expect(new World().family([jar, { ...response, facts: { calls: [called] } }]).plan().reasons).toEqual(['small']);
});

test('families of scripts in the same projects are one library if they have files in common', () => {
  const inFile = (name: string, file: string) =>
    ['one', 'two'].map((project) => ({ project, path: `completion/${file}.sh`, name }));
  const world = new World().link('one', 'two').link('two', 'one');
  for (const [name, file] of [
    ['docker_exec', 'docker'],
    ['docker_run', 'docker'],
    ['tmux_attach', 'tmux'],
  ] as const) {
    world.family(inFile(name, file), { language: 'bash' });
  }
  expect(world.plan().libraries.map(({ families }) => families.length)).toEqual([2, 1]);
});

test('a package that lacks imports of the copies is not their home, and all families of the packages go to the new one', () => {
  const world = new World()
    .link('react', 'core')
    .link('vue', 'core')
    .family(copies('matchQuery', 'react', 'vue'));
  expect(world.plan().homes).toEqual(['common_import']);
  const using = copies('observeQuery', 'react', 'vue').map((copy) => ({ ...copy, lines: 90, uses: ['signals'] }));
  const { homes, libraries } = world.family(using).plan();
  expect(homes).toEqual(['new']);
  expect(libraries[0]?.families).toHaveLength(2);
});

test('a new file has no name that its folder has in another spelling, and is spelled like the files there', () => {
  const names = ['httpBatchLink', 'httpBatchStreamLink'];
  const written = names.map((name) => ({ project: 'app', path: `src/${name}.ts`, name }));
  const { targets } = new World().family(written).plan();
  expect(targets).toMatchObject([{ package_id: 'http-batch-link', path: 'src/httpBatchLinkShared.ts' }]);
});

test('one function names its library before its files do', () => {
  const written = ['a', 'b'].map((folder) => ({ project: 'app', path: `src/${folder}/styled.ts`, name: 'boxSize' }));
  expect(new World().family(written).plan().targets).toMatchObject([{ package_id: 'box-size' }]);
});

test('similar classes are hard, and so are renamed ones with different names', () => {
  const classes = (...names: string[]): Written[] =>
    names.map((name, at) => ({ project: 'app', path: `src/${at}/class.ts`, name, facts: { kind: 'class' } }));
  const reasonsOf = (written: Written[], kind: 'near' | 'function-shape') =>
    new World().family(written, { kind }).plan().reasons;
  expect(reasonsOf(classes('BoxWriter', 'BoxWriter'), 'near')).toEqual(['hard']);
  expect(reasonsOf(classes('BoxWriter', 'BoxWriter'), 'function-shape')).toEqual([]);
});

test('classes name a library whose functions have vague names', () => {
  const written = methods('isValid', {}, 'DateComparison', 'NumberComparison').map((one) => ({ ...one, lines: 99 }));
  expect(new World().family(written).plan().targets).toMatchObject([{ package_id: 'comparison-valid' }]);
  expect(new World().family(methods('listKeyDown', {}, 'DateDown', 'TimeDown')).plan().targets).toMatchObject([
    { package_id: 'list-key-down' },
  ]);
});

test('a new file is in the sources of its package, not next to them', () => {
  const written = ['src', 'extra'].map((folder) => ({ project: 'app', path: `${folder}/sql.ts`, name: 'openSql' }));
  expect(new World().family(written).plan().targets).toMatchObject([{ path: 'src/open-sql.ts' }]);
});

test('families of functions with one name in sibling folders are one library', () => {
  const add = (...folders: string[]): Written[] =>
    folders.map((folder) => ({ project: 'app', path: `integrations/${folder}/views.ts`, name: 'addIntegration' }));
  const { libraries } = new World().family(add('mail', 'chat')).family(add('phone', 'shell')).plan();
  expect(libraries).toMatchObject([{ library: { families: 2 } }]);
});

test('a new Python file is in a package, not next to them', () => {
  const written = ['pandas', 'polars'].map((folder) => ({
    project: 'app',
    path: `sets/${folder}/sql.py`,
    name: 'open_sql',
  }));
  const world = new World().family(written, { language: 'python' });
  for (const folder of ['pandas', 'polars']) world.file('app', `sets/${folder}/__init__.py`);
  expect(world.plan().targets).toMatchObject([{ path: 'sets/pandas/open_sql.py' }]);
  expect(world.file('app', 'sets/__init__.py').plan().targets).toMatchObject([{ path: 'sets/open_sql.py' }]);
});

test('a vague name has the folder around the copies', () => {
  const folders = ['users', 'teams'];
  const written = folders.map((folder) => ({
    project: 'app',
    path: `pages/${folder}/${folder}.ts`,
    name: `${folder}List`,
  }));
  expect(new World().family(written).plan().targets).toMatchObject([{ path: 'pages/pages-list.ts' }]);
});

test('families in one package and families of several packages are two libraries', () => {
  const world = new World().link('web', 'core').family(copies('formatColumn', 'core', 'web'));
  world.family(['text', 'date'].map((name) => ({ project: 'core', path: `src/${name}.ts`, name: `${name}Column` })));
  expect(world.plan().libraries).toHaveLength(2);
});

test('similar code of which one copy awaits is hard', () => {
  const written = copies('fetchAll', 'a', 'b').map((copy, at) => ({ ...copy, uses: at === 0 ? ['await'] : [] }));
  expect(new World().link('a', 'b').family(written, { kind: 'near' }).plan().reasons).toEqual(['hard']);
});

test.each([
  'src/testing/mocks.ts',
  'test_kit/answers.ts',
  '.github/release.ts',
  'features/steps/run.ts',
  'src/answers.d.ts',
])('copies in %s are only evidence', (path) => {
  const written = ['a', 'b'].map((project) => ({ project, path, name: 'answer' }));
  expect(new World().family(written).plan().reasons).toEqual(['examples']);
});

test('a library of few easy lines is not in a plan with others', () => {
  const near = copies('parse', 'a', 'b').map((copy) => ({ ...copy, lines: 12 }));
  const world = new World().link('a', 'b').link('c', 'd').family(near, { kind: 'near' });
  expect(world.plan().libraries).toHaveLength(1);
  const { targets, reasons } = world.family(copies('render', 'c', 'd')).plan();
  expect(targets).toMatchObject([{ path: 'src/render.ts' }]);
  expect(reasons).toEqual(['small']);
});

test.each([
  ['npm', 'typescript', ['@acme/one', '@acme/two'], '@acme/work'],
  ['npm', 'typescript', ['@acme/one', '@other/two'], 'work'],
  ['composer', 'php', ['acme/one', 'acme/two'], 'acme/work'],
  ['python', 'python', ['acme-one', 'acme-two'], 'acme-work'],
  ['python', 'python', ['one', 'two'], 'work'],
])('a new package of %s for %s is named like %s', (kind, language, names, expected) => {
  const world = new World();
  for (const [at, name] of names.entries()) world.named(`p${at}`, kind, name);
  world.lines.set(language, new Map([['app', 10]]));
  const [target] = world.family(copies('work', 'p0', 'p1'), { language }).plan().targets;
  expect(target).toMatchObject({ package_id: 'work', name: expected, path: 'packages/work' });
});

test('a base class of another project is the home', () => {
  const base = {
    project: 'db',
    path: 'src/schema.ts',
    name: 'Schema',
    isTrait: false,
    methods: new Set<string>(),
    heirs: 2,
  };
  const facts = { kind: 'method', hasOwner: true, bases: [base] } as const;
  const written = ['db-one', 'db-two'].map((project) => ({
    project,
    path: 'src/schema.ts',
    name: 'OwnSchema.loadIndexes',
    facts,
  }));
  const { targets, homes } = new World().link('db-one', 'db').link('db-two', 'db').family(written).plan();
  expect(homes).toEqual(['base']);
  expect(targets).toMatchObject([{ package_id: 'schema', project: 'db', path: 'src/schema.ts' }]);
});

test('a package that the names of the others start with is the home', () => {
  const world = new World().named('one', 'npm', '@acme/solid').named('two', 'npm', '@acme/solid-start');
  const { targets, homes } = world.family(copies('createSubscription', 'one', 'two')).plan();
  expect(homes).toEqual(['named']);
  expect(targets).toMatchObject([{ package_id: 'subscription', project: 'one', path: 'src/createSubscription.ts' }]);
});

test('similar functions that override each other, or that many files have, are hard', () => {
  const base = { path: 'src/One.ts', name: 'One', heirs: 2 };
  expect(new World().family(methods('load', base, 'One', 'Two'), { kind: 'near' }).plan().reasons).toEqual(['hard']);
  const written = ['a', 'b'].map((name) => ({ project: 'app', path: `src/${name}.ts`, name: 'up' }));
  const world = new World().family(written, { kind: 'near' });
  expect(world.plan().reasons).toEqual([]);
  world.namesakes.set('up', 12);
  expect(world.plan().reasons).toEqual(['hard']);
});

test('methods that the language calls by their names are hard without a base class', () => {
  const written = methods('__repr__', {}, 'One', 'Two').map((one) => ({ ...one, facts: { ...one.facts, bases: [] } }));
  expect(new World().family(written, { kind: 'function-shape', language: 'python' }).plan().reasons).toEqual(['hard']);
});

test('a similar copy without a word of the other names is only evidence', () => {
  const written = ['openTable', 'closeTable', 'paintChart'].map((name) => ({
    project: 'app',
    path: `src/${name}.ts`,
    name,
  }));
  const { libraries } = new World().family(written, { kind: 'near' }).plan();
  expect(libraries).toMatchObject([{ library: { copies: 2 } }]);
});

test('names that one name starts with are a library of that name', () => {
  const written = ['getOrInsert', 'getOrInsertComputed'].map((name) => ({
    project: 'app',
    path: `src/${name}.ts`,
    name,
  }));
  expect(new World().family(written).plan().targets).toMatchObject([{ package_id: 'get-or-insert' }]);
});

test('files of folders that mirror each other are a library each', () => {
  const world = new World();
  for (const stem of ['dialect', 'session'])
    world.family(
      ['pg', 'gel'].map((folder) => ({ project: 'app', path: `src/${folder}/${stem}.ts`, name: `${stem}Of` })),
    );
  expect(world.plan().libraries).toHaveLength(2);
});
