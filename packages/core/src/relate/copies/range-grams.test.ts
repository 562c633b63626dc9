import fc from 'fast-check';
import { expect, test } from 'vitest';
import { filesWithBodies, filesWithUnits } from './arbitrary-fixture.ts';
import { findBlockGroups } from './block-groups.ts';
import { comparedFile } from './fixture.ts';
import { findNearGroups } from './near-groups.ts';
import { partIn, RangeGrams, similarityOf } from './range-grams.ts';

const LIMITS = { nearNodes: 3, blockNodes: 3, shapeNodes: 5, grams: 4 };

test('two declarations have the similarity that their near group has', () => {
  let compared = 0;
  fc.assert(
    fc.property(filesWithBodies, (files) => {
      const encoded = files.map(comparedFile);
      const gramsOf = (file: number, declaration: number) =>
        new RangeGrams(encoded[file]?.elements ?? new Uint8Array()).ofDeclaration(declaration);
      for (const { members } of findNearGroups(encoded, LIMITS)) {
        const [first, ...others] = members.map((it) => ({ ...it, grams: gramsOf(it.file, it.declaration) }));
        for (const { grams, similarity } of others) {
          if (first?.grams === undefined || grams === undefined) throw new Error('a member has no body');
          expect(similarityOf(grams, first.grams)).toBe(similarity);
          compared++;
        }
      }
    }),
    { numRuns: 2000 },
  );
  expect(compared).toBeGreaterThan(20);
});

test('the occurrences of a block have the same 5-grams, also in other files', () => {
  let compared = 0;
  fc.assert(
    fc.property(filesWithUnits, (files) => {
      const encoded = files.map(comparedFile);
      for (const { kind, occurrences } of findBlockGroups(
        encoded,
        { block: true, blockShape: false },
        { ...LIMITS, grams: 1 },
      ).groups) {
        const [first, ...others] = occurrences.map(({ file, startByte, endByte }) =>
          new RangeGrams(encoded[file]?.elements ?? new Uint8Array()).ofRun(startByte, endByte),
        );
        for (const other of others) {
          if (first === undefined || other === undefined) throw new Error(`a ${kind} is not a run of units`);
          expect([other.size, partIn(first, other)]).toEqual([first.size, first.size === 0 ? 0 : 1000]);
          compared++;
        }
      }
    }),
    { numRuns: 2000 },
  );
  expect(compared).toBeGreaterThan(20);
});
