import type { Snapshot } from '#index/port.ts';
import type { RunRange } from '#relate/copies/unit-runs.ts';
import { compareFingerprints, functionsOfShape } from './exact-matches.ts';
import type { IndexedCode } from './indexed-code.ts';
import { commonValues, compareBodies } from './near-matches.ts';
import type { Subject } from './subjects.ts';

/** Jaccard coefficient of similar declarations, in thousandths. */
export const MIN_SIMILARITY = 500;

export type MatchKind = 'identical' | 'renamed' | 'similar';

/** Equal statements of a declaration of the code and one of the index, as many as follow each other. */
export interface Block {
  nodes: number;
  /** In the code, with the text around it. */
  code: RunRange;
  /** In the file of the index. */
  found: RunRange;
}

/** A declaration of the index that is like a declaration of the given code. */
export interface Match {
  /** Index of the declaration of the given code. */
  subject: number;
  node: number;
  match: MatchKind;
  similarity: number | undefined;
}

/** A declaration of the index that has a block of a declaration of the given code. */
export interface BlockMatch extends Pick<Match, 'subject' | 'node'> {
  match: 'block';
  block: Block;
}

/** A declaration of the index that is not similar, but has more in common with one of the given code than others. */
export interface ClosestMatch extends Pick<Match, 'subject' | 'node'> {
  match: 'closest';
  similarity: number;
}

/** Chooses declarations of the index. */
export interface MatchFilter {
  minSimilarity: number;
  /** SQL with the parameters of nodes that are wanted. */
  condition: string;
  parameters: readonly number[];
}

/** All matches of a declaration, in no particular order. */
export function matchesOf(
  snapshot: Snapshot,
  indexed: IndexedCode,
  { subject, index }: { subject: Subject; index: number },
  filter: MatchFilter,
): Match[] {
  const { grams, bodyHash, shape } = subject;
  const sets = indexed.sets(snapshot);
  const near =
    grams === undefined
      ? []
      : commonValues(snapshot, indexed, grams)
          .candidates()
          .map((set) => sets.node[set] ?? 0);
  const ofShape = shape === undefined ? [] : functionsOfShape(snapshot, shape);
  const files = wanted(snapshot, [...new Set([...near, ...ofShape])], filter);
  const exact = compareFingerprints(snapshot, subject, [...files.values()].flat());
  const isNear = new Set([...near, ...(grams === undefined ? [] : exact.keys())]);
  const compared = new Map(
    [...files]
      .map(([file, nodes]) => [file, nodes.filter((node) => isNear.has(node))] as const)
      .filter(([, nodes]) => nodes.length > 0),
  );
  const body = grams && { grams, hash: bodyHash };
  const bodies = body ? compareBodies(snapshot, indexed, body, { nodes: compared, least: MIN_SIMILARITY }) : [];
  const found = new Map<number, Match>();
  for (const { node, similarity, isSame } of bodies) {
    // Of functions the fingerprints decide; types, and statements without their function, have none here.
    const isIdentical = isSame && subject.body === undefined;
    const match = exact.get(node) ?? (isIdentical ? 'identical' : 'similar');
    if (match !== 'similar' || similarity >= filter.minSimilarity)
      found.set(node, { subject: index, node, match, similarity });
  }
  for (const [node, match] of exact) {
    if (!found.has(node)) found.set(node, { subject: index, node, match, similarity: undefined });
  }
  return [...found.values()];
}

/** The nodes that a filter chooses, by node of their file. */
export function wanted(
  snapshot: Snapshot,
  nodes: readonly number[],
  { condition, parameters }: MatchFilter,
): Map<number, number[]> {
  const sql = `
    SELECT node.id, file_id FROM json_each(?) AS wanted CROSS JOIN node ON node.id = wanted.value WHERE ${condition}
    ORDER BY node.id`;
  const byFile = new Map<number, number[]>();
  if (nodes.length === 0) return byFile;
  snapshot.all(sql, [JSON.stringify(nodes), ...parameters], (row) => {
    const [file, node] = [row.integer('file_id'), row.integer('id')];
    const its = byFile.get(file);
    if (its === undefined) byFile.set(file, [node]);
    else its.push(node);
  });
  return byFile;
}
