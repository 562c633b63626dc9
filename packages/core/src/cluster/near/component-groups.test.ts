import { hash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeElementBlock } from '#parse/elements/element-block.ts';
import { filesWithBodies } from '#relate/copies/arbitrary-fixture.ts';
import { copyGroups } from '#relate/copies/copy-groups.ts';
import { rangeOf } from '#relate/copies/file-grams.ts';
import { comparedFile, type TestFile } from '#relate/copies/fixture.ts';
import { gramsOf } from '#relate/copies/gram-windows.ts';
import { findNearGroups, sortedGrams } from '#relate/copies/near-groups.ts';
import { searchRuns } from '../../../../../tools/tests/searches.ts';
import { type ComponentUnit, groupComponent } from './component-groups.ts';
import { Components } from './components.ts';

const LIMITS = { nearNodes: 3, blockNodes: 3, shapeNodes: 5, grams: 4 };

test('the groups of all components are those of all files together', () => {
  fc.assert(
    fc.property(filesWithBodies, fc.nat(3), (files, merged) => {
      const units = unitsOf(files);
      const found = componentsOf(units, merged).flatMap((its) => groupComponent(its));
      const compared = files.map(comparedFile);
      const expected = copyGroups(compared, findNearGroups(compared, LIMITS), []).map(
        ({ id, nodes, score, members }) => {
          return { id, nodes, score, members: members.map(({ file, declaration }) => `${file} ${declaration}`) };
        },
      );
      const shown = found.map(({ group: { id, nodes, score }, members }) => {
        return { id, nodes, score, members: members.map(({ unit }) => `${Number(unit.path)} ${unit.declaration}`) };
      });
      const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
      expect(shown.sort(byId)).toEqual(expected.sort(byId));
    }),
    { numRuns: searchRuns(1000) },
  );
});

function unitsOf(files: readonly TestFile[]): ComponentUnit[] {
  return files.flatMap((file, number) => {
    const block = decodeElementBlock(comparedFile(file).elements);
    return file.bodies.flatMap(({ nodes, within, first, count }, body): ComponentUnit[] => {
      const table = gramsOf(block, rangeOf(block, body));
      if (nodes < LIMITS.nearNodes || table.size < LIMITS.grams) return [];
      const around: number[] = [];
      for (let at = within; at >= 0; at = file.bodies[at]?.within ?? -1) around.unshift(at);
      const grams = sortedGrams(table);
      const project = 'p';
      const path = String(number).padStart(4, '0');
      return [
        {
          ...{ project, path, startByte: first, endByte: first + count, nodes, declaration: body, around },
          body: undefined,
          shape: undefined,
          fingerprint: hash('sha256', grams, 'hex'),
          grams: BigInt64Array.from({ length: table.size }, (_, at) => grams.readBigInt64BE(8 * at)),
        },
      ];
    });
  });
}

/** Connected by similarity, and some of these together, as candidates that are not similar connect them. */
function componentsOf(units: readonly ComponentUnit[], merged: number): ComponentUnit[][] {
  const components = new Components(units.length);
  for (const [one, a] of units.entries()) {
    for (const [other, b] of units.entries()) {
      const common = a.grams.filter((gram) => b.grams.includes(gram)).length;
      const isCandidate = merged > 0 && (one + other) % (3 * merged) === 0;
      if (isCandidate || 3 * common >= a.grams.length + b.grams.length) components.join(one, other);
    }
  }
  const lists = new Map<number, ComponentUnit[]>();
  for (const [at, unit] of units.entries()) {
    const least = components.of(at);
    lists.set(least, [...(lists.get(least) ?? []), unit]);
  }
  // In no order of positions.
  return [...lists.values()].map((its) => its.toReversed());
}
