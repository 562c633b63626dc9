import { expect, test } from 'vitest';
import { ImportVerdicts } from './import-verdict.ts';
import type { CodeFile, CodeImport } from './project.ts';
import { requirementOf } from './requirement.ts';

function importOf(path: string, name: string): CodeImport {
  const specifier = `./${path}`;
  return { specifier, names: [{ name }], line: 1, state: 'resolved', path, reason: undefined, phase: 'load' };
}

function fileOf(path: string, imports: CodeImport[]): CodeFile {
  return {
    path,
    language: 'typescript',
    gap: undefined,
    isTest: false,
    isApart: false,
    declarations: [],
    imports,
    references: [],
    calls: [],
    uses: [],
    named: [{ name: 'save', kind: 'reexport', line: 1, within: -1 }],
    renamed: new Map(),
  };
}

test('a chain of 50,000 files that pass on all names is followed to its end, and 20 of them are shown', () => {
  const length = 50_000;
  const files = Array.from({ length }, (_, i) =>
    fileOf(`c${i}.ts`, [i === length - 1 ? importOf('infra/db.ts', 'save') : importOf(`c${i + 1}.ts`, '*')]),
  );
  const verdicts = new ImportVerdicts({
    files: new Map(files.map((file) => [file.path, file])),
    unreadReason: () => undefined,
  });
  const user = fileOf('user.ts', []);
  const verdictOf = (text: string) => verdicts.of(importOf('c0.ts', 'save'), user, requirementOf(text), undefined);

  expect(verdictOf('import:infra/**')).toMatchObject({ seen: './c0.ts', through: { length: 20 } });
  expect(verdictOf('import:other/**')).toBe('no');
});
