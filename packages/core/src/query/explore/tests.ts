import type { ReachingTest } from '@analyzer/contracts/query/common';
import type { Snapshot } from '#index/port.ts';
import { importingFiles } from './importers.ts';
import { testsThat } from './reach.ts';
import { type RelatedList, related } from './related.ts';
import type { Subject } from './subject.ts';

/** Calls between a test and the subject. */
const MAX_CALLS = 6;
/** Imports between a test and the file of the subject. */
const MAX_IMPORTS = 4;

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
  const { file: own, range } = subject;
  const readCallers = () => testsThat(snapshot, 'calls', range, MAX_CALLS);
  const readImporting = () => importingFiles(snapshot, subject).filter(({ isTest }) => isTest);
  const readFiles = () => testsThat(snapshot, 'imports', [own, own], MAX_IMPORTS);
  snapshot.gather([readCallers, readImporting, readFiles]);
  const found = new Map<number, FoundTest>();
  const add = (via: FoundTest['via'], nearest: readonly { file: number; distance: number }[]) => {
    for (const { file, distance } of nearest) if (!found.has(file)) found.set(file, { file, via, distance });
  };
  add('calls', readCallers());
  add('imports', readImporting());
  if (found.size === 0) add('files', readFiles());
  return [...found.values()].sort(
    (a, b) => Number(a.via === 'imports') - Number(b.via === 'imports') || a.distance - b.distance || a.file - b.file,
  );
}

export const tests: RelatedList<ReachingTest> = (snapshot, subject, { offset, limit }) => {
  const found = testFiles(snapshot, subject);
  return related(
    { found: found.slice(offset, offset + limit), total: found.length },
    ({ file }) => [file],
    ({ node }, { via, distance }) => ({ node, via, distance }),
  );
};
