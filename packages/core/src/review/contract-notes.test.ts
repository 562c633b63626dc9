import type { CheckedContract, Problem } from '@analyzer/contracts/analyzer.manifest-report.v1';
import { expect, test } from 'vitest';
import { readManifest } from '#manifest/validate-manifest.ts';
import { contractNotes } from './contract-notes.ts';

const text = '{\n  "contracts": [\n    { "id": "quiet", "scope": "project", "forbid": ["network"] }\n  ]\n}\n';
const manifest = { ...readManifest(text, {}), path: 'contracts.json' };
const contract: CheckedContract = {
  pointer: '/contracts/0',
  id: 'quiet',
  scope: 'project',
  intent: 'Works offline.',
  selector: 'project',
  status: 'violated',
  matches: [],
  matched: 1,
  entries: [],
};
const problem: Problem = {
  key: 'violated | quiet',
  kind: 'violated',
  pointer: '/contracts/0/forbid/0',
  message: 'network is forbidden',
  evidence: [{ path: 'src/a.py', line: 7, text: 'requests.get', through: ['load', 'fetch'] }],
  known: false,
};

test('a violation is noted at the code, with its chain, the intent and the entry of the manifest', () => {
  expect(contractNotes({ problems: [problem], contracts: [contract] }, manifest)).toEqual([
    {
      path: 'src/a.py',
      line: 7,
      message: 'contract quiet: network is forbidden (load -> fetch -> requests.get): Works offline.',
      entry: { path: 'contracts.json', line: 3 },
    },
  ]);
});

test('a required entry that is absent is noted at the first function of the scope, else in the manifest', () => {
  const absent = { ...problem, message: 'tested is required but absent', evidence: [] };
  const matches = [{ path: 'src/a.py', name: 'load', start_line: 4, end_line: 9 }];
  const noted = (its: CheckedContract) =>
    contractNotes({ problems: [absent], contracts: [its] }, manifest).map(({ path, line }) => [path, line]);
  expect(noted({ ...contract, matches })).toEqual([['src/a.py', 4]]);
  expect(noted(contract)).toEqual([['contracts.json', 3]]);
});

test('a manifest outside of the project gets no note of its own', () => {
  const stale: Problem = { ...problem, kind: 'stale', pointer: '/contracts/0/scope', evidence: [] };
  const outside = { ...manifest, path: undefined };
  expect(contractNotes({ problems: [stale], contracts: [contract] }, outside)).toEqual([]);
});

test('at most 20 locations of a problem are noted', () => {
  const evidence = Array.from({ length: 30 }, (_, line) => ({ path: 'a.py', line: line + 1, text: 'x', through: [] }));
  expect(contractNotes({ problems: [{ ...problem, evidence }], contracts: [contract] }, manifest)).toHaveLength(20);
});
