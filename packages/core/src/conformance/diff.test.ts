import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readManifest } from '#manifest/validate-manifest.ts';
import { diffManifests } from './diff.ts';

type Contract = Record<string, unknown>;

function rootOf(contracts: readonly Contract[], files: Record<string, Contract[]> = {}) {
  const { root } = readManifest(JSON.stringify({ contracts, files }), {});
  if (root === undefined) throw new Error('no manifest');
  return root;
}

const a = { id: 'a', scope: 'function:f', intent: 'Adds.', forbid: ['network'], effect: ['time'] };
const b = { scope: 'class:C', intent: 'Holds.', require: ['call:x'] };

test('contracts are matched by id, then by file and scope, then by content', () => {
  expect(diffManifests(rootOf([a, b]), rootOf([b, { ...a, scope: 'function:g' }]))).toEqual({
    schema: 'analyzer.manifest-diff.v1',
    same: 1,
    changes: [
      { contract: 'a', pointer: '/contracts/1', change: 'reworded', details: ['scope was function:f, is function:g'] },
    ],
  });
  expect(
    diffManifests(rootOf([], { 'x.js': [b] }), rootOf([], { 'x.js': [{ ...b, intent: 'Keeps.' }] })).changes,
  ).toEqual([
    {
      contract: 'x.js class:C',
      pointer: '/files/x.js/0',
      change: 'reworded',
      details: ['intent was Holds., is Keeps.'],
    },
  ]);
  // Two contracts with one scope match only by content.
  const other = { ...b, intent: 'Counts.' };
  const moved = diffManifests(rootOf([b, other]), rootOf([other, { ...b, intent: 'New.' }]));
  expect(moved).toMatchObject({ same: 1, changes: [{ change: 'reworded' }] });
});

test('additional entries tighten forbid and require, and loosen effect', () => {
  const { changes } = diffManifests(rootOf([a]), rootOf([{ ...a, forbid: ['eval'], effect: ['time', 'random'] }]));
  expect(changes).toEqual([
    {
      contract: 'a',
      pointer: '/contracts/0',
      change: 'loosened',
      details: ['no longer forbid network', 'effect random'],
    },
    { contract: 'a', pointer: '/contracts/0', change: 'tightened', details: ['forbid eval'] },
  ]);
  const { effect: _, ...open } = a;
  expect(diffManifests(rootOf([a]), rootOf([open])).changes[0]).toMatchObject({ change: 'loosened' });
});

test('swapping the manifests swaps added and removed, and a manifest has no changes against itself', () => {
  const contract = fc.record(
    {
      id: fc.constantFrom('a', 'b', 'c'),
      scope: fc.constantFrom('project', 'function:f', 'free'),
      intent: fc.constantFrom('x', 'y'),
      forbid: fc.array(fc.constantFrom('network', 'eval')),
      effect: fc.array(fc.constantFrom('time', 'random')),
    },
    { requiredKeys: ['scope', 'intent'] },
  );
  const count = (changes: readonly { change: string }[], kind: string) =>
    changes.filter(({ change }) => change === kind).length;
  fc.assert(
    fc.property(fc.array(contract, { maxLength: 5 }), fc.array(contract, { maxLength: 5 }), (left, right) => {
      const there = diffManifests(rootOf(left), rootOf(right)).changes;
      const back = diffManifests(rootOf(right), rootOf(left)).changes;
      expect(count(there, 'added')).toBe(count(back, 'removed'));
      expect(count(there, 'loosened')).toBe(count(back, 'tightened'));
      expect(diffManifests(rootOf(left), rootOf(left))).toMatchObject({ same: left.length, changes: [] });
    }),
  );
});
