import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { SettingsNotes } from './settings-notes.ts';

function notesOn(settings: object): string[] {
  const location = mkdtempSync(join(tmpdir(), 'analyzer-settings-'));
  onTestFinished(() => rmSync(location, { recursive: true, force: true }));
  writeFileSync(join(location, 'analyzer.json'), JSON.stringify(settings));
  const lines: string[] = [];
  const notes = new SettingsNotes({ location, configurationFiles: ['analyzer.json'] }, (line) => void lines.push(line));
  notes.update();
  notes.update();
  return lines;
}

test('the file of a watched folder is named once if only its exclusions count', () => {
  const schema = 'analyzer.config.v1';
  expect(notesOn({ schema, exclude: ['old/'], min_nodes: 30 })).toEqual([
    expect.stringMatching(/^analyzer\.json of the watched folder: only its exclusions have an effect/),
  ]);
  expect(notesOn({ schema, exclude: ['old/'] })).toEqual([]);
  expect(notesOn({ name: 'of another program' })).toEqual([]);
});
