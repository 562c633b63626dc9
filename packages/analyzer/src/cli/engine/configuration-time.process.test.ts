import { spawnSync } from 'node:child_process';
import type { ScanV1 } from '@analyzer/contracts/analyzer.scan.v1';
import { BUILT_HERE, NATIVE_MISSING } from '@analyzer/core/parse/native/built-here.ts';
import { describe, expect, test } from 'vitest';
import { analyzer, folderWith, launcher } from '../fixture.ts';

const PORTABLE = [process.execPath, launcher, 'scan', '--engine', 'portable'];
const ENGINES: [name: string, command: string[]][] = [
  ['the portable engine', PORTABLE],
  ...(NATIVE_MISSING === undefined ? [['analyzer-rs', [BUILT_HERE, 'scan']] satisfies [string, string[]]] : []),
];

type Files = Readonly<Record<string, string>>;

/** The scan of a project. One that does not end is killed. */
function scanOf(files: Files, [program = '', ...args]: string[]): ScanV1 {
  const options = {
    cwd: folderWith(files),
    encoding: 'utf8',
    timeout: 60_000,
    killSignal: 'SIGKILL',
    maxBuffer: 1 << 28,
  } as const;
  const { status, stdout } = spawnSync(program, [...args, '.', '--format', 'json'], options);
  if (status !== 0) throw new Error(`exit ${status}`);
  return JSON.parse(stdout);
}

/** The problems of configurations, by path. */
function problemsOf(files: Files, command: string[]): unknown {
  return scanOf(files, command).configuration_problems;
}

/** The same of a project that is small, so that its scan ends also without limits: it needs no process of its own. */
async function problemsOfSmall(files: Files, command: string[]): Promise<unknown> {
  if (command !== PORTABLE) return problemsOf(files, command);
  const args = ['scan', '--engine', 'portable', '.', '--format', 'json'];
  const { code, stdout } = await analyzer(args, { cwd: folderWith(files) });
  if (code !== 0) throw new Error(`exit ${code}`);
  const { configuration_problems }: ScanV1 = JSON.parse(stdout);
  return configuration_problems;
}

/** The rules of the resolved imports, with the problems of configurations. */
function resolvedOf(files: Files, command: string[]): { rules: Record<string, number>; problems: unknown } {
  const { entries, configuration_problems: problems } = scanOf(files, command);
  const rules: Record<string, number> = {};
  for (const entry of entries) {
    for (const { rule = 'none' } of (entry.kind === 'file' && entry.imports) || [])
      rules[rule] = (rules[rule] ?? 0) + 1;
  }
  return { rules, problems };
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, number) => number);
}

