import type { DeclarationFacts } from '#parse/facts.ts';
import { groupId } from '../groups/group-id.ts';
import type { BlockPlace, CopyEvidence, Group, GroupKind } from '../model.ts';
import { type BlockOccurrence, findBlockGroups, findBlocksAndRepeats } from './block-groups.ts';
import { LIMITS } from './limits.ts';
import { findSimilar } from './near-groups.ts';

/** A file of the project with the ids of its declarations. */
export interface CopiedFile {
  path: string;
  ids: readonly string[];
  facts: { declarations: readonly DeclarationFacts[]; elements?: Uint8Array };
}

/**
 * The groups of the kinds `near`, `block` and `block-shape` that are among `kinds`, in no particular order.
 *
 * @param wantsEvidence whether the caller compares them with a baseline
 */
export function groupCopies(
  files: readonly CopiedFile[],
  kinds: readonly GroupKind[],
  wantsEvidence: boolean,
): { groups: Group[]; evidence: Omit<CopyEvidence, 'folded'> | undefined } {
  const compared = files.flatMap((file) => {
    const { elements, declarations } = file.facts;
    return elements === undefined ? [] : [{ file, elements, declarations }];
  });
  const { groups: near, partnered } = kinds.includes('near')
    ? findSimilar(compared, LIMITS, wantsEvidence)
    : { groups: [], partnered: [] };
  const known = new Map<string, number>();
  const nearGroups = near.map(({ members, fingerprint }): Group => {
    const facts = members.map(({ file, declaration }) => compared[file]?.declarations[declaration]);
    return {
      id: uniqueId('near', fingerprint, known),
      kind: 'near',
      ...sizes(facts.map((it) => it?.nodes ?? 0)),
      occurrences: members.map(({ file, declaration }) => compared[file]?.file.ids[declaration] ?? ''),
      similarity: members.map(({ similarity }) => similarity),
    };
  });
  const blockKinds = { block: kinds.includes('block'), blockShape: kinds.includes('block-shape') };
  const { groups: blocks, repeats } = wantsEvidence
    ? findBlocksAndRepeats(compared, blockKinds)
    : { groups: findBlockGroups(compared, blockKinds), repeats: [] };
  const unitsOf = new Map<string, string[]>();
  const blockGroups = blocks.map(({ kind, nodes, occurrences, fingerprint, units }): Group => {
    const id = uniqueId(kind, fingerprint, known);
    if (units !== undefined) unitsOf.set(id, units);
    return {
      id,
      kind,
      ...sizes(occurrences.map(() => nodes)),
      occurrences: [],
      blocks: occurrences.map((it) => placeOf(it, compared[it.file]?.file)),
    };
  });
  const groups = [...nearGroups, ...blockGroups];
  if (!wantsEvidence) return { groups, evidence: undefined };
  const members = partnered.map(({ file, declaration, body }) => {
    return { id: compared[file]?.file.ids[declaration] ?? '', body };
  });
  const listed = repeats.map(({ kind, units, occurrences }) => {
    return { kind, units, blocks: occurrences.map((it) => placeOf(it, compared[it.file]?.file)) };
  });
  return { groups, evidence: { members, repeats: listed, units: unitsOf } };
}

/** Groups of the same fingerprint, in their order, have ordinals from the second on. */
function uniqueId(kind: GroupKind, fingerprint: string, known: Map<string, number>): string {
  const id = groupId(kind, fingerprint);
  const ordinal = (known.get(id) ?? 0) + 1;
  known.set(id, ordinal);
  return ordinal === 1 ? id : groupId(kind, `${fingerprint} ${ordinal}`);
}

function sizes(nodes: readonly number[]): { nodes: number; score: number } {
  const most = nodes.reduce((a, b) => Math.max(a, b), 0);
  return { nodes: most, score: nodes.reduce((a, b) => a + b, 0) - most };
}

function placeOf(
  { startLine, endLine, startByte, endByte }: BlockOccurrence,
  file: CopiedFile | undefined,
): BlockPlace {
  const within = enclosing(file?.facts.declarations ?? [], startByte, endByte);
  return {
    path: file?.path ?? '',
    start_line: startLine,
    end_line: endLine,
    start_byte: startByte,
    end_byte: endByte,
    ...(within < 0 ? {} : { within: file?.ids[within] ?? '' }),
  };
}

/** The innermost declaration around a range that is larger than it; -1 for none. */
function enclosing(declarations: readonly DeclarationFacts[], startByte: number, endByte: number): number {
  let [low, high] = [0, declarations.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((declarations[middle]?.start_byte ?? 0) <= startByte) low = middle + 1;
    else high = middle;
  }
  for (let at = low - 1; at >= 0; at = declarations[at]?.within ?? -1) {
    const { start_byte, end_byte } = declarations[at] ?? { start_byte: 0, end_byte: 0 };
    const isAround = start_byte <= startByte && end_byte >= endByte;
    if (isAround && end_byte - start_byte > endByte - startByte) return at;
  }
  return -1;
}
