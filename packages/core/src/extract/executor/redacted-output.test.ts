import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inputSize } from '../../../../../tools/tests/searches.ts';
import { RedactedOutput } from './redacted-output.ts';

const TOKEN = 'correct-horse-battery';

/** The stored text of an output that arrives in these pieces. */
function stored(pieces: readonly (string | Uint8Array)[], values: readonly string[] = [TOKEN]): string {
  let text = '';
  const output = new RedactedOutput(values, (part) => {
    text += part;
  });
  for (const piece of pieces) output.add(typeof piece === 'string' ? Buffer.from(piece) : piece);
  output.end();
  return text;
}

test('a known value is replaced, also at the end without a line break', () => {
  expect(stored([`a ${TOKEN} b\n`, `c ${TOKEN}`])).toBe('a [redacted: known-secret] b\nc [redacted: known-secret]');
});

test('output without a secret is stored unchanged', () => {
  const text = 'Zażółć\n\tgęślą 1.5 s\r\n{"passed": true}\n';
  expect(stored([...Buffer.from(text)].map((byte) => Uint8Array.of(byte)))).toBe(text);
});

test.each([
  ['a token of GitHub', `ghp_${'Ab3'.repeat(12)}`],
  ['a header', 'Bearer abcdefgh12345678.abcdefgh'],
  ['a password in an address', 'https://user:hunter2secret@host/x'],
  ['a setting', 'API_KEY = "abcd-1234-efgh"'],
])('%s is replaced', (_, text) => {
  const shown = stored([`before ${text} after\n`]);
  expect(shown).toMatch(/^before .*\[redacted: [a-z-]+\].* after\n$/);
  expect(shown).not.toContain(text);
});

test('a private key is replaced whose lines arrive one after the other', () => {
  const lines = [
    '-----BEGIN EC PRIVATE KEY-----',
    'MHcCAQEEIAbc',
    'oAoGCCqGSM49',
    '-----END EC PRIVATE KEY-----',
    'next',
  ];
  expect(stored(lines.map((line) => `${line}\n`))).toBe('[redacted: private-key]\nnext\n');
});

test('a value is replaced wherever the pieces of the output end', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('x', ' ', '\n', 'ż', TOKEN, TOKEN.slice(0, 5)), { maxLength: 40 }),
      fc.array(fc.nat(400), { maxLength: 10 }),
      (words, cuts) => {
        const bytes = Buffer.from(words.join(''));
        const ends = [...new Set([0, ...cuts.filter((cut) => cut < bytes.length), bytes.length])].sort((a, b) => a - b);
        const pieces = ends.slice(1).map((end, index) => bytes.subarray(ends[index], end));
        expect(stored(pieces)).toBe(words.join('').replaceAll(TOKEN, '[redacted: known-secret]'));
      },
    ),
  );
});

test('a value is replaced at every position of a line that is redacted in parts', () => {
  const pieceLength = 4_096;
  for (let start = 30_000; start < 70_000; start += inputSize({ quick: 5_347, deep: 1_337 })) {
    const line = `${'-'.repeat(start)}${TOKEN}${'-'.repeat(90_000 - start)}`;
    const pieces = Array.from({ length: Math.ceil(line.length / pieceLength) }, (_, index) =>
      line.slice(index * pieceLength, (index + 1) * pieceLength),
    );
    const shown = stored(pieces);
    expect(shown).not.toContain(TOKEN.slice(0, 12));
    expect(shown.length).toBe(90_000 + '[redacted: known-secret]'.length);
  }
});

test('two values are replaced, of which one starts a line that is redacted in parts', () => {
  // The only spaces of the line are in the first value, so that no part ends between two words.
  const phrase = 'secret phrase of words';
  for (let start = 40_000; start < 60_000; start += inputSize({ quick: 71, deep: 7 })) {
    const line = `${phrase}${'-'.repeat(start)}${TOKEN}${'-'.repeat(90_000 - start)}`;
    const shown = stored([line.slice(0, 66_000), line.slice(66_000)], [phrase, TOKEN]);
    for (const part of ['phrase', 'correct', 'battery'])
      expect(shown.includes(part), `${part} at ${start}`).toBe(false);
  }
});

test('a value that contains another value is replaced completely', () => {
  expect(stored([`${TOKEN}-and-more\n`], [TOKEN, `${TOKEN}-and-more`])).toBe('[redacted: known-secret]\n');
});
