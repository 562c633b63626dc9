import { expect, test } from 'vitest';
import { MAX_CODE_BYTES } from './code-parser.ts';
import { codeParser, FUNCTIONS, LANGUAGES, outcomeOf } from './code-parser-fixture.ts';

const parser = codeParser();

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
      expect(await outcomeOf(parser(), { text, language })).toMatch(/^(\d+ subjects|invalid_request|timeout)$/);
      // Two seconds and a start of the process, on a busy machine.
      expect(performance.now() - start).toBeLessThan(20_000);
    }
  },
  120_000,
);

test('an error in the middle leaves the other declarations, and the answer names its lines', async () => {
  const text = `${FUNCTIONS.python}\ndef broken(:\n    return )\n\n\n${FUNCTIONS.python}`;
  const { facts } = await parser().parse({ text, language: 'python' });
  expect(facts.errors?.count).toBeGreaterThan(0);
  expect(facts.declarations.map(({ name }) => name)).toContain('load');
});

test('a method of PHP with a bracket too many is parsed as a method with an error, not as text of a page', async () => {
  const { facts } = await parser().parse({ text: `${FUNCTIONS.php}}\n`, language: 'php' });
  expect(facts.errors?.count).toBeGreaterThan(0);
  expect(facts.declarations.map(({ name }) => name)).toContain('load');
});

test('a file name of no parsed language is refused with the languages', async () => {
  for (const fileName of ['a.rs', 'README', 'x.md', '']) {
    await expect(parser().parse({ text: 'x', fileName })).rejects.toMatchObject({
      code: 'invalid_request',
      hint: 'Set language instead: python, javascript, typescript, php, bash.',
    });
  }
});

test('text of another language has an answer or a clear error', async () => {
  for (const text of Object.values(FUNCTIONS)) {
    for (const language of LANGUAGES) {
      expect(await outcomeOf(parser(), { text, language })).toMatch(/^(\d+ subjects|invalid_request)$/);
    }
  }
}, 60_000);
