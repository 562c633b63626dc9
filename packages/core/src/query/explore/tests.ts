import type { ReachingTest } from '@analyzer/contracts/query/common';
import { classBits } from '#index/codes.ts';
import type { Snapshot } from '#index/port.ts';
import { importingFiles } from './importers.ts';
import { reachingCallers, reachingFiles } from './reach.ts';
import { type RelatedList, withNodes } from './related.ts';
import type { Subject } from './subject.ts';

/** Calls between a test and the subject. */
const MAX_CALLS = 6;
/** Imports between a test and the file of the subject. */
const MAX_IMPORTS = 4;

const IN_TESTS = `
  SELECT node.id, node.file_id FROM json_each(?) AS wanted CROSS JOIN node ON node.id = wanted.value
  WHERE classes & ${classBits(['test'])} > 0 ORDER BY node.id`;

interface FoundTest {
  file: number;
  via: 'calls' | 'imports' | 'files';
  distance: number;
}

/**
 * Files of tests that call the subject, also through others, or import it; if there are none, those that reach its file
 * through imports of other files. Nearest first.
 */
export function testFiles(snapshot: Snapshot, subject: Subject): FoundTest[] {
  const readCallers = () => reachingCallers(snapshot, subject, MAX_CALLS);
  const readImporting = () => importingFiles(snapshot, subject);
  snapshot.gather([
    () => inTests(snapshot, [...readCallers().distances.keys()]),
    () =>
      inTests(
        snapshot,
        readImporting().map(({ file }) => file),
      ),
  ]);
  const { distances } = readCallers();
  const imported = readImporting();
  const found = new Map<number, FoundTest>();
  for (const { id, file } of inTests(snapshot, [...distances.keys()])) {
    const distance = distances.get(id) ?? 0;
    if (distance < (found.get(file)?.distance ?? Number.POSITIVE_INFINITY))
      found.set(file, { file, via: 'calls', distance });
  }
  const importing = new Map(imported.map(({ file, distance }) => [file, distance]));
  for (const { file } of inTests(snapshot, [...importing.keys()])) {
    if (!found.has(file)) found.set(file, { file, via: 'imports', distance: importing.get(file) ?? 0 });
  }
  if (found.size === 0) {
    const { distances: files } = reachingFiles(snapshot, subject, MAX_IMPORTS);
    for (const { file } of inTests(snapshot, [...files.keys()])) {
      found.set(file, { file, via: 'files', distance: files.get(file) ?? 0 });
    }
  }
  return [...found.values()].sort(
    (a, b) => Number(a.via === 'imports') - Number(b.via === 'imports') || a.distance - b.distance || a.file - b.file,
  );
}

function inTests(snapshot: Snapshot, ids: readonly number[]): { id: number; file: number }[] {
  if (ids.length === 0) return [];
  return snapshot.all(IN_TESTS, [JSON.stringify(ids)], (row) => ({
    id: row.integer('id'),
    file: row.integer('file_id'),
  }));
}

export const tests: RelatedList<ReachingTest> = (snapshot, subject, { offset, limit }) => {
  const found = testFiles(snapshot, subject);
  return {
    items: withNodes(
      snapshot,
      found.slice(offset, offset + limit),
      ({ file }) => file,
      (node, { via, distance }) => ({ node, via, distance }),
    ),
    total: found.length,
  };
};
