import { type Family, inFiles, times } from './family.ts';

const js = (file: number) => `a${file}.js`;
const list = (count: number, text: (at: number) => string, separator: string) =>
  Array.from({ length: count }, (_, at) => text(at)).join(separator);
const oneFile = (path: string, text: string) => new Map([[path, text]]);

/** Families in which one construct has many parts, or in which many things have one name. */
export const WIDE_FAMILIES: readonly Family[] = [
  {
    name: 'callbacks of one function',
    from: 4000,
    make: (n) =>
      new Map([
        ['on.js', 'export function on(name, then) {\n  return then(name);\n}\n'],
        ...inFiles(js, n, (at) => `on('e${at}', (it) => it.f${at}(it, ${at}));\n`),
      ]),
  },
  {
    name: 'callbacks that are passed on',
    from: 2000,
    make: (n) =>
      oneFile(
        'a.js',
        times(n, (at) => `function f${at}(then) {\n  f${at + 1}(() => then(${at}));\n}\n`),
      ),
  },
  {
    name: 'calls alone',
    from: 20_000,
    make: (n) => inFiles(js, n, () => 'a();\n'),
  },
  {
    name: 'functions with one name, and their calls',
    from: 4000,
    make: (n) =>
      inFiles(
        (file) => `a${file}.py`,
        n,
        (at) => `def f(a):\n    return a + ${at}\n\nf(${at})\n`,
      ),
  },
  {
    name: 'classes with one base',
    from: 3000,
    make: (n) =>
      new Map([
        ['base.js', 'export class Base {\n  step() {}\n}\n'],
        ...inFiles(
          js,
          n,
          (at) =>
            `class C${at} extends Base {\n  run() {\n    super.step();\n    this.step();\n    this.run();\n  }\n}\n`,
        ),
      ]),
  },
  {
    name: 'a chain of classes',
    from: 3000,
    make: (n) =>
      oneFile(
        'a.js',
        `class C0 {\n  first() {}\n}\n${times(n, (at) => `class C${at + 1} extends C${at} {\n  m${at}() {\n    this.first();\n  }\n}\n`)}`,
      ),
  },
  {
    name: 'a chain of classes in a file each',
    from: 1500,
    make: (n) =>
      new Map(
        Array.from({ length: n }, (_, at) => [
          `C${at}.php`,
          at === 0
            ? '<?php\nnamespace A;\nclass C0 {\n  public function first() {}\n}\n'
            : `<?php\nnamespace A;\nclass C${at} extends C${at - 1} {\n  public function m() {\n    $this->first();\n    parent::m();\n  }\n}\n`,
        ]),
      ),
  },
  {
    name: 'cases of one switch',
    from: 10_000,
    make: (n) =>
      oneFile(
        'a.js',
        `function f(a, b) {\n  switch (a) {\n${times(n, (at) => `    case ${at}: b.f${at}(); break;\n`)}  }\n}\n`,
      ),
  },
  {
    name: 'conditions in one chain',
    from: 5000,
    make: (n) => oneFile('a.py', `def f(a):\n    return ${list(n, (at) => `a.f${at}`, ' and ')}\n`),
  },
  {
    name: 'branches in one chain',
    from: 2000,
    make: (n) =>
      oneFile('a.js', `function f(a) {\n  ${list(n, (at) => `if (a === ${at}) g${at}(a);`, '\n  else ')}\n}\n`),
  },
  {
    name: 'methods in one chain',
    from: 2000,
    make: (n) =>
      oneFile('a.ts', `export const a = start()${times(n, (at) => `\n  .step${at}((it) => it + ${at})`)};\n`),
  },
  {
    name: 'statements in one line',
    from: 20_000,
    make: (n) => oneFile('a.js', `${list(n, (at) => `a${at % 9}.b(${at})`, ';')}\n`),
  },
  {
    name: 'interpolations in one line of a here-document',
    from: 3000,
    make: (n) =>
      oneFile(
        'a.php',
        `<?php\nfunction f($a) {\n  return <<<X\n${times(n, (at) => `{$a->f${at}} and $a[${at}] `)}\nX;\n}\n`,
      ),
  },
  {
    name: 'here-documents',
    from: 5000,
    make: (n) =>
      inFiles(
        (file) => `a${file}.sh`,
        n,
        (at) => `cat <<E${at} | sed 's/a/b/'\n$a \${b:-$c} $(d ${at})\nE${at}\n`,
      ),
  },
  {
    name: 'parts of one template',
    from: 10_000,
    make: (n) => oneFile('a.js', `export const f = (a) => \`${times(n, (at) => `x \${a.f${at}} `)}\`;\n`),
  },
  {
    name: 'strings joined in one expression',
    from: 2000,
    make: (n) => oneFile('a.php', `<?php\n$a = ${list(n, (at) => `'x${at}' . $b${at}`, ' . ')};\n`),
  },
  {
    name: 'elements of JSX',
    from: 10_000,
    make: (n) =>
      oneFile(
        'a.jsx',
        `export const A = (a) => <>\n${times(n, (at) => `  <B c={a.f${at}} d="e">{a.g} text</B>\n`)}</>;\n`,
      ),
  },
  {
    name: 'decorators of one class',
    from: 3000,
    make: (n) => oneFile('a.ts', `${times(n, (at) => `@D${at}({ a: ${at} })\n`)}export class A {}\n`),
  },
  {
    name: 'type parameters of one function',
    from: 3000,
    make: (n) =>
      oneFile(
        'a.ts',
        `export function f<${list(n, (at) => `T${at} extends A${at}`, ', ')}>(a: T0) {\n  return a;\n}\n`,
      ),
  },
  {
    name: 'parameters of one function',
    from: 5000,
    make: (n) =>
      oneFile(
        'a.py',
        `def f(${list(n, (at) => `a${at}=${at}`, ', ')}):\n    return ${list(n, (at) => `a${at}`, ', ')}\n`,
      ),
  },
  {
    name: 'names of one pattern',
    from: 5000,
    make: (n) =>
      oneFile(
        'a.js',
        `export function f(a) {\n  const { ${list(n, (at) => `b${at}: c${at}`, ', ')} } = a;\n${times(n, (at) => `  use(c${at});\n`)}}\n`,
      ),
  },
  {
    name: 'references of one name',
    from: 10_000,
    make: (n) => oneFile('a.js', `export function f(a, b) {\n${times(n, () => '  a = a + b * a;\n')}  return a;\n}\n`),
  },
  {
    name: 'functions in one function that use its variable',
    from: 4000,
    make: (n) =>
      oneFile(
        'a.js',
        `export function f(a) {\n${times(n, (at) => `  function g${at}() {\n    a += ${at};\n    return a;\n  }\n`)}}\n`,
      ),
  },
  {
    name: 'functions that are nested deep, with long names',
    from: 50,
    make: (n) => oneFile('a.js', `${times(n, (at) => `function ${'long'.repeat(25)}${at}(a) {\n`)}${'}\n'.repeat(n)}`),
  },
  {
    name: 'comments that silence',
    from: 5000,
    make: (n) =>
      inFiles(
        js,
        n,
        (at) => `// analyzer-ignore-next-function: reason ${at}\nfunction f${at}(a) {\n  return a + ${at};\n}\n`,
      ),
  },
  {
    name: 'names of one import',
    from: 5000,
    make: (n) =>
      new Map([
        ['b.ts', times(n, (at) => `export const x${at} = ${at};\n`)],
        [
          'a.ts',
          `import { ${list(n, (at) => `x${at} as y${at}`, ', ')} } from './b.js';\n${times(n, (at) => `use(y${at});\n`)}`,
        ],
      ]),
  },
  {
    name: 'overloads of one function',
    from: 5000,
    make: (n) =>
      oneFile(
        'a.ts',
        `${times(n, (at) => `export function f(a: A${at}): B${at};\n`)}export function f(a: unknown) {\n  return a;\n}\n`,
      ),
  },
  {
    name: 'members of one union',
    from: 10_000,
    make: (n) => oneFile('a.ts', `export type A = ${list(n, (at) => `'a${at}'`, ' | ')};\n`),
  },
];
