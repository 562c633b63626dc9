import { changesOf, type Hunk } from './hunks.ts';
import type { Statements } from './statements.ts';
import type { Window } from './window.ts';

/**
 * Whether a window of the new version is where a change was made: it has statements that the change added, or statements
 * beside them if the change replaced none. After a change of names alone that place is, up to renaming, as it was before.
 */
export function isOwnPlace({ removed, added, after }: Hunk, window: Window): boolean {
  return overlaps(removed.start < removed.end && added.start < added.end ? added : after, window);
}

/** The same for a window of the old version. */
export function wasOwnPlace({ removed, before }: Hunk, window: Window): boolean {
  return overlaps(removed.start < removed.end ? removed : before, window);
}

function overlaps(one: Window, other: Window): boolean {
  return one.start < other.end && other.start < one.end;
}

/** Where the added statements of changes are in a later version of their file. */
export class LaterVersion {
  readonly #changes: readonly Hunk[];

  constructor(version: Statements, later: Statements) {
    this.#changes = changesOf(version, later);
  }

  /** @returns the change as if it had been made in the later version */
  follow(hunk: Hunk): Hunk {
    const follow = ({ start, end }: Window) => ({
      start: this.#follow(start, 'start'),
      end: this.#follow(end, 'end'),
    });
    return { ...hunk, added: follow(hunk.added), after: follow(hunk.after) };
  }

  /** A position in replaced statements becomes the start or the end of those that replaced them. */
  #follow(at: number, side: 'start' | 'end'): number {
    let by = 0;
    for (const { removed, added } of this.#changes) {
      if (removed.start >= at) break;
      if (at < removed.end) return added[side];
      by = added.end - removed.end;
    }
    return at + by;
  }
}
