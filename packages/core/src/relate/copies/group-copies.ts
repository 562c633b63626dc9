import { compareBytes } from '@analyzer/contracts/order';
import type { DeclarationFacts } from '#parse/facts.ts';
import type { BlockRange, CopyEvidence, Group, GroupKind, RunsLeftOut } from '../model.ts';
import { findBlockGroups, findBlocksAndRepeats } from './block-groups.ts';
import { CallbackLists } from './callback-groups.ts';
import { type CopyMember, callbackMember, copyGroups, memberOf } from './copy-groups.ts';
import { findSimilarGroups } from './cross-groups.ts';
import type { DecodedUnits } from './decoded-units.ts';
import type { CopyLimits } from './limits.ts';
import { withoutExact } from './near-groups.ts';

/** A file of the project with the ids of its declarations. */
export interface CopiedFile {
  path: string;
  ids: readonly string[];
  facts: { declarations: readonly DeclarationFacts[]; elements?: Uint8Array };
}

/**
 * The groups of the kinds `near`, `block` and `block-shape` that are among `kinds`, in no particular order, and the runs that
 * are not listed.
 *
 * @param wantsEvidence whether the caller compares them with a baseline
 * @param decoded units of earlier comparisons
 */
export function groupCopies(
  files: readonly CopiedFile[],
  kinds: readonly GroupKind[],
  limits: CopyLimits,
  wantsEvidence: boolean,
  decoded?: DecodedUnits,
): { groups: Group[]; evidence: CopyEvidence | undefined; leftOut: RunsLeftOut | undefined } {
  const compared = files.flatMap((file) => {
    const { elements, declarations } = file.facts;
    return elements === undefined ? [] : [{ file, elements, size: elements.length, declarations }];
  });
  const similar = kinds.includes('near')
    ? findSimilarGroups(compared, limits, wantsEvidence)
    : { near: [], callbacks: [], partnered: { declarations: [], callbacks: [] } };
  const near = withoutExact(similar.near, compared);
  const blockKinds = { block: kinds.includes('block'), blockShape: kinds.includes('block-shape') };
  const {
    groups: blocks,
    leftOut,
    repeats,
  } = wantsEvidence
    ? findBlocksAndRepeats(compared, blockKinds, limits)
    : { ...findBlockGroups(compared, blockKinds, limits, { decoded }), repeats: [] };
  const lists = new CallbackLists(compared);
  const found = copyGroups(compared, near, blocks, { groups: similar.callbacks, lists });
  const groups = found.map(({ id, kind, nodes, score, members }): Group => {
    const own = { id, kind, nodes, score };
    const similarity = kind === 'near' && { similarity: members.map((it) => it.similarity ?? 0) };
    if (members.some(({ range }) => range !== undefined)) {
      const ranges = members.map((it) => blockRange(it, compared[it.file]?.file));
      return { ...own, occurrences: [], ...similarity, blocks: ranges };
    }
    const occurrences = members.map(({ file, declaration }) => compared[file]?.file.ids[declaration] ?? '');
    return { ...own, occurrences, ...similarity };
  });
  const paths = Array.from(leftOut.files, (file) => compared[file]?.file.path ?? '');
  const left = paths.length === 0 ? undefined : { occurrences: leftOut.occurrences, files: paths.sort(compareBytes) };
  if (!wantsEvidence) return { groups, evidence: undefined, leftOut: left };
  const members = similar.partnered.declarations.map(({ file, declaration, body }) => {
    return { id: compared[file]?.file.ids[declaration] ?? '', body };
  });
  const listed = repeats.map(({ kind, units, occurrences }) => {
    const ranges = occurrences.map((it) => memberOf(it, compared[it.file]));
    return { kind, units, blocks: ranges.map((it) => blockRange(it, compared[it.file]?.file)) };
  });
  const units = new Map(blocks.map((block, at) => [found[near.length + at]?.id ?? '', block.units ?? []]));
  const callbacks = similar.partnered.callbacks.map(({ file, callback, body }) => {
    const member = callbackMember(file, lists.of(file), callback, compared[file]);
    return { block: blockRange(member, compared[file]?.file), body };
  });
  return { groups, evidence: { members, callbacks, repeats: listed, units }, leftOut: left };
}

function blockRange({ declaration, range, name, isDeclaration }: CopyMember, file: CopiedFile | undefined): BlockRange {
  const facts = isDeclaration === undefined ? undefined : file?.facts.declarations[declaration];
  const shown = facts?.qualified_name ?? name;
  return {
    path: file?.path ?? '',
    start_line: range?.startLine ?? 0,
    end_line: range?.endLine ?? 0,
    start_byte: range?.startByte ?? 0,
    end_byte: range?.endByte ?? 0,
    ...(declaration < 0 ? {} : { within: file?.ids[declaration] ?? '' }),
    ...(shown !== undefined && { name: shown }),
    ...(isDeclaration && { is_declaration: true }),
  };
}
