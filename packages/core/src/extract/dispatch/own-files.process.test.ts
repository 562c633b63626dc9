import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import type { ExtractionState } from '../state/model.ts';
import { ownFiles } from './own-files.ts';

const STATE: ExtractionState = {
  schema: 'analyzer.extraction-state.v1',
  plans: [],
  checkouts: [],
  tracker: { kind: 'embedded', folder: 'tickets' },
  executor: { kind: 'command', ticket_kind: 'llm', timeout_seconds: 60 },
  tickets: [],
  attempts: [],
};

test('the state file of an extraction is its own under any name, and other JSON files are not', () => {
  const root = fixtureFolder({ 'package.json': '{}' });
  const isOwn = ownFiles(STATE, root, join(root, 'moved/plan.json'));
  const paths = ['moved/plan.json', 'moved/plan.json-lock', 'tickets/a.md', 'plan.json', 'package.json', 'src/a.js'];
  expect(paths.filter(isOwn)).toEqual(['moved/plan.json', 'moved/plan.json-lock', 'tickets/a.md']);
});

test('a state file outside of the project is not a path of it', () => {
  const root = fixtureFolder({ 'plan.json': '{}' });
  expect(ownFiles(STATE, root, join(root, '../plan.json'))('plan.json')).toBe(false);
});
