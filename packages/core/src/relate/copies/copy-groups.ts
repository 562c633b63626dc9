import { type Callbacks, newCallbacks } from '#parse/elements/element-block.ts';
import { groupId } from '../groups/group-id.ts';
import type { GroupKind } from '../model.ts';
import { type BlockGroup, type BlockOccurrence, findBlockGroups } from './block-groups.ts';
import { CallbackLists, callbackMatch } from './callback-groups.ts';
import type { ComparedDeclaration, ComparedFile } from './compared-file.ts';
import { findSimilarGroups } from './cross-groups.ts';
import type { CopyLimits } from './limits.ts';
import { type NearGroup, type NearMember, withoutExact } from './near-groups.ts';
import type { LeftOutRuns } from './run-choice.ts';

export type Match = 'identical' | 'renamed' | 'edited';

/** An occurrence of a group of the kinds `near`, `block` and `block-shape`. */
export interface CopyMember {
  file: number;
  /** Of a block the innermost declaration around it, -1 for none. */
  declaration: number;
  /** Only of a near group: to the first member, in thousandths. */
  similarity?: number;
  /** Only of a near group: how it differs from the first member. */
  match?: Match;
  /** Only of a block, of a callback, and of a declaration in a group with callbacks. */
  range?: Omit<BlockOccurrence, 'file'>;
  /** Only of a callback: what it is passed or assigned to. */
  name?: string;
  /** Whether the range is that of the declaration. */
  isDeclaration?: true;
}

/** Groups that a callback leads, and the callbacks of files. A callback has its number after those of declarations. */
export interface FoundCallbacks {
  groups: readonly NearGroup[];
  lists: CallbackLists;
}

export interface CopyGroup {
  /** `g_` and 20 hex digits. */
  id: string;
  kind: GroupKind;
  /** SHA-256, 64 hex. */
  fingerprint: string;
  /** Nodes of the largest occurrence. */
  nodes: number;
  /** SUM(nodes) - MAX(nodes). */
  score: number;
  /** Of a near group the leader first, then the most similar; of blocks in the order of files and positions. */
  members: CopyMember[];
}

/**
 * The groups of the kinds `near`, `block` and `block-shape` that are among `kinds`, in no particular order.
 *
 * @param files in the order of their projects and paths
 */
export function findCopyGroups(
  files: readonly ComparedFile[],
  kinds: readonly GroupKind[],
  limits: CopyLimits,
): { groups: CopyGroup[]; leftOut: LeftOutRuns } {
  const similar = kinds.includes('near') ? findSimilarGroups(files, limits) : { near: [], callbacks: [] };
  const blockKinds = { block: kinds.includes('block'), blockShape: kinds.includes('block-shape') };
  const { groups: blocks, leftOut } = findBlockGroups(files, blockKinds, limits);
  const near = withoutExact(similar.near, files);
  const callbacks = { groups: similar.callbacks, lists: new CallbackLists(files) };
  return { groups: copyGroups(files, near, blocks, callbacks), leftOut };
}

/** The groups with their ids and sizes, in the same order: near groups, then blocks, then callbacks. */
export function copyGroups(
  files: readonly Pick<ComparedFile, 'declarations'>[],
  near: readonly NearGroup[],
  blocks: readonly BlockGroup[],
  callbacks?: FoundCallbacks,
): CopyGroup[] {
  const known = new Map<string, number>();
  const isCallback = ({ file, declaration }: NearMember) => declaration >= (files[file]?.declarations.length ?? 0);
  const nearGroups = near.map((group): CopyGroup => {
    const { members, fingerprint } = group;
    if (members.some(isCallback)) return mixedGroup(group, files, known, callbacks?.lists);
    const facts = members.map(({ file, declaration }) => files[file]?.declarations[declaration]);
    return {
      id: uniqueId('near', fingerprint, known),
      kind: 'near',
      fingerprint,
      ...sizesOf(facts.map((it) => it?.nodes ?? 0)),
      members: members.map((it, at) => ({ ...it, match: matchOf(facts[at], facts[0]) })),
    };
  });
  const blockGroups = blocks.map(({ kind, nodes, occurrences, fingerprint }): CopyGroup => {
    return {
      id: uniqueId(kind, fingerprint, known),
      kind,
      fingerprint,
      ...sizesOf(occurrences.map(() => nodes)),
      members: occurrences.map((it) => memberOf(it, files[it.file])),
    };
  });
  const callbackGroups = (callbacks?.groups ?? []).map((group) => mixedGroup(group, files, known, callbacks?.lists));
  return [...nearGroups, ...blockGroups, ...callbackGroups];
}

