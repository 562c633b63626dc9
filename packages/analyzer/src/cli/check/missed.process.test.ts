import type { CheckV1 } from '@analyzer/contracts/analyzer.check.v1';
import { validate } from '@analyzer/contracts/analyzer.check.v1/validate';
import { writeFiles } from '@analyzer/core/tree/fixture-folder.ts';
import { commitAll } from '@analyzer/core/tree/git/git-fixture.ts';
import { expect, test } from 'vitest';
import { analyzer, folderWith } from '../fixture.ts';

/** A function of a class; the guard is the edit. */
function store(name: string, guard = false): string {
  return [
    `class ${name}:`,
    '    def put(self, key, value, seconds):',
    '        encoded = self.encoder.encode(key, self.prefix)',
    ...(guard ? ['        if not encoded.startswith(self.prefix):', '            raise ValueError("bad key")'] : []),
    '        found = self.backend.lookup(encoded, self.timeout)',
    '        self.log.debug(found, encoded, self.prefix, seconds)',
    '        self.backend.store(encoded, value, seconds)',
    '        return found',
    '',
  ].join('\n');
}

function editedCopy(): string {
  const folder = folderWith({ 'store.py': store('Store'), 'old/store.py': store('OldStore') });
  commitAll(folder);
  writeFiles(folder, { 'store.py': store('Store', true) });
  return folder;
}

const checked = (cwd: string, ...args: string[]) =>
  analyzer(['check', '--against', 'HEAD', '--engine', 'portable', ...args], { cwd });

async function documentOf(cwd: string, ...args: string[]): Promise<{ code: number | null; document: CheckV1 }> {
  const { code, stdout } = await checked(cwd, '--format', 'json', ...args);
  const document: unknown = JSON.parse(stdout);
  if (!validate(document)) throw new Error(JSON.stringify(validate.errors));
  return { code, document };
}

test('check --against notes an edit that a copy lacks, and passes', async () => {
  const { code, document } = await documentOf(editedCopy());
  expect({ code, findings: document.summary.findings }).toEqual({ code: 0, findings: 0 });
  expect(document.missed?.map(({ edited, copies }) => [edited.path, copies])).toEqual([
    ['store.py', [{ path: 'old/store.py', start_line: 2, end_line: 5 }]],
  ]);
});

test('check --against --fail-on missed fails on an edit that a copy lacks', async () => {
  const { code, document } = await documentOf(editedCopy(), '--fail-on', 'missed');
  expect({ code, findings: document.summary.findings, missed: document.summary.missed }).toEqual({
    code: 1,
    findings: 1,
    missed: 1,
  });
});

test('check --fail-on missed without --against is wrong usage', async () => {
  const { code, stderr } = await analyzer(['check', '--fail-on', 'missed'], { cwd: folderWith({ 'a.py': 'x = 1\n' }) });
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('is an option of --against') });
});
