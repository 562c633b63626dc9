import { compareBytes } from '@analyzer/contracts/order';
import { FINGERPRINT_VERSION } from '#parse/versions.ts';
import type { Scan, ScanOptions } from '#scan/model.ts';
import { familiesOf } from './families.ts';
import type { Baseline, Family, ListedCycle, ListedGroup } from './model.ts';

/** The baseline that allows exactly the current state of a project. */
export function baselineOf(scan: Scan): Baseline {
  return makeBaseline(
    scan.options,
    familiesOf(scan).map(listedGroup),
    scan.cycles.map(({ files }) => ({ files: [...files] })),
  );
}

/** Sorts a baseline: groups by id, cycles by their files. */
export function makeBaseline(options: ScanOptions, groups: ListedGroup[], cycles: ListedCycle[]): Baseline {
  return {
    schema: 'analyzer.baseline.v1',
    fingerprint: FINGERPRINT_VERSION,
    options,
    groups: groups.sort((a, b) => compareBytes(a.id, b.id)),
    cycles: cycles.sort((a, b) => compareBytes(a.files.join('\n'), b.files.join('\n'))),
  };
}

export function listedGroup({ id, nodes, copies }: Family): ListedGroup {
  return { id, nodes, copies: copies.map(({ location }) => location).sort(compareBytes) };
}
