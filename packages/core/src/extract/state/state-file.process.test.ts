import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { engineOfThisProcess } from '#diff/fixture.ts';
import { completeOptions } from '#scan/options.ts';
import { scan } from '#scan/scan.ts';
import { Extraction, planWith, TASKS } from '../extraction-fixture.ts';
import type { ExtractionState } from './model.ts';
import { readState, StateFile } from './state-file.ts';

let extraction: Extraction;
beforeEach(() => {
  extraction = new Extraction();
});
afterEach(() => extraction.remove());

function stateOf(): ExtractionState {
  return {
    schema: 'analyzer.extraction-state.v1',
    plans: [planWith(TASKS)],
    checkouts: [],
    tracker: { kind: 'embedded', folder: 'tickets' },
    executor: { kind: 'command', ticket_kind: 'llm', timeout_seconds: 60 },
    tickets: [],
    attempts: [],
  };
}

test('a written state is read again, and only one process can have its lock', async () => {
  const file = await StateFile.lock(extraction.state);
  expect(file.read()).toBeUndefined();
  file.write(stateOf());
  expect(file.read()).toEqual(stateOf());
  await expect(StateFile.lock(extraction.state)).rejects.toMatchObject({ code: 'state_locked', retryable: true });
  expect(readState(extraction.state)).toEqual(stateOf());
  file.release();
  (await StateFile.lock(extraction.state)).release();
  expect(readdirSync(extraction.folder).sort()).toEqual(['billing', 'extraction-state.json', 'shop']);
});

test('a scan recognizes a state file by its first bytes', async () => {
  const file = await StateFile.lock(extraction.state);
  file.write(stateOf());
  file.release();
  const { marked } = JSON.parse(
    readFileSync(new URL('../../../../../languages/exclusions.json', import.meta.url), 'utf8'),
  ).own;
  const start = readFileSync(extraction.state).subarray(0, marked.state.within_bytes);
  expect(start.includes(marked.state.marker)).toBe(true);
});

test('a state file can have any name that ends with .json, and a symbolic link is refused', async () => {
  await expect(StateFile.lock(join(extraction.folder, 'state.txt'))).rejects.toMatchObject({ code: 'usage' });
  const file = await StateFile.lock(join(extraction.folder, 'moved.json'));
  file.write(stateOf());
  const options = completeOptions({ profile: 'inventory' });
  const { entries } = await scan(extraction.folder, options, { engine: engineOfThisProcess() });
  file.release();
  expect(entries.map(({ path }) => path).filter((path) => path.includes('moved'))).toEqual([]);
  symlinkSync('one', extraction.state);
  await expect(StateFile.lock(extraction.state)).rejects.toMatchObject({ code: 'output_failed' });
  expect(() => readState(extraction.state)).toThrow(expect.objectContaining({ code: 'unreadable' }));
});

test.each([
  ['text that is not JSON', 'x', 'invalid_file'],
  ['another schema', '{"schema": "analyzer.extraction-state.v2"}', 'unsupported_schema'],
  ['no plan', JSON.stringify({ ...stateOf(), plans: [] }), 'invalid_file'],
  ['an invalid plan', JSON.stringify({ ...stateOf(), plans: [{ ...planWith([]), tasks: 1 }] }), 'invalid_file'],
  ['another property', JSON.stringify({ ...stateOf(), extra: 1 }), 'invalid_file'],
  [
    'a ticket id with a path',
    JSON.stringify({
      ...stateOf(),
      tickets: [{ task_key: TASKS[0]?.task_key, project: 'shop', ticket_id: '../x', digest: '1'.repeat(64) }],
    }),
    'invalid_file',
  ],
])('a state file with %s is refused', (_, text, code) => {
  writeFileSync(extraction.state, text);
  expect(() => readState(extraction.state)).toThrow(expect.objectContaining({ code }));
});

test('a missing state file is an error with the command that creates it', () => {
  expect(() => readState(extraction.state)).toThrow(
    expect.objectContaining({ code: 'not_found', hint: expect.stringContaining('tickets materialize') }),
  );
});
