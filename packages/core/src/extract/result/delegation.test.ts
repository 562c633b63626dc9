import { expect, test } from 'vitest';
import { sharedEngine } from '#parse/portable/engine-fixture.ts';
import { delegationOf } from './delegation.ts';
import { SourceParser } from './source-parser.ts';

const engine = await sharedEngine();
const sources = new SourceParser((job) => engine.parse(job));

/** How a function of a language is written, with the import of the package. */
const LANGUAGES = {
  javascript: {
    path: 'a.js',
    name: 'f',
    text: (body: string) => `import { shared } from 'money';\nexport async function f(a, b) {\n${body}\n}\n`,
  },
  python: {
    path: 'a.py',
    name: 'f',
    text: (body: string) => `from money import shared\n\ndef f(a, b):\n  ${body.replaceAll('\n', '\n  ')}\n`,
  },
  php: {
    path: 'a.php',
    name: 'A.f',
    text: (body: string) => `<?php\nuse function money\\shared;\nclass A { function f($a, $b) {\n${body}\n} }\n`,
  },
  bash: { path: 'a.sh', name: 'f', text: (body: string) => `. lib/shared.sh\nf() {\n${body}\n}\n` },
} as const;
type Language = keyof typeof LANGUAGES;

const COPIES: Readonly<Record<Language, string>> = {
  javascript: 'return a + b;',
  python: 'return a + b',
  php: 'return $a + $b;',
  bash: 'echo $(("$1" + "$2"))',
};

async function functionIn(language: Language, body: string) {
  const { path, name, text } = LANGUAGES[language];
  const file = await sources.of(path, Buffer.from(text(body)), body);
  if (!('facts' in file)) throw new Error(JSON.stringify(file));
  const index = file.facts.declarations.findIndex((one) => one.qualified_name.replace(/\\/g, '.') === name);
  expect(index).toBeGreaterThanOrEqual(0);
  return { file, index };
}

const TESTS: [language: Language, body: string, is: string, copy?: string][] = [
  ['javascript', 'return shared(a, b);', 'passed'],
  ['javascript', 'return await shared(a, b);', 'passed'],
  ['javascript', 'const sum = shared(a, b);\nreturn sum;', 'passed'],
  ['javascript', 'try {\nreturn shared(a, b);\n} finally {\nlog();\n}', 'passed'],
  ['javascript', 'if (a === undefined) throw new Error();\nreturn shared(a, b);', 'passed'],
  ['javascript', 'shared(a, b);', 'passed', 'log(a, b);'],
  ['javascript', 'shared(a, b);', 'refused'],
  ['javascript', 'void shared(a, b);\nreturn a;', 'refused'],
  ['javascript', 'return a;\nreturn shared(a, b);', 'refused'],
  ['javascript', 'const { sum } = shared(a, b);\nreturn a;', 'refused'],
  ['javascript', 'return shared(a, b) || a;', 'undecided'],
  ['javascript', 'const { sum } = shared(a, b);\nreturn sum;', 'undecided'],
  ['javascript', 'const { sum: total } = shared(a, b);\nreturn total;', 'undecided'],
  ['javascript', 'let sum = a;\nsum += shared(a, b);\nreturn sum;', 'undecided'],
  ['javascript', 'this.sum = shared(a, b);\nreturn this.sum;', 'undecided'],
  ['javascript', 'return shared("(", a, b) + 1 /*)*/;', 'undecided'],
  ['javascript', 'return shared(a, b, "(");', 'undecided'],
  ['javascript', `return shared${' '.repeat(300)}(a, b) + 1;`, 'undecided'],
  ['javascript', 'return [shared(a, b)];', 'undecided'],
  ['javascript', 'return shared(a, 1);', 'undecided'],
  ['python', 'return shared(a, b)', 'passed'],
  ['python', '"""Doc."""\nreturn shared(a, b=b)', 'passed'],
  ['python', 'total: int = shared(a, b)\nreturn total', 'passed'],
  ['python', 'with lock:\n  return shared(a, b)', 'passed'],
  ['python', 'yield from shared(a, b)', 'passed', 'yield a + b'],
  ['python', 'shared(a, b)\nreturn a', 'refused'],
  ['python', 'raise ValueError(a)\nreturn shared(a, b)', 'refused'],
  ['python', 'x, y = shared(a, b)\nreturn x', 'undecided'],
  ['python', 'total: dict[str, int] = shared(a, b)\nreturn total', 'passed'],
  ['python', 'return a if b else shared(a, b)', 'undecided'],
  ['python', 'if a:\n  return shared(a, b)', 'undecided'],
  ['php', 'return shared($a, $b);', 'passed'],
  ['php', '$sum = shared($a, $b);\nreturn $sum;', 'passed'],
  ['php', 'shared($a, $b);\nreturn $a;', 'refused'],
  ['php', 'return $a ?: shared($a, $b);', 'undecided'],
  ['bash', 'shared "$@"', 'passed'],
  ['bash', 'local sum\nsum=$(shared "$@")\necho "$sum"', 'passed'],
  ['bash', 'return 0\nshared "$@"', 'refused'],
];

/** The decision about a function with a body that replaced a copy. */
async function decided(language: Language, body: string, copy: string) {
  const target = {
    package: {
      package_id: 'money',
      name: 'money',
      project: 'money',
      path: 'money',
      language,
      kind: 'package' as const,
      is_new: true,
    },
    symbol: language === 'php' ? 'money\\shared' : 'shared',
    path: language === 'bash' ? 'lib/shared.sh' : 'money/shared',
  };
  const place = { project: 'app', path: LANGUAGES[language].path };
  const before = await functionIn(language, copy);
  const own = await functionIn(language, body);
  const start = process.cpuUsage();
  const delegation = delegationOf(own, place, target, before);
  return { delegation, cpuMs: process.cpuUsage(start).user / 1000 };
}

test.each(TESTS)('a function of %s: %j is %s', async (language, body, is, copy = COPIES[language]) => {
  expect((await decided(language, body, copy)).delegation).toMatchObject({ is });
});

const LONG = 200_000;
const HOSTILE: [about: string, language: Language, body: string][] = [
  ['blanks before an assignment', 'javascript', `x${' '.repeat(LONG)}; shared(a, b);`],
  ['blanks around a member', 'javascript', `x${' '.repeat(LONG)}, shared(a, b);`],
  ['blanks after a name', 'javascript', `return shared${' '.repeat(LONG)}\n+ shared(a, b);`],
  ['comparisons', 'javascript', `return ${'shared < '.repeat(LONG / 40)}shared(a, b);`],
  ['conditions', 'javascript', `${'x ? y : '.repeat(1_000)}shared(a, b);`],
  ['nested lists', 'javascript', `return ${'['.repeat(400)}shared(a, b)${']'.repeat(400)};`],
  ['nested blocks', 'javascript', `${'if (a) { '.repeat(400)}shared(a, b);${'}'.repeat(400)}`],
  ['blanks, briefly', 'javascript', `return shared${' '.repeat(9_800)}\n+ shared(a, b);`],
  ['comparisons, briefly', 'javascript', `return ${'shared<'.repeat(1_390)}shared(a, b);`],
  ['comments, briefly', 'javascript', `return shared(a, b) ${'/* '.repeat(3_000)}*/;`],
  ['blanks in a list', 'python', `x = (a,${' '.repeat(LONG)}b)\nreturn shared(a, b)`],
];

test.each(HOSTILE)('decides soon about %s', async (_, language, body) => {
  expect((await decided(language, body, COPIES[language])).cpuMs).toBeLessThan(300);
});
