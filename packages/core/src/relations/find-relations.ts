import { compareBytes } from '@analyzer/contracts/order';
import type { Scan } from '#scan/model.ts';
import type { TreeSource } from '#tree/source.ts';
import { ComparedFiles } from './compared-files.ts';
import { componentsOf } from './components.ts';
import { replacedWords } from './differences.ts';
import { differsText, type OnlyNames } from './differs-text.ts';
import { explainGroups, type SidesOfFiles } from './explain.ts';
import { findFamilies } from './families.ts';
import type { FilePair, FolderPair } from './folder-pairs.ts';
import { listedEvidence } from './listed-evidence.ts';
import { matchMembers, memberCounts } from './members.ts';
import { findMirrors } from './mirrors.ts';
import { type CopyRelation, type CopyRelations, type MatchedFiles, RELATION_KINDS } from './model.ts';
import { type RelationInput, relationInput } from './relation-input.ts';
import { sharedHelpers } from './shared-helpers.ts';
import { sharedLines } from './shared-lines.ts';
import { findSimilarFiles } from './similar-files.ts';
import { findVendoredLibraries } from './vendored-libraries.ts';

/** A relation of files before its groups are known. */
interface Draft {
  kind: CopyRelation['kind'];
  sides: string[];
  pairs: FilePair[];
  files: SidesOfFiles;
}

/**
 * Finds the relations of folders and files from the groups of a scan (docs/use/copies.md). Files that may be related are read
 * again; one that cannot be read any more has no equal lines.
 *
 * @param source of the scan
 */
export function findRelations(scan: Scan, source: TreeSource, signal?: AbortSignal): Promise<CopyRelations> {
  return relationsOf(relationInput(scan), source, signal);
}

/** The relations, and how much of the first listed groups is equal, for the first screen. */
export async function findFacts(scan: Scan, source: TreeSource, signal?: AbortSignal): Promise<CopyRelations> {
  const input = relationInput(scan);
  const compared = new ComparedFiles(input.files, source, signal);
  const relations = await relationsOf(input, source, signal, compared);
  return { ...relations, evidence: await listedEvidence(input.listed, compared) };
}

export async function relationsOf(
  input: RelationInput,
  source: Pick<TreeSource, 'read'>,
  signal?: AbortSignal,
  compared = new ComparedFiles(input.files, source, signal),
): Promise<CopyRelations> {
  const shared = sharedLines(input);
  const { mirrors, leftOut } = await findMirrors(input.files, shared.pairs, compared);
  const known = new Set(mirrors.flatMap((it) => it.files.map((pair) => keyOf(pair, input))));
  const isKnown = (left: number, right: number) => known.has(keyOf({ left, right }, input));
  const similar = await findSimilarFiles(input.files, shared.pairs, isKnown, compared);
  const drafts = [...folderDrafts(mirrors), ...(await fileDrafts(similar, input, compared))];
  const relations = await Promise.all(drafts.map((draft) => relationOf(draft, input, compared)));
  const ordered = drafts
    .map((draft, index) => ({ draft, relation: relations[index] }))
    .flatMap(({ draft, relation }) => (relation === undefined ? [] : [{ draft, relation }]))
    .sort((a, b) => inOrder(a.relation, b.relation));
  const explained = explainGroups(
    input.groups,
    ordered.map(({ draft }) => draft.files),
  );
  const found = ordered.map(({ relation }, index) => ({
    ...relation,
    groups: explained.groups[index] ?? [],
    elsewhere: explained.elsewhere[index] ?? 0,
  }));
  const explainedIds = new Set(found.flatMap(({ groups }) => groups));
  const helpers = sharedHelpers(input, explainedIds).sort(inOrder);
  const vendored = await findVendoredLibraries(input.libraries, source, signal);
  return {
    relations: [...found, ...helpers, ...vendored.libraries.sort(inOrder)],
    left_out: shared.leftOut + leftOut + compared.leftOut + vendored.leftOut,
  };
}

function keyOf({ left, right }: { left: number; right: number }, { files }: RelationInput): number {
  return Math.min(left, right) * files.length + Math.max(left, right);
}

