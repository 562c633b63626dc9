import type { FileEntry, FileRelations } from '#scan/model.ts';

/** A file with a node. */
export interface WrittenFile {
  /** Its node; the ids of its declarations follow in order. */
  id: number;
  entry: FileEntry;
  relations: FileRelations | undefined;
}

/** Nodes of all declarations, by the id that calls refer to. */
export function declarationNodes(files: readonly WrittenFile[]): Map<string, number> {
  const nodes = new Map<string, number>();
  for (const { id, relations } of files) {
    for (const [index, declaration] of (relations?.ids ?? []).entries()) nodes.set(declaration, id + 1 + index);
  }
  return nodes;
}
