import type { DeclarationFacts, FileFacts } from '#parse/facts.ts';
import type { GroupKind } from '#scan/model.ts';

/** The facts of one file with the ids of its declarations. */
export interface GroupedFile {
  ids: readonly string[];
  facts: Pick<FileFacts, 'declarations'>;
}

/** One function of the project. */
export interface Occurrence {
  id: string;
  nodes: number;
  body: string | undefined;
  file: number;
  /** In the facts of its file. */
  declaration: number;
}

/** Functions with the same fingerprint of one kind: two or more. */
export interface Copies {
  kind: GroupKind;
  fingerprint: string;
  occurrences: Occurrence[];
}

/** All sets of functions of at least `minNodes` nodes each that share a fingerprint. */
export function findCopies(files: readonly GroupedFile[], minNodes: number): Copies[] {
  const bodies = new Map<string, Occurrence[]>();
  const shapes = new Map<string, Occurrence[]>();
  for (const [file, { ids, facts }] of files.entries()) {
    for (const [declaration, it] of facts.declarations.entries()) {
      if (!isFunction(it) || it.nodes < minNodes) continue;
      const { function_body: body, function_shape: shape, nodes } = it;
      if (body === undefined && shape === undefined) continue;
      const occurrence = { id: ids[declaration] ?? '', nodes, body, file, declaration };
      if (body !== undefined) add(bodies, body, occurrence);
      if (shape !== undefined) add(shapes, shape, occurrence);
    }
  }
  return [...copiesIn(bodies, 'function-body'), ...copiesIn(shapes, 'function-shape')];
}

function isFunction({ kind }: DeclarationFacts): boolean {
  return kind === 'function' || kind === 'method';
}

function add(found: Map<string, Occurrence[]>, fingerprint: string, occurrence: Occurrence): void {
  const same = found.get(fingerprint);
  if (same === undefined) found.set(fingerprint, [occurrence]);
  else same.push(occurrence);
}

function copiesIn(found: ReadonlyMap<string, Occurrence[]>, kind: GroupKind): Copies[] {
  const copies: Copies[] = [];
  for (const [fingerprint, occurrences] of found) {
    if (occurrences.length > 1) copies.push({ kind, fingerprint, occurrences });
  }
  return copies;
}
