import fc from 'fast-check';
import { expect, test } from 'vitest';
import { filesWithUnits } from '#relate/copies/arbitrary-fixture.ts';
import { findBlockGroups } from '#relate/copies/block-groups.ts';
import { copyGroups } from '#relate/copies/copy-groups.ts';
import { comparedFile } from '#relate/copies/fixture.ts';
import { searchRuns } from '../../../../tools/tests/searches.ts';
import { BlockIndex } from './block-index.ts';

const LIMITS = { nearNodes: 3, blockNodes: 3, shapeNodes: 4, grams: 2 };

test('the blocks of each file are those groups of the complete project that have an occurrence in it', () => {
  fc.assert(
    fc.property(filesWithUnits, filesWithUnits, (before, after) => {
      const index = new BlockIndex(['block', 'block-shape'], LIMITS);
      for (const [number, file] of before.entries()) index.replace(`${number}.js`, comparedFile(file));
      for (const number of before.keys()) index.replace(`${number}.js`, undefined);
      const files = after.map(comparedFile);
      for (const [number, file] of files.entries()) index.replace(`${number}.js`, file);
      const groups = copyGroups(files, [], findBlockGroups(files, { block: true, blockShape: true }, LIMITS).groups);
      const expected = groups.map(({ id, kind, nodes, members }) => {
        return { id, kind, nodes, copies: members.map(({ file, range }) => `${file}.js@${range?.startByte}`) };
      });
      for (const number of files.keys()) {
        const path = `${number}.js`;
        const found = index.familiesIn([path]).map(({ id, kind, nodes, copies }) => {
          return { id, kind, nodes, copies: copies.map((it) => `${it.path}@${it.start_byte}`) };
        });
        const isHere = ({ copies }: { copies: string[] }) => copies.some((it) => it.startsWith(`${path}@`));
        expect(found.sort(byId)).toEqual(expected.filter(isHere).sort(byId));
      }
    }),
    { numRuns: searchRuns(500) },
  );
});

function byId(a: { id: string | null }, b: { id: string | null }): number {
  return String(a.id) < String(b.id) ? -1 : 1;
}
