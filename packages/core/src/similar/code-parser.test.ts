import { fileURLToPath } from 'node:url';
import { AnalyzerError } from '@analyzer/contracts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPortableEngine } from '#parse/portable/engine.ts';
import { buildWorker, type WorkerFixture } from '#parse/portable/worker-fixture.ts';
import type { CodeText } from '#query/code.ts';
import { LIMITS } from '#relate/copies/limits.ts';
import { searchRuns } from '../../../../tools/tests/searches.ts';
import { CODE_LIMITS, CodeParser, MAX_CODE_BYTES } from './code-parser.ts';
import { subjectsOf } from './subjects.ts';

const repository = fileURLToPath(new URL('../../../../', import.meta.url));
const LANGUAGES = ['python', 'javascript', 'typescript', 'php', 'bash'];

let worker: WorkerFixture;
let parser: CodeParser;
beforeAll(async () => {
  worker = await buildWorker(repository);
  parser = new CodeParser(() => createPortableEngine({ jobs: 1, workerPath: worker.path, limits: CODE_LIMITS }));
});
afterAll(async () => {
  await parser.close();
  worker.remove();
});

/** The number of subjects, or the code of the error; any other error fails the test. */
async function outcomeOf(code: CodeText): Promise<string> {
  try {
    const parsed = await parser.parse(code);
    const subjects = subjectsOf(parsed, LIMITS);
    for (const { startLine, endLine } of subjects) {
      expect(startLine).toBeGreaterThanOrEqual(1);
      expect(endLine).toBeGreaterThanOrEqual(startLine);
      expect(endLine).toBeLessThanOrEqual(parsed.lines);
    }
    return `${subjects.length} subjects`;
  } catch (error) {
    if (error instanceof AnalyzerError && error.code !== 'internal') return error.code;
    throw error;
  }
}

const bad: [what: string, text: string][] = [
  ['no text', ' \n\t\n'],
  ['binary data', '\u0000\u0001\u0002ELF\u007f'],
  ['control characters', 'def f():\n  return "\u001b[1m"\n'],
  ['64 KiB of opening brackets', '['.repeat(MAX_CODE_BYTES)],
  ['64 KiB of opening braces', '{'.repeat(MAX_CODE_BYTES)],
  ['64 KiB of parentheses in each other', '('.repeat(MAX_CODE_BYTES / 2) + ')'.repeat(MAX_CODE_BYTES / 2)],
  ['64 KiB of one line', 'a + '.repeat(MAX_CODE_BYTES / 4 - 1)],
  ['a text above the limit', 'x'.repeat(MAX_CODE_BYTES + 1)],
  ['a regular expression', '^(a+)+$|[\\w-]{2,}(?<=x)'],
  ['unpaired surrogates', 'const a = "\ud800";'],
  ['quotes that do not end', `'''"""\`\`\`${'\\'.repeat(999)}`],
];

test.each(bad)(
  '%s has an answer or a clear error in every language within the limits of the parser',
  async (_, text) => {
    for (const language of LANGUAGES) {
      const start = performance.now();
      expect(await outcomeOf({ text, language })).toMatch(/^(\d+ subjects|invalid_request|timeout)$/);
      // Two seconds and a start of the process, on a busy machine.
      expect(performance.now() - start).toBeLessThan(20_000);
    }
  },
  120_000,
);

test('an error in the middle leaves the other declarations, and the answer names its lines', async () => {
  const text = `${FUNCTIONS.python}\ndef broken(:\n    return )\n\n\n${FUNCTIONS.python}`;
  const { facts } = await parser.parse({ text, language: 'python' });
  expect(facts.errors?.count).toBeGreaterThan(0);
  expect(facts.declarations.map(({ name }) => name)).toContain('load');
});

test('a method of PHP with a bracket too many is parsed as a method with an error, not as text of a page', async () => {
  const { facts } = await parser.parse({ text: `${FUNCTIONS.php}}\n`, language: 'php' });
  expect(facts.errors?.count).toBeGreaterThan(0);
  expect(facts.declarations.map(({ name }) => name)).toContain('load');
});

test('a file name of no parsed language is refused with the languages', async () => {
  for (const fileName of ['a.rs', 'README', 'x.md', '']) {
    await expect(parser.parse({ text: 'x', fileName })).rejects.toMatchObject({
      code: 'invalid_request',
      hint: 'Set language instead: python, javascript, typescript, php, bash.',
    });
  }
});

test('text of another language has an answer or a clear error', async () => {
  for (const text of Object.values(FUNCTIONS)) {
    for (const language of LANGUAGES) {
      expect(await outcomeOf({ text, language })).toMatch(/^(\d+ subjects|invalid_request)$/);
    }
  }
}, 60_000);

const FUNCTIONS: Record<string, string> = {
  python:
    'def load(path, *, limit=3):\n    with open(path) as file:\n        return [line.strip() for line in file][:limit]\n',
  javascript:
    'async load(path, { limit = 3 } = {}) {\n  const text = await read(path);\n  return text.split(/\\n/g).slice(0, limit);\n}\n',
  typescript:
    'function load<T>(path: string, limit?: number): T[] {\n  return read<T>(path)!.slice(0, limit ?? 3) as T[];\n}\n',
  php: 'public function load(string $path, int $limit = 3): array\n{\n    return array_slice(file($path) ?: [], 0, $limit);\n}\n',
  bash: 'local path=$1 limit=$2\nhead -n "$limit" -- "$path" | while read -r line; do echo "$line"; done\n',
};

const mutant = fc
  .record({
    language: fc.constantFrom(...LANGUAGES),
    of: fc.constantFrom(...LANGUAGES),
    edits: fc.array(
      fc.record({
        at: fc.nat(200),
        removed: fc.nat(8),
        added: fc.oneof(
          fc.string({ maxLength: 4 }),
          fc.constantFrom(
            '{',
            '}',
            '(',
            ')',
            '[',
            '"',
            "'",
            '`',
            '\\',
            '<?php ',
            '?>',
            '\n',
            '\r',
            '\t',
            '<<EOF\n',
            '#',
            '/*',
            '\u2028',
            '𝕏',
          ),
        ),
      }),
      { minLength: 1, maxLength: 4 },
    ),
  })
  .map(({ language, of, edits }) => {
    const text = edits.reduce(
      (all, { at, removed, added }) => all.slice(0, at) + added + all.slice(at + removed),
      FUNCTIONS[of] ?? '',
    );
    return { text, language };
  });

test('mutants of functions have an answer or a clear error', async () => {
  await fc.assert(
    fc.asyncProperty(mutant, async (code) => {
      expect(await outcomeOf(code)).toMatch(/^(\d+ subjects|invalid_request|timeout)$/);
    }),
    { numRuns: searchRuns(2000) },
  );
}, 600_000);
