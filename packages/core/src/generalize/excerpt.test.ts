import { expect, test } from 'vitest';
import { completeNames, excerptOf } from './excerpt.ts';
import { parsed } from './fixture.ts';
import { type SyntaxNode, subtree } from './nodes.ts';
import type { SourceFile } from './source-file.ts';

function file(path: string, source: string): SourceFile {
  const its = parsed(path, source);
  if (!('root' in its)) throw new Error('not parsed');
  return its;
}

function nameOf(node: SyntaxNode, { source }: SourceFile): string {
  return source.slice(node.start, node.end).split('\n')[0] ?? '';
}

const PYTHON = `import os
LIMIT = 3


class Reader:
    """Reads."""

    def first(self):
        return LIMIT

    @property
    def second(self):
        return 2


def other():
    return 1
`;

test('an excerpt has the touched method of a class, and omits other methods and statements', () => {
  const before = file('a.py', PYTHON);
  const from = PYTHON.indexOf('return LIMIT');
  const excerpt = excerptOf(before, [{ from, to: from + 'return LIMIT'.length, text: 'return LIMIT + 1' }]);
  expect(excerpt?.omitted.map((node) => nameOf(node, before))).toEqual([
    'import os',
    'LIMIT = 3',
    '@property',
    'def other():',
  ]);
  expect(excerpt?.source.replaceAll(/\n+/g, '\n')).toBe(
    '\nclass Reader:\n    """Reads."""\n    def first(self):\n        return LIMIT + 1\n',
  );
});

test('a name of an excerpt that an omitted statement binds is one of the file', () => {
  const before = file('a.py', PYTHON);
  const from = PYTHON.indexOf('return LIMIT');
  const excerpt = excerptOf(before, [{ from, to: from, text: '' }]);
  if (excerpt === undefined) throw new Error('nothing is omitted');
  const parsedExcerpt = file('a.py', excerpt.source);
  const scopeOf = (name: string) => subtree(parsedExcerpt.root).find(({ text }) => text === name)?.variable?.scope;
  expect(scopeOf('LIMIT')).toBe('unbound');
  completeNames(parsedExcerpt, before, excerpt);
  expect(scopeOf('LIMIT')).toBe('file');
});

test('an excerpt of JavaScript keeps statements that share a line with a touched one', () => {
  const source =
    'const a = 1; const b = 2;\nexport class C {\n  one() { return a; }\n  two() { return b; }\n}\nfoo();\n';
  const before = file('a.js', source);
  const at = source.indexOf('return a') + 'return '.length;
  const excerpt = excerptOf(before, [{ from: at, to: at + 1, text: 'b' }]);
  expect(excerpt?.source).toBe('const a = 1; const b = 2;\nexport class C {\n  one() { return b; }\n\n}\n\n');
});
