import { type Family, inFiles, times } from './family.ts';
import { PROJECT_FAMILIES } from './project-families.ts';
import { WIDE_FAMILIES } from './wide-families.ts';

const WINDOW = 40;

const js = (file: number) => `a${file}.js`;

/** A statement with numbered names. */
const statement = (at: number, total = 'total') => `  ${total} = mix(${total}, a.f${at}, b + ${at}, c.n${at});\n`;

const jsFunction = (name: string, body: string) => `function ${name}(total, a, b, c) {\n${body}  return total;\n}\n`;

const python = (name: string, body: string) => `def ${name}(total, a, b, c):\n${body}    return total\n\n`;

/** Functions of 30 statements of which one is their own. */
const withOneDifference = (at: number) =>
  jsFunction(
    `f${at}`,
    times(30, (line) => (line === at % 30 ? statement(1000 + at) : statement(line))),
  );

/** Families that repeat code or files. */
const REPEATED: readonly Family[] = [
  {
    name: 'functions that are windows of one sequence',
    from: 500,
    make: (n) =>
      inFiles(js, n, (at) =>
        jsFunction(
          `f${at}`,
          times(WINDOW, (line) => statement(at + line)),
        ),
      ),
  },
  {
    name: 'the same with other names of variables',
    from: 500,
    make: (n) =>
      inFiles(js, n, (at) => {
        const total = `total${at % 7}`;
        const body = times(WINDOW, (line) => statement(at + line, total));
        return `function f${at}(${total}, a, b, c) {\n${body}  return ${total};\n}\n`;
      }),
  },
  {
    name: 'the same in a file each',
    from: 500,
    make: (n) =>
      new Map(
        Array.from({ length: n }, (_, at) => {
          const body = times(WINDOW, (line) => `    total = mix(total, a.f${at + line}, b + ${at + line})\n`);
          return [`a${at}.py`, python(`f${at}`, body)];
        }),
      ),
  },
  {
    name: 'functions of 30 statements with one difference',
    from: 1000,
    make: (n) => inFiles(js, n, withOneDifference),
  },
  {
    name: 'functions that resemble those beside them',
    from: 1000,
    make: (n) =>
      inFiles(js, n, (at) =>
        jsFunction(
          `f${at}`,
          times(12, (line) => statement(at * 4 + line)),
        ),
      ),
  },
  {
    name: 'identical functions',
    from: 4000,
    make: (n) =>
      inFiles(js, n, (at) =>
        jsFunction(
          `f${at}`,
          times(12, (line) => statement(line)),
        ),
      ),
  },
  {
    name: 'rows of a table',
    from: 20_000,
    make: (n) =>
      inFiles(js, Math.ceil(n / 1000), (file) => {
        return `const t${file} = [\n${times(1000, (at) => `  { id: ${at}, name: 'n${at}', on: ${at % 2 === 0} },\n`)}];\n`;
      }),
  },
  {
    name: 'statements with a period of three',
    from: 80_000,
    make: (n) =>
      inFiles(js, Math.ceil(n / 500), (file) =>
        jsFunction(
          `f${file}`,
          times(500, (at) => statement(at % 3)),
        ),
      ),
  },
  {
    name: 'nested functions',
    from: 2000,
    make: (n) =>
      inFiles(js, Math.ceil(n / 20), (at) => {
        return `${times(20, (level) => `function f${at}_${level}(total, a, b, c) {\n${statement(level)}`)}${'}\n'.repeat(20)}`;
      }),
  },
  {
    name: 'classes with equal methods',
    from: 1000,
    make: (n) =>
      inFiles(js, n, (at) => {
        const method = (name: number) =>
          `  m${name}(total, a, b, c) {\n${times(6, (line) => statement(line + name))}  }\n`;
        return `class C${at} {\n${times(5, method)}  own() { return ${at}; }\n}\n`;
      }),
  },
  {
    name: 'files that import one file',
    from: 5000,
    make: (n) => {
      const files = Array.from({ length: n }, (_, at): [string, string] => [
        `a${at}.js`,
        `import { x } from './x.js';\nx();\n`,
      ]);
      return new Map([['x.js', 'export function x() {}\n'], ...files]);
    },
  },
  {
    name: 'a chain of re-exports',
    from: 5000,
    make: (n) => {
      const files = Array.from({ length: n }, (_, at): [string, string] => [
        `a${at}.js`,
        `export * from './a${at + 1}.js';\n`,
      ]);
      return new Map([
        ...files,
        [`a${n}.js`, 'export function x() {}\n'],
        ['use.js', `import { x } from './a0.js';\nx();\n`],
      ]);
    },
  },
  {
    name: 'a cycle of imports',
    from: 5000,
    make: (n) =>
      new Map(
        Array.from({ length: n }, (_, at) => [
          `a${at}.js`,
          `import './a${(at + 1) % n}.js';\nexport const v${at} = ${at};\n`,
        ]),
      ),
  },
  {
    name: 'nested folders with 100 ignore rules each',
    from: 50,
    make: (n) => {
      const files = new Map<string, string>();
      for (let [at, folder] = [0, '']; at < n; at++, folder += `d${at}/`) {
        files.set(
          `${folder}.gitignore`,
          times(100, (rule) => `x${at}-*-${rule}.tmp\n`),
        );
        files.set(`${folder}a.js`, statement(at));
      }
      return files;
    },
  },
  {
    name: 'calls of methods with one name',
    from: 4000,
    make: (n) =>
      inFiles(js, n, (at) => `class C${at} { run() {} }\nfunction f${at}(x) {\n  x.run();\n  new C${at}().run();\n}\n`),
  },
  {
    name: 'branches of one condition',
    from: 10_000,
    make: (n) =>
      inFiles(
        (file) => `a${file}.sh`,
        Math.ceil(n / 100),
        (at) =>
          `f${at}() {\n  case "$1" in\n${times(100, (row) => `    k${row}) echo "$2" | sed -e "s/${row}/x/" ;;\n`)}  esac\n}\n`,
      ),
  },
];

/** Families of growing input in which one step does more than linear work if it is made carelessly. */
export const FAMILIES: readonly Family[] = [...PROJECT_FAMILIES, ...WIDE_FAMILIES, ...REPEATED];