/** A group with callbacks: all of its occurrences are ranges. */
function mixedGroup(
  { members, fingerprint }: NearGroup,
  files: readonly Pick<ComparedFile, 'declarations'>[],
  known: Map<string, number>,
  lists: CallbackLists | undefined,
): CopyGroup {
  const sizes: number[] = [];
  const [first] = members;
  const found = members.map((member): CopyMember => {
    const { file, declaration, similarity } = member;
    const { declarations = [] } = files[file] ?? {};
    const match = first === undefined ? 'edited' : mixedMatch(member, first, files, lists);
    const facts = declarations[declaration];
    if (facts !== undefined) {
      sizes.push(facts.nodes);
      return { ...declarationMember(file, declaration, facts), similarity, match };
    }
    const list = lists?.of(file) ?? newCallbacks(0);
    const at = declaration - declarations.length;
    sizes.push(list.nodes[at] ?? 0);
    return { ...callbackMember(file, list, at, files[file]), similarity, match };
  });
  return { id: uniqueId('near', fingerprint, known), kind: 'near', fingerprint, ...sizesOf(sizes), members: found };
}

/** A declaration and a callback are edited copies. */
function mixedMatch(
  one: NearMember,
  first: NearMember,
  files: readonly Pick<ComparedFile, 'declarations'>[],
  lists: CallbackLists | undefined,
): Match {
  const factsOf = ({ file, declaration }: NearMember) => files[file]?.declarations[declaration];
  const [its, firsts] = [factsOf(one), factsOf(first)];
  if (its !== undefined || firsts !== undefined || lists === undefined) return matchOf(its, firsts);
  const numberOf = ({ file, declaration }: NearMember) => declaration - (files[file]?.declarations.length ?? 0);
  return callbackMatch(lists.of(one.file), numberOf(one), lists.of(first.file), numberOf(first));
}

/** A declaration as a range. */
function declarationMember(
  file: number,
  declaration: number,
  { start_line, end_line, start_byte, end_byte }: ComparedDeclaration,
): CopyMember {
  const range = { startLine: start_line ?? 0, endLine: end_line ?? 0, startByte: start_byte, endByte: end_byte };
  return { file, declaration, range, isDeclaration: true };
}

/** A callback as a range with a name. */
export function callbackMember(
  file: number,
  { name, startLine, endLine, startByte, endByte }: Callbacks,
  at: number,
  compared: Partial<ComparedFile> | undefined,
): CopyMember {
  const range = {
    file,
    startLine: startLine[at] ?? 0,
    endLine: endLine[at] ?? 0,
    startByte: startByte[at] ?? 0,
    endByte: endByte[at] ?? 0,
  };
  return { ...memberOf(range, compared), name: name[at] ?? '' };
}

/** @param file of the block */
export function memberOf(
  { file, ...range }: BlockOccurrence,
  { declarations }: Partial<ComparedFile> = {},
): CopyMember {
  return { file, declaration: enclosing(declarations ?? [], range.startByte, range.endByte), range };
}

/** Of two functions, or of two declarations of another kind. */
function matchOf(one: ComparedDeclaration | undefined, first: ComparedDeclaration | undefined): Match {
  if (one === undefined || first === undefined) return 'edited';
  const isSame = (a: string | undefined, b: string | undefined) => a !== undefined && a === b;
  if (one === first || isSame(one.function_body, first.function_body)) return 'identical';
  if (isSame(one.tree_hash, first.tree_hash)) return 'identical';
  return isSame(one.function_shape, first.function_shape) ? 'renamed' : 'edited';
}

/**
 * The id of a group. Groups of the same fingerprint, in their order, have ordinals from the second on.
 *
 * @param known gets the number of groups of each fingerprint, by the id of the first one
 */
export function uniqueId(kind: GroupKind, fingerprint: string, known: Map<string, number>): string {
  const id = groupId(kind, fingerprint);
  const ordinal = (known.get(id) ?? 0) + 1;
  known.set(id, ordinal);
  return ordinal === 1 ? id : groupId(kind, `${fingerprint} ${ordinal}`);
}

function sizesOf(nodes: readonly number[]): { nodes: number; score: number } {
  const most = nodes.reduce((a, b) => Math.max(a, b), 0);
  return { nodes: most, score: nodes.reduce((a, b) => a + b, 0) - most };
}

/** The innermost declaration around a range that is larger than it; -1 for none. */
function enclosing(declarations: readonly ComparedDeclaration[], startByte: number, endByte: number): number {
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
