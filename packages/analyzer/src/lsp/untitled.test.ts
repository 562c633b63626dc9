import { expect, test } from 'vitest';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { untitledPath, untitledUri } from './untitled.ts';

const pathOf = (uri: string, language: string) => untitledPath(TextDocument.create(uri, language, 1, ''));

test.each([
  ['python', '.py'],
  ['javascript', '.js'],
  ['javascriptreact', '.jsx'],
  ['typescript', '.ts'],
  ['typescriptreact', '.tsx'],
  ['php', '.php'],
  ['shellscript', '.sh'],
])('a document of %s without a file has the extension %s, and its path leads back to it', (language, extension) => {
  const path = pathOf('untitled:Untitled-1', language);
  expect(path).toBe(`untitled:Untitled-1${extension}`);
  expect(untitledUri(path ?? '')).toBe('untitled:Untitled-1');
});

test('other documents and languages have no such path', () => {
  expect(pathOf('file:///a.py', 'python')).toBeUndefined();
  expect(pathOf('untitled:Untitled-1', 'markdown')).toBeUndefined();
  expect(untitledUri('a.py')).toBeUndefined();
});
