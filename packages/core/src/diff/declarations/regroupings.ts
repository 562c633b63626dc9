import { compareBytes } from '@analyzer/contracts/order';
import type { Regrouping } from '../model.ts';
import type { ScopeMatch } from './match-scopes.ts';

/** Paths of files without a match on the other side. */
export interface Unmatched {
  added: ReadonlySet<string>;
  removed: ReadonlySet<string>;
}

/** Minimum number of declarations that moved to new files for an existing file to count as split. */
const MIN_MOVED = 2;

/**
 * Finds split and merged files from the moves of their top-level declarations. A removed file was split when half of its
 * declarations are in two or more files; an existing file, when at least two of them moved to new files.
 *
 * @returns ordered by path
 */
export function findRegroupings({ matched, removed, added }: ScopeMatch, unmatched: Unmatched): Regrouping[] {
  const forth = new Tally();
  const back = new Tally();
  for (const { before, after } of matched) {
    if (before.parent !== undefined || after.parent !== undefined) continue;
    forth.add(before.path, after.path);
    back.add(after.path, before.path);
  }
  for (const { path, parent } of removed) if (parent === undefined) forth.lose(path);
  for (const { path, parent } of added) if (parent === undefined) back.lose(path);
  const split = forth.regrouped(
    (path) => unmatched.removed.has(path),
    (path) => unmatched.added.has(path),
  );
  const merged = back.regrouped(
    (path) => unmatched.added.has(path),
    (path) => unmatched.removed.has(path),
  );
  return [
    ...split.map((it): Regrouping => ({ change: 'split', ...it })),
    ...merged.map((it): Regrouping => ({ change: 'merged', ...it })),
  ].sort((a, b) => compareBytes(a.path, b.path) || compareBytes(b.change, a.change));
}

/** Number of declarations of a file by destination. */
class Tally {
  readonly #files = new Map<string, { parts: Map<string, number>; lost: number }>();

  add(path: string, part: string): void {
    const { parts } = this.#file(path);
    parts.set(part, (parts.get(part) ?? 0) + 1);
  }

  lose(path: string): void {
    this.#file(path).lost++;
  }

  regrouped(isAlone: (path: string) => boolean, isNew: (path: string) => boolean): Omit<Regrouping, 'change'>[] {
    return [...this.#files].flatMap(([path, { parts, lost }]) => {
      if (parts.size < 2) return [];
      const all = [...parts].map(([part, declarations]) => ({ path: part, declarations }));
      const found = all.reduce((sum, { declarations }) => sum + declarations, 0);
      const fresh = all.reduce((sum, part) => sum + (isNew(part.path) ? part.declarations : 0), 0);
      const isRegrouped = isAlone(path) ? found >= lost : fresh >= MIN_MOVED;
      return isRegrouped ? [{ path, parts: all.sort((a, b) => compareBytes(a.path, b.path)) }] : [];
    });
  }

  #file(path: string): { parts: Map<string, number>; lost: number } {
    let file = this.#files.get(path);
    if (file === undefined) {
      file = { parts: new Map(), lost: 0 };
      this.#files.set(path, file);
    }
    return file;
  }
}
