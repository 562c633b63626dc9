import { type Family, times } from './family.ts';

const files = (count: number, file: (at: number) => readonly [path: string, text: string]) =>
  Array.from({ length: count }, (_, at) => file(at));

/** Families whose files, names or settings grow in relation to each other. */
export const PROJECT_FAMILIES: readonly Family[] = [
  {
    name: 'users of one folder of re-exports',
    from: 1000,
    make: (n) =>
      new Map([
        ['all/index.ts', times(n, (at) => `export * from './m${at}.js';\n`)],
        ...files(n, (at) => [`all/m${at}.ts`, `export const x${at} = ${at};\n`]),
        ...files(n, (at) => [`use${at}.ts`, `import { x${at} } from './all/index.js';\nuse(x${at});\n`]),
      ]),
  },
  {
    name: 'users of a chain of re-exports',
    from: 500,
    make: (n) =>
      new Map([
        ...files(n, (at) => [`m${at}.ts`, `export * from './m${at + 1}.js';\nexport const x${at} = ${at};\n`]),
        ...files(n, (at) => [`use${at}.ts`, `import { x${n - 1} } from './m${at}.js';\nuse(x${n - 1});\n`]),
      ]),
  },
  {
    name: 'Python modules with star imports in a chain',
    from: 500,
    make: (n) =>
      new Map([
        ...files(n, (at) => [`m${at}.py`, `from m${at + 1} import *\n\ndef f${at}():\n    return f${n - 1}()\n`]),
        [`m${n}.py`, 'def last():\n    pass\n'],
        ...files(n, (at) => [`use${at}.py`, `from m${at} import last\nlast()\n`]),
      ]),
  },
  {
    name: 'files with one name and imports of it',
    from: 1000,
    make: (n) =>
      new Map([
        ...files(n, (at) => [`d${at}/utils/helper.py`, `def f():\n    return ${at}\n`]),
        ...files(n, (at) => [`u${at}.py`, 'from utils.helper import f\nf()\n']),
      ]),
  },
  {
    name: 'Bash files that source the next one',
    from: 1000,
    make: (n) =>
      new Map(
        files(n, (at) => [
          `s${at}.sh`,
          `. "$(dirname "$0")/s${at + 1}.sh"\nf${at}() {\n  f${n - 1} "$1"\n  log "$1"\n}\n`,
        ]),
      ),
  },
  {
    name: 'globs and files',
    from: 500,
    make: (n) =>
      new Map([
        ['analyzer.json', JSON.stringify({ exclude: Array.from({ length: n }, (_, at) => `**/x${at}*/**/y-*.js`) })],
        ...files(n, (at) => [`a/b/c${at % 50}/d${at}.js`, `f(${at});\n`]),
      ]),
  },
  {
    name: 'rules of one ignore file, and files',
    from: 1000,
    make: (n) =>
      new Map([
        ['.gitignore', times(n, (at) => (at % 2 === 0 ? `x${at}-*-*.tmp\n` : `!**/y${at}/*.tmp\n`))],
        ...files(n, (at) => [`a/b/c${at % 50}/d${at}.js`, `f(${at});\n`]),
      ]),
  },
  {
    name: 'attributes of Git, and files',
    from: 1000,
    make: (n) =>
      new Map([
        ['.gitattributes', times(n, (at) => `x${at}-*-*.js linguist-generated\n`)],
        ...files(n, (at) => [`a/b/c${at % 50}/d${at}.js`, `f(${at});\n`]),
      ]),
  },
  {
    name: 'a chain of tsconfig files',
    from: 500,
    make: (n) =>
      new Map([
        ...files(n, (at) => [
          `p${at}/tsconfig.json`,
          JSON.stringify({
            ...(at > 0 && { extends: `../p${at - 1}/tsconfig.json` }),
            compilerOptions: { paths: { [`@p${at}/*`]: ['./*'] } },
          }),
        ]),
        ...files(n, (at) => [`p${at}/a.ts`, `import { a } from '@p${at}/b';\na();\n`]),
        ...files(n, (at) => [`p${at}/b.ts`, 'export function a() {}\n']),
      ]),
  },
  {
    name: 'paths of one tsconfig, and imports',
    from: 1000,
    make: (n) =>
      new Map([
        [
          'tsconfig.json',
          JSON.stringify({
            compilerOptions: {
              paths: Object.fromEntries(
                files(n, (at) => [`@p${at}/*/x`, `./p${at}/*`]).map(([from, to]) => [from, [to]]),
              ),
            },
          }),
        ],
        ...files(n, (at) => [`p${at}/b.ts`, 'export function a() {}\n']),
        ...files(n, (at) => [`u${at}.ts`, `import { a } from '@p${at}/b/x';\na();\n`]),
      ]),
  },
  {
    name: 'workspaces that import the next one',
    from: 500,
    make: (n) =>
      new Map([
        ['package.json', JSON.stringify({ private: true, workspaces: ['packages/*'] })],
        ...files(n, (at) => [
          `packages/p${at}/package.json`,
          JSON.stringify({
            name: `@x/p${at}`,
            exports: { '.': './i.js', './*': './lib/*.js' },
            dependencies: { [`@x/p${at + 1}`]: '*' },
          }),
        ]),
        ...files(n, (at) => [`packages/p${at}/i.js`, `import { f } from '@x/p${at + 1}';\nexport { f };\nf();\n`]),
      ]),
  },
  {
    name: 'class folders of one Composer file, and classes',
    from: 500,
    make: (n) =>
      new Map([
        [
          'composer.json',
          JSON.stringify({
            autoload: {
              'psr-4': Object.fromEntries(Array.from({ length: n }, (_, at) => [`N${at}\\`, `src/n${at}/`])),
            },
          }),
        ],
        ...files(n, (at) => [
          `src/n${at}/A.php`,
          `<?php\nnamespace N${at};\nuse N${(at + 1) % n}\\A as B;\nclass A {\n  public function f() {\n    return (new B())->f();\n  }\n}\n`,
        ]),
      ]),
  },
  {
    name: 'mirrors of one setting',
    from: 200,
    make: (n) =>
      new Map([
        [
          'analyzer.json',
          JSON.stringify({
            mirrors: Array.from({ length: n }, (_, at) => ({ between: [`a${at}/`, `b${at}/`], reason: 'pair' })),
          }),
        ],
        ...files(n, (at) => [
          `a${at}/x.js`,
          `export function f${at}(a, b) {\n  const c = a.map((it) => it * b);\n  return c.filter((it) => it > ${at});\n}\n`,
        ]),
        ...files(n, (at) => [
          `b${at}/x.js`,
          `export function f${at}(a, b) {\n  const c = a.map((it) => it * b);\n  return c.filter((it) => it > ${at});\n}\n`,
        ]),
      ]),
  },
  {
    name: 'identical files',
    from: 2000,
    make: (n) =>
      new Map(
        files(n, (at) => [
          `d${at}/x.js`,
          'export function f(a, b) {\n  const c = a.map((it) => it * b);\n  return c.filter((it) => it > 2);\n}\n',
        ]),
      ),
  },
  {
    name: 'nested folders',
    from: 150,
    make: (n) => new Map(files(n, (at) => [`${'d/'.repeat(at)}x.js`, `import './d/x.js';\nf(${at});\n`])),
  },
];
