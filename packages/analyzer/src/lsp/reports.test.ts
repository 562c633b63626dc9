import { expect, test } from 'vitest';
import type { Diagnostic } from 'vscode-languageserver/node';
import { documentReport, workspaceReports } from './reports.ts';

const start = { line: 0, character: 0 };
const diagnostic: Diagnostic = { message: 'identical: f in b.py:1', range: { start, end: start } };

/** The id of a report of all diagnostics. */
function idOf(items: Diagnostic[]): string {
  const { resultId } = documentReport(items, undefined);
  if (resultId === undefined) throw new Error('no id');
  return resultId;
}

test('diagnostics that the editor has are unchanged', () => {
  const resultId = idOf([diagnostic]);
  expect(documentReport([diagnostic], resultId)).toEqual({ kind: 'unchanged', resultId });
  expect(documentReport([], resultId)).toMatchObject({ kind: 'full', items: [] });
});

test('a document that has no diagnostics any more is reported once without any', () => {
  const documents = [{ uri: 'file:///a.py', version: 3, diagnostics: [diagnostic] }];
  const previous = [{ uri: 'file:///b.py', value: idOf([diagnostic]) }];
  expect(workspaceReports(documents, previous)).toMatchObject([
    { kind: 'full', uri: 'file:///a.py', version: 3, items: [diagnostic] },
    { kind: 'full', uri: 'file:///b.py', version: null, items: [] },
  ]);
  expect(workspaceReports([], [{ uri: 'file:///b.py', value: idOf([]) }])).toMatchObject([{ kind: 'unchanged' }]);
});
