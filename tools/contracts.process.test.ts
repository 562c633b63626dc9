import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

function check(folder: string) {
  const { status, stderr } = spawnSync(process.execPath, [join(folder, 'tools/contracts.mjs'), '--check'], {
    encoding: 'utf8',
  });
  return { status, stale: stderr.match(/^\S+(?= is stale: run npm run contracts$)/gm) ?? [] };
}

test('the generated types, validators, schemas and grammars match the schemas', () => {
  expect(check(root)).toEqual({ status: 0, stale: [] });
});

test('a changed, a missing and an unknown file are stale, also of grammars, and all that depends on a changed schema', () => {
  const folder = mkdtempSync(join(tmpdir(), 'contracts-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const path of ['tools', 'packages/contracts']) cpSync(join(root, path), join(folder, path), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const contracts = join(folder, 'packages/contracts');
  const schema = join(contracts, 'schemas/analyzer.task-result.v1.schema.json');
  writeFileSync(schema, readFileSync(schema, 'utf8').replace('"maxItems": 10000', '"maxItems": 9999'));
  appendFileSync(join(contracts, 'grammars/analyzer.proposal.v1.gbnf'), '# edited\n');
  rmSync(join(contracts, 'src/generated/analyzer.scan.v1.ts'));
  mkdirSync(join(contracts, 'src/generated/query'), { recursive: true });
  writeFileSync(join(contracts, 'src/generated/query/nothing.params.ts'), '');
  const { status, stale } = check(folder);
  expect(status).toBe(1);
  expect(stale.map((path) => path.replace(/^packages\/contracts\//, '')).sort()).toEqual([
    'grammars/analyzer.proposal.v1.gbnf',
    'grammars/analyzer.task-result.v1.gbnf',
    'src/generated/analyzer.scan.v1.ts',
    'src/generated/analyzer.task-result.v1.schema.json',
    'src/generated/analyzer.task-result.v1.ts',
    'src/generated/analyzer.task-result.v1.validate.js',
    'src/generated/query/nothing.params.ts',
  ]);
});

test('the built program has the protobuf definition of the contracts', () => {
  const definition = (folder: string): string =>
    readFileSync(join(root, folder, 'proto/analyzer/v1/analyzer.proto'), 'utf8');
  expect(definition('packages/analyzer/dist')).toBe(definition('packages/contracts'));
});
