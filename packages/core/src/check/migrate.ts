import { CODE_CLASSES } from '#lists/list-classes.ts';
import type { BlockRange, CopyRepeat, Scan } from '#scan/model.ts';
import { listedBlock, listedGroup, listedMember, makeBaseline } from './baseline.ts';
import { check } from './check.ts';
import { indexed } from './check-blocks.ts';
import { checkMembers } from './check-similar.ts';
import { familiesOf } from './families.ts';
import type { Baseline, Family, ListedBlock, ListedGroup, ListedMember } from './model.ts';
import { RepeatIndex } from './repeat-index.ts';
import { updatedBaseline } from './update.ts';

/**
 * The entries of a baseline with the fingerprints of this program. Both scans are of the same files, so a copy is the same one
 * if it has the same id or lines. What the baseline does not allow in the former scan is not in the result.
 *
 * @param former a scan with the fingerprints of the baseline
 */
export function migratedBaseline(before: Baseline, former: Scan, now: Scan): Baseline {
  const carried = makeBaseline(now.options, {
    groups: groupsOf(before, former, now),
    members: membersOf(before, former, now),
    blocks: blocksOf(before, former, now),
    cycles: before.cycles.map(({ files }) => ({ files: [...files] })),
  });
  return updatedBaseline(check(now, carried, { baseline: '' }, { include: CODE_CLASSES }), []);
}

/** Of each family the copies that the baseline allows in one family of the former scan. */
function groupsOf(before: Baseline, former: Scan, now: Scan): ListedGroup[] {
  const allowed = allowedCopies(before, former);
  return familiesOf(now).flatMap((family): ListedGroup[] => {
    const common = new Map<Family, Family['copies']>();
    for (const copy of family.copies) {
      const its = allowed.get(copy.id);
      if (its !== undefined) common.set(its, [...(common.get(its) ?? []), copy]);
    }
    const [most = []] = [...common.values()].sort((a, b) => b.length - a.length);
    return most.length < 2 ? [] : [listedGroup({ ...family, copies: most })];
  });
}

/** By id of a copy that the baseline allows: its family in the former scan. */
function allowedCopies(before: Baseline, former: Scan): Map<string, Family> {
  const checked = check(former, before, { baseline: '' }, { include: CODE_CLASSES });
  const findings = new Map(checked.groups.map((finding) => [finding.family.id, finding]));
  const listed = new Set([
    ...before.groups.map(({ id }) => id),
    ...checked.continued.map(({ family }) => family.id),
    ...checked.excused.map(({ id }) => id),
  ]);
  const allowed = new Map<string, Family>();
  for (const family of checked.families) {
    if (!listed.has(family.id)) continue;
    const refused = new Set(findings.get(family.id)?.unlisted.map(({ id }) => id));
    for (const { id } of family.copies) if (!refused.has(id)) allowed.set(id, family);
  }
  return allowed;
}

function membersOf(before: Baseline, former: Scan, now: Scan): ListedMember[] {
  if (former.copy_evidence === undefined || now.copy_evidence === undefined) return [];
  const known = checkMembers(before.members, former, former.copy_evidence);
  const allowed = new Set(known.members.flatMap(({ copy }) => (known.unknown.has(copy.id) ? [] : [copy.id])));
  const { members } = checkMembers([], now, now.copy_evidence);
  return members.filter(({ copy }) => allowed.has(copy.id)).map(listedMember);
}

/** The repeated blocks that lie in occurrences of one repeated block that the baseline allows. */
function blocksOf(before: Baseline, former: Scan, now: Scan): ListedBlock[] {
  const known = new RepeatIndex(before.blocks.map(indexed));
  const allowed = new RepeatsByFile();
  for (const repeat of former.copy_evidence?.repeats ?? []) {
    if (repeat.blocks.length <= known.count(repeat)) allowed.add(repeat);
  }
  return (now.copy_evidence?.repeats ?? []).filter((it) => allowed.contain(it)).map(listedBlock);
}

class RepeatsByFile {
  readonly #byPath = new Map<string, { repeat: CopyRepeat; block: BlockRange }[]>();

  add(repeat: CopyRepeat): void {
    for (const block of repeat.blocks) {
      const its = this.#byPath.get(block.path);
      if (its === undefined) this.#byPath.set(block.path, [{ repeat, block }]);
      else its.push({ repeat, block });
    }
  }

  /** Whether each block of a repeat is in another block of one of these. */
  contain({ kind, blocks }: CopyRepeat): boolean {
    const around = blocks.map(({ path, start_byte, end_byte }) => {
      const its = this.#byPath.get(path) ?? [];
      return its.filter(({ block }) => block.start_byte <= start_byte && block.end_byte >= end_byte);
    });
    const [first = []] = around;
    return first.some(({ repeat }) => {
      const holders = around.map((its) => its.filter((it) => it.repeat === repeat).map(({ block }) => block));
      return (
        repeat.kind === kind && holders.every((its) => its.length > 0) && new Set(holders.flat()).size >= blocks.length
      );
    });
  }
}
