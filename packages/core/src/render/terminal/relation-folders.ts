import type { CopyRelation } from '#relations/model.ts';

/** Relations of one fact: several are forks and families of files, or shared helpers, in the same folders, or vendored libraries. */
export type Relations = readonly [CopyRelation, ...CopyRelation[]];

export function isOfFiles({ kind }: CopyRelation): boolean {
  return kind === 'fork' || kind === 'file-family';
}

export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/'))) || '.';
}

/** The different folders of the files, in the order of the sides; `.` is the scanned folder. */
export function foldersOf({ sides }: CopyRelation): string[] {
  return [...new Set(sides.map(folderOf))];
}

/** Forks and families of files in the same folders are one fact, where the first one is; so are shared helpers. */
export function inSameFolders(relations: readonly CopyRelation[]): Relations[] {
  const facts: [CopyRelation, ...CopyRelation[]][] = [];
  const known = new Map<string, [CopyRelation, ...CopyRelation[]]>();
  for (const relation of relations) {
    const isFolded = isOfFiles(relation) || relation.kind === 'shared-helper';
    const key = [isOfFiles(relation), ...foldersOf(relation)].join('\n');
    const fact = isFolded ? known.get(key) : undefined;
    if (fact !== undefined) fact.push(relation);
    else {
      const its: [CopyRelation] = [relation];
      facts.push(its);
      if (isFolded) known.set(key, its);
    }
  }
  return facts;
}

export function linesOf(relations: Relations): number {
  return relations.reduce((sum, { lines }) => sum + lines, 0);
}

export function groupsOf(relations: Relations): number {
  return relations.reduce((sum, { groups }) => sum + groups.length, 0);
}

export function largestOf(relations: Relations): CopyRelation {
  return relations.reduce((a, b) => (b.lines > a.lines ? b : a));
}
