import { compareBytes } from '@analyzer/contracts/order';
import type { Regrouping } from '../model.ts';
import type { ScopeMatch } from './match-scopes.ts';

/** Paths of files that have no partner on the other side. */
export interface Partnerless {
  added: ReadonlySet<string>;
  removed: ReadonlySet<string>;
}

/** So many declarations must have gone to new files before a file that is still there counts as split. */
const LEAST_MOVED = 2;

/**
 * Files that were split into several and files that several were merged into, as their outermost declarations tell. A
 * file that is gone was split when half of its declarations stand in two files or more; one that is still there, when
 * at least two of them went to new files.
 *
 * @returns in order of the path
 */
export function findRegroupings({ matched, removed, added }: ScopeMatch, places: Partnerless): Regrouping[] {
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
    (path) => places.removed.has(path),
    (path) => places.added.has(path),
  );
  const merged = back.regrouped(
    (path) => places.added.has(path),
    (path) => places.removed.has(path),
  );
  return [
    ...split.map((it): Regrouping => ({ change: 'split', ...it })),
    ...merged.map((it): Regrouping => ({ change: 'merged', ...it })),
  ].sort((a, b) => compareBytes(a.path, b.path) || compareBytes(b.change, a.change));
}

/** How many declarations of a file went where. */
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
      const isRegrouped = isAlone(path) ? found >= lost : fresh >= LEAST_MOVED;
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