describe.each(ENGINES)('hostile configurations, read by %s', (_name, command) => {
  test('40 that each extend the next one twice end with a problem', { timeout: 90_000 }, () => {
    const name = (number: number) => (number === 0 ? 'tsconfig.json' : `tsconfig.${number}.json`);
    const files = Array.from({ length: 40 }, (_, number): [string, string] => {
      const next = `./${name(number + 1)}`;
      return [name(number), JSON.stringify({ extends: number === 39 ? [] : [next, next] })];
    });
    const problems = problemsOf({ ...Object.fromEntries(files), 'a.ts': 'import "b";\n' }, command);
    expect(problems).toContainEqual({
      path: expect.stringMatching(/^tsconfig\.\d+\.json$/),
      problem: '"extends" reaches more than 64 files',
    });
  });

  test.each(['include', 'exclude'])('more than 256 patterns of %s are a problem', { timeout: 90_000 }, async (key) => {
    const config = JSON.stringify({ [key]: Array.from({ length: 257 }, (_, number) => `*${number}/**/*.js`) });
    expect(await problemsOfSmall({ 'tsconfig.json': config, 'a.ts': 'import "b";\n' }, command)).toEqual([
      { path: 'tsconfig.json', problem: `"${key}" has more than 256 patterns` },
    ]);
  });

  const referencing = (count: number) => numbers(count).map((it) => ({ path: `./p/tsconfig.${it}.json` }));
  const referenced = (count: number, patterns: number) => {
    const content = JSON.stringify({ include: numbers(patterns).map((it) => `s${it}`) });
    return Object.fromEntries(numbers(count).map((it) => [`p/tsconfig.${it}.json`, content]));
  };
  const wildcards = numbers(257).map((it) => `p${it}/*`);
  const targets = numbers(65).map((it) => `./${it}/*`);

  test.each([
    ['package.json', '"workspaces" has more than 256 patterns with wildcards', { workspaces: wildcards }, {}],
    ['package.json', '"workspaces" has a pattern with more than 31 "*"', { workspaces: ['*'.repeat(32)] }, {}],
    ['package.json', '"exports" has a target with more than 16 "*"', { exports: { './a/*': './*'.repeat(17) } }, {}],
    ['package.json', '"imports" has a key with more than 64 targets', { imports: { '#a': targets } }, {}],
    [
      'composer.json',
      '"classmap" has patterns with wildcards after the first 256 of the project',
      { autoload: { classmap: wildcards } },
      {},
    ],
    ['tsconfig.json', '"include" has a pattern with more than 31 "*"', { include: ['*'.repeat(32)] }, {}],
    [
      'tsconfig.json',
      '"paths" has a pattern with more than 64 targets',
      { compilerOptions: { paths: { '@/*': targets } } },
      {},
    ],
    ['tsconfig.json', '"rootDirs" has more than 64 folders', { compilerOptions: { rootDirs: targets } }, {}],
    [
      'tsconfig.json',
      '"moduleSuffixes" has more than 64 suffixes',
      { compilerOptions: { moduleSuffixes: targets } },
      {},
    ],
    [
      'tsconfig.json',
      '"references" lead to more than 256 configurations',
      { files: [], references: referencing(257) },
      referenced(257, 1),
    ],
    [
      'tsconfig.json',
      '"references" lead to more than 4096 patterns',
      { files: [], references: referencing(17) },
      referenced(17, 241),
    ],
  ])('a %s over a limit is a problem: %s', { timeout: 90_000 }, async (path, problem, content, others) => {
    const sources = { 'a.ts': 'import "b";\n', 'a.php': '<?php new B;\n' };
    expect(await problemsOfSmall({ ...others, ...sources, [path]: JSON.stringify(content) }, command)).toEqual([
      { path, problem },
    ]);
  });

  const named = (name: string, rest = '') => `[project]\nname = "${name}"\n${rest}`;
  const packageDirs = (count: number) =>
    ['[tool.setuptools.package-dir]', ...numbers(count).map((it) => `"p${it}" = "d${it}/p${it}"`)].join('\n');
  const workspace = (members: readonly string[]) => `[tool.uv.workspace]\nmembers = ${JSON.stringify(members)}\n`;

  test.each([
    ['a/pyproject.toml', 'has more than 256 folders of packages', packageDirs(255), {}],
    [
      'a/setup.cfg',
      'has more than 256 folders of packages',
      `[options]\npackage_dir =\n${numbers(255)
        .map((it) => `  =f${it}\n`)
        .join('')}`,
      {},
    ],
    ['a/pyproject.toml', '"tool.uv.workspace" has more than 256 patterns with wildcards', workspace(wildcards), {}],
    [
      'z/pyproject.toml',
      'has the name of more than 64 other Python projects',
      named('same'),
      Object.fromEntries(numbers(65).map((it) => [`p${it}/setup.cfg`, '[metadata]\nname = same\n'])),
    ],
    [
      'a/pyproject.toml',
      'leads to more than 10000 requirements of other projects',
      named('a', `dependencies = ["p0"]\n`),
      Object.fromEntries(
        numbers(102).map((it) => [
          `p${it}/pyproject.toml`,
          named(`p${it}`, `dependencies = ${JSON.stringify(numbers(102).map((other) => `p${other}`))}\n`),
        ]),
      ),
    ],
  ])('a %s over a limit is a problem: %s', { timeout: 90_000 }, async (path, problem, content, others) => {
    const sources = { 'a/m.py': 'import q\n', 'z/m.py': 'import q\n' };
    expect(await problemsOfSmall({ ...others, ...sources, [path]: content }, command)).toEqual([{ path, problem }]);
  });

  test('parts at their limits are not reported', { timeout: 90_000 }, async () => {
    const files = {
      'package.json': { workspaces: wildcards.slice(1), imports: { '#a': targets.slice(1) } },
      'composer.json': { autoload: { classmap: wildcards.slice(1) } },
      'tsconfig.json': {
        files: [],
        references: referencing(256),
        compilerOptions: { paths: { '@/*': targets.slice(1) } },
      },
    };
    const texts = Object.entries(files).map(([path, content]) => [path, JSON.stringify(content)]);
    const sources = { 'a.ts': 'import "b";\n', 'a.php': '<?php new B;\n' };
    expect(
      await problemsOfSmall({ ...referenced(256, 16), ...sources, ...Object.fromEntries(texts) }, command),
    ).toEqual([]);
  });

  test('the globs of 40,000 packages and as many keys of exports take linear time', { timeout: 90_000 }, () => {
    const packages = numbers(1000).map((it) => [`packages/p${it}/package.json`, JSON.stringify({ name: `p${it}` })]);
    const files = {
      'package.json': JSON.stringify({ name: 'root', workspaces: numbers(40_000).map((it) => `./packages/p${it}/`) }),
      'packages/keys/package.json': JSON.stringify({
        name: 'keys',
        exports: Object.fromEntries(numbers(16_000).map((it) => [`./k${it}/*`, './src/*.ts'])),
      }),
      'packages/keys/src/a.ts': numbers(16_000)
        .map((it) => `import 'keys/k${it}/a';\n`)
        .join(''),
      'packages/p7/index.ts': 'export {};\n',
      'packages/p8/index.ts': "import 'p7';\n",
    };
    expect(resolvedOf({ ...Object.fromEntries(packages), ...files }, command)).toEqual({
      rules: { 'self-reference': 16_000, workspace: 1 },
      problems: [],
    });
  });

  test('imports × folders of one Python project take linear time', { timeout: 90_000 }, () => {
    const imports = numbers(5000).map((it) => `import q${it}\n`);
    const files = { 'pyproject.toml': packageDirs(20_000), 'a.py': imports.join(''), 'd9/q5.py': '' };
    expect(resolvedOf(files, command)).toEqual({
      rules: { none: 4999, 'source-root': 1 },
      problems: [{ path: 'pyproject.toml', problem: 'has more than 256 folders of packages' }],
    });
  });

  test('Python projects that require each other, in workspaces of all, take linear time', { timeout: 90_000 }, () => {
    const files = numbers(1500).flatMap((it): [string, string][] => [
      [`p${it}/pyproject.toml`, named(`p${it}`, `dependencies = ["p${it + 1}"]\n${workspace(['../**', '*'])}`)],
      [`p${it}/m${it}.py`, `import missing${it}\nimport m${it + 2}\n`],
    ]);
    expect(resolvedOf(Object.fromEntries(files), command)).toEqual({
      rules: { none: 1502, 'source-root': 1498 },
      problems: [],
    });
  });

  /** If each folder is searched for each class, these are 400,000,000 paths. */
  test('classes × folders of one PSR-4 prefix take linear time', { timeout: 90_000 }, () => {
    const folders = numbers(20_000).map((it) => `f${it}/`);
    const files = {
      'composer.json': JSON.stringify({ autoload: { 'psr-4': { 'A\\': folders } } }),
      'main.php': `<?php\n${numbers(20_000)
        .map((it) => `use A\\C${it};\n`)
        .join('')}`,
      'f7/all.php': `<?php namespace A;\n${numbers(20_000)
        .map((it) => `class C${it} {}\n`)
        .join('')}`,
      'f9/C5.php': '<?php namespace A; class C5 {}\n',
    };
    expect(resolvedOf(files, command)).toEqual({ rules: { 'class-index': 19_999, 'psr-4': 1 }, problems: [] });
  });

  test('files × referenced configurations take linear time', { timeout: 90_000 }, () => {
    const names = numbers(250).map((it) => `packages/p${it}`);
    const config = JSON.stringify({ include: numbers(15).map((it) => `src/*${it}*/**/*${it}*.ts`) });
    const configs = names.map((name) => [`${name}/tsconfig.json`, config]);
    const references = [...names, 'configs/app'].map((path) => ({ path }));
    const files = numbers(2000).map((it) => [`app/f${it}.ts`, "import '@/f0';\n"]);
    const project = {
      'tsconfig.json': JSON.stringify({ files: [], references }),
      'configs/app/tsconfig.json': JSON.stringify({
        include: ['../../app/*.ts'],
        compilerOptions: { paths: { '@/*': ['../../app/*'] } },
      }),
      ...Object.fromEntries([...configs, ...files]),
    };
    expect(resolvedOf(project, command)).toEqual({ rules: { 'tsconfig-paths': 2000 }, problems: [] });
  });
});
