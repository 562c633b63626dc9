import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readManifest } from '#manifest/validate-manifest.ts';
import schemaCases from '../../../../../fixtures/manifest/schema-cases.json' with { type: 'json' };
import textCases from '../../../../../fixtures/manifest/text-cases.json' with { type: 'json' };
import { sarifProblems } from '../fixture.ts';
import { uriOf } from '../sarif.ts';
import type { CheckedFile } from './model.ts';
import { renderSarif } from './sarif.ts';

function checked(path: string, source: string | Uint8Array, format: 'json' | 'yaml'): CheckedFile {
  return { ...readManifest(source, { format }), path, format };
}

const page = readFileSync(new URL('../../../../../docs/specifications/manifest-rules.md', import.meta.url), 'utf8');

const FILES: readonly CheckedFile[] = [
  ...textCases.map(({ text, bytes, format }, index) =>
    checked(
      `text/${index}`,
      bytes === undefined ? (text ?? '').replace(/⟦[^⟧]+⟧/g, '') : Buffer.from(bytes, 'hex'),
      format === 'yaml' ? 'yaml' : 'json',
    ),
  ),
  ...schemaCases.map(({ text }, index) => checked(`schema/${index}`, text, 'json')),
  ...[...page.matchAll(/^```(json|yaml)\n([\s\S]*?)\n```$/gm)].map(([, format, text = ''], index) =>
    checked(`page/${index}`, text, format === 'yaml' ? 'yaml' : 'json'),
  ),
];

test('the logs of single files and of all files are valid SARIF', () => {
  for (const file of FILES) expect(sarifProblems(renderSarif([file], '0.5.0')), file.path).toEqual([]);
  const all = renderSarif(FILES, '0.5.0');
  expect(sarifProblems(all)).toEqual([]);
  const [{ results, tool }] = JSON.parse(all).runs;
  expect(results.length).toBeGreaterThan(300);
  for (const { ruleId, ruleIndex } of results) expect(tool.driver.rules[ruleIndex].id).toBe(ruleId);
});

test('a log without findings and a log with omitted findings are valid SARIF', () => {
  expect(sarifProblems(renderSarif([], '0.5.0'))).toEqual([]);
  const many = checked('many.json', `[${'01,'.repeat(20_000)}1]`, 'json');
  expect(many.omitted).toBeGreaterThan(0);
  const log = renderSarif([many], '0.5.0');
  expect(sarifProblems(log)).toEqual([]);
  expect(JSON.parse(log).runs[0].properties).toEqual({ omitted: many.omitted });
});

test.each([
  ['a b/ü%#?.json', 'a%20b/%C3%BC%25%23%3F.json'],
  ['c:d.json', 'c%3Ad.json'],
  ['../up.json', '../up.json'],
  ['/tmp/a b.json', 'file:///tmp/a%20b.json'],
  ['C:\\tmp\\a.json', 'file:///C:/tmp/a.json'],
  ['-', 'stdin'],
])('%s is found at %s', (path, uri) => {
  expect(uriOf(path)).toBe(uri);
  expect(sarifProblems(renderSarif([checked(path, '{', 'json')], '0.5.0'))).toEqual([]);
});