/** Folders that are mirrors of the same one are a family. */
function folderDrafts(mirrors: readonly FolderPair[]): Draft[] {
  return componentsOf(mirrors, ({ left, right }) => [left, right]).map((its) => {
    const sides = [...new Set(its.flatMap(({ left, right }) => [left, right]))].sort(compareBytes);
    const files = new Map<number, Set<number>>();
    for (const { left, right, files: pairs } of its) {
      for (const pair of pairs) {
        addSide(files, pair.left, sides.indexOf(left));
        addSide(files, pair.right, sides.indexOf(right));
      }
    }
    const kind = sides.length > 2 ? 'folder-family' : 'mirror';
    const shown = sides.map((side) => (side === '' ? '.' : side));
    return { kind, sides: shown, pairs: its.flatMap((it) => it.files), files };
  });
}

function addSide(files: Map<number, Set<number>>, file: number, side: number): void {
  const its = files.get(file) ?? new Set();
  files.set(file, its.add(side));
}

/** Families of files, with those that more than two forks connect; and the other forks. */
async function fileDrafts(
  { forks, siblings }: { forks: FilePair[]; siblings: FilePair[] },
  { files }: RelationInput,
  compared: ComparedFiles,
): Promise<Draft[]> {
  const families = findFamilies(siblings);
  const inFamily = new Map(families.flatMap((its, index) => its.map((file) => [file, index] as const)));
  const left = forks.filter((it) => {
    const family = inFamily.get(it.left);
    return family === undefined || family !== inFamily.get(it.right);
  });
  for (const edges of componentsOf(left, (it) => [`${it.left}`, `${it.right}`])) {
    families.push([...new Set(edges.flatMap((it) => [it.left, it.right]))].sort((a, b) => a - b));
  }
  const drafts: Draft[] = [];
  for (const family of families) {
    const [first = 0, ...others] = family;
    const pairs: FilePair[] = [];
    for (const other of others) {
      pairs.push({ left: first, right: other, lines: await compared.equalLines(first, other) });
    }
    drafts.push({
      kind: family.length > 2 ? 'file-family' : 'fork',
      sides: family.map((file) => files[file]?.path ?? ''),
      pairs,
      files: new Map(family.map((file, side) => [file, new Set([side])])),
    });
  }
  return drafts;
}

async function relationOf(draft: Draft, { files }: RelationInput, compared: ComparedFiles): Promise<CopyRelation> {
  const pairs: MatchedFiles[] = [];
  const only: OnlyNames = { left: [], right: [] };
  for (const { left, right, lines } of draft.pairs) {
    const [one, other] = [files[left], files[right]];
    const members = matchMembers(one?.declarations ?? [], other?.declarations ?? []);
    only.left.push(...members.onlyLeft.map(({ name }) => name));
    only.right.push(...members.onlyRight.map(({ name }) => name));
    pairs.push({
      left: one?.path ?? '',
      right: other?.path ?? '',
      left_lines: one?.lines ?? 0,
      right_lines: other?.lines ?? 0,
      equal_lines: lines === 0 ? 0 : (await compared.equalCode(left, right)).equal,
      ...memberCounts(members),
    });
  }
  const lines = pairs.reduce((sum, pair) => sum + pair.equal_lines, 0);
  const hasTwoSides = draft.sides.length === 2;
  const differs = hasTwoSides
    ? differsText(draft.sides, pairs, only, await replacedWords(draft.pairs, compared))
    : undefined;
  return {
    kind: draft.kind,
    sides: draft.sides,
    pairs,
    lines,
    ...(differs !== undefined && { differs }),
    groups: [],
    elsewhere: 0,
  };
}

function inOrder(one: CopyRelation, other: CopyRelation): number {
  const rank = (kind: CopyRelation['kind']) => (kind === 'folder-family' ? 0 : RELATION_KINDS.indexOf(kind));
  return (
    rank(one.kind) - rank(other.kind) ||
    other.lines - one.lines ||
    compareBytes(one.sides.join('\n'), other.sides.join('\n'))
  );
}
