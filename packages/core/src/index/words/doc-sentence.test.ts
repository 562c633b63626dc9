import { expect, test } from 'vitest';
import { docSentence } from './doc-sentence.ts';

/** @param marked the line of the declaration starts with `▸` */
function sentenceOf(language: string, marked: string): string {
  const lines = marked.split('\n');
  const start = lines.findIndex((line) => line.startsWith('▸'));
  return docSentence(
    lines.map((line) => line.replace('▸', '')),
    start,
    language,
  );
}

test.each([
  ['one line', '/** Opens a socket. And waits. */\n▸function f() {}', 'Opens a socket.'],
  ['several lines', '/**\n * Opens\n * a socket\n *\n * Slowly.\n */\n▸export function f() {}', 'Opens a socket'],
  ['tags after it', '/**\n * Opens a socket\n * @param x where\n */\n▸function f() {}', 'Opens a socket'],
  ['only tags', '/** @internal */\n▸function f() {}', ''],
  ['a decorator below it', '/** Opens. */\n@cached({ a: 1 })\n▸function f() {}', 'Opens.'],
  ['an attribute below it', '/** Opens. */\n#[Pure]\n▸function f() {}', 'Opens.'],
  ['the start of an assignment below it', '/** Opens. */\nexport const open =\n▸  () => {}', 'Opens.'],
  ['another comment', '/* Opens. */\n▸function f() {}', ''],
  ['an empty line below it', '/** @license MIT. */\n\n▸function f() {}', ''],
  ['code above the declaration', 'const a = 1;\n▸function f() {}', ''],
  ['a comment without its start', 'a\n*/\n▸function f() {}', ''],
])('a doc comment of JavaScript or PHP with %s', (_, code, sentence) => {
  expect(sentenceOf('typescript', code)).toBe(sentence);
  expect(sentenceOf('php', code)).toBe(sentence);
});

test.each([
  ['one line', '▸def f():\n    """Open a socket. Wait."""', 'Open a socket.'],
  ['several lines', '▸class A(B):\n    """\n    Open\n    a socket\n\n    Slowly.\n    """', 'Open a socket'],
  ['sections', "▸async def f():\n    r'''Open a socket\n    Args:\n    '''", 'Open a socket'],
  ['decorators', '▸@a(b=1)\n@c\ndef f():\n    "Open."', 'Open.'],
  ['colons in the header', '▸def f(a: dict[str, int] = {1: 2}, b=":") -> "x:y":  # :\n    """Open."""', 'Open.'],
  ['comments before it', '▸def f():\n    # first\n\n    """Open."""', 'Open.'],
  ['another first statement', '▸def f():\n    return """Open."""', ''],
  ['a lambda', '▸f = lambda: """Open."""', ''],
])('a docstring of Python with %s', (_, code, sentence) => {
  expect(sentenceOf('python', code)).toBe(sentence);
});

test.each([
  ['lines', '# Opens a socket\n# and waits.\n▸f() {', 'Opens a socket and waits.'],
  ['a directive', '# Opens.\n# shellcheck disable=SC2034\n▸f() {', 'Opens.'],
  ['a box', '##########\n# Opens. #\n##########\n▸f() {', 'Opens.'],
  ['an interpreter', '#!/bin/bash\n▸f() {', ''],
])('comments above a function of Bash with %s', (_, code, sentence) => {
  expect(sentenceOf('bash', code)).toBe(sentence);
});

test('a long sentence is cut to 300 characters, and a long comment is not searched', () => {
  expect(sentenceOf('php', `/** ${'a'.repeat(400)} */\n▸f`)).toHaveLength(300);
  expect(sentenceOf('php', `/**${' * a\n'.repeat(200)} */\n▸f`)).toBe('');
  expect(sentenceOf('bash', `# ${'a '.repeat(1_000_000)}\n▸f() {`)).toHaveLength(300);
  expect(sentenceOf('python', `▸def f(${'('.repeat(1_000_000)}`)).toBe('');
});
