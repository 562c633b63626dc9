import { compareBytes } from '@analyzer/contracts/order';
import { FINGERPRINT_VERSION } from '#parse/versions.ts';
import type { CopyRepeat, Scan, ScanOptions } from '#scan/model.ts';
import { blockLocation } from './check-blocks.ts';
import { checkMembers } from './check-similar.ts';
import { familiesOf } from './families.ts';
import type { Member } from './match-members.ts';
import type { Baseline, Family, ListedBlock, ListedGroup, ListedMember } from './model.ts';

/** The baseline that allows exactly the current state of a project. */
export function baselineOf(scan: Scan): Baseline {
  const { copy_evidence: evidence } = scan;
  return makeBaseline(scan.options, {
    groups: familiesOf(scan).map(listedGroup),
    members: evidence === undefined ? [] : checkMembers([], scan, evidence).members.map(listedMember),
    blocks: (evidence?.repeats ?? []).map(listedBlock),
    cycles: scan.cycles.map(({ files }) => ({ files: [...files] })),
  });
}

/** Sorts a baseline: groups by id, members by path and name, blocks by their units, cycles by their files. */
export function makeBaseline(
  options: ScanOptions,
  { groups, members, blocks, cycles }: Pick<Baseline, 'groups' | 'members' | 'blocks' | 'cycles'>,
): Baseline {
  return {
    schema: 'analyzer.baseline.v2',
    fingerprint: FINGERPRINT_VERSION,
    options,
    groups: groups.sort((a, b) => compareBytes(a.id, b.id)),
    members: members.sort(
      (a, b) => compareBytes(a.path, b.path) || compareBytes(a.name, b.name) || compareBytes(a.body, b.body),
    ),
    blocks: blocks.sort((a, b) => compareBytes(a.kind, b.kind) || compareBytes(a.units, b.units)),
    cycles: cycles.sort((a, b) => compareBytes(a.files.join('\n'), b.files.join('\n'))),
  };
}

export function listedMember({ copy, body }: Member): ListedMember {
  return { body, path: copy.path, name: copy.qualified_name };
}

export function listedBlock({ kind, units, blocks }: CopyRepeat): ListedBlock {
  return { kind, units: units.join(' '), at: blocks.map(blockLocation).sort(compareBytes) };
}

export function listedGroup({ id, nodes, copies }: Family): ListedGroup {
  return { id, nodes, copies: copies.map(({ location }) => location).sort(compareBytes) };
}
