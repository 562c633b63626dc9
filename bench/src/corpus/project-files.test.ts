import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { projectFiles } from './project-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'project-files-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('source files are found by name or interpreter; links, .git and other files are skipped', () => {
  mkdirSync(join(folder, '.git/hooks'), { recursive: true });
  mkdirSync(join(folder, 'bin'));
  const texts = {
    '.git/hooks/pre-commit': '#!/bin/sh\n',
    'a.py': '',
    'b.mts': '',
    'bin/run': '#!/usr/bin/env bash\n',
    'bin/notes': 'text\n',
    empty: '',
    'c.tsx': '',
    'README.md': '',
  };
  for (const [path, text] of Object.entries(texts)) writeFileSync(join(folder, path), text);
  symlinkSync('a.py', join(folder, 'linked.py'));
  expect(projectFiles(folder).map(({ path, language }) => `${path} ${language}`)).toEqual([
    'a.py python',
    'b.mts typescript',
    'bin/run bash',
    'c.tsx typescript',
  ]);
});
