import fc from 'fast-check';
import { expect, test } from 'vitest';
import { searchRuns } from '../../../../tools/tests/searches.ts';
import { codeParser, FUNCTIONS, LANGUAGES, outcomeOf } from './code-parser-fixture.ts';

const parser = codeParser();

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
      expect(await outcomeOf(parser(), code)).toMatch(/^(\d+ subjects|invalid_request|timeout)$/);
    }),
    { numRuns: searchRuns(2000) },
  );
}, 600_000);
