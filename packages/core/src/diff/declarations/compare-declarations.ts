import type { Scan } from '#scan/model.ts';
import type { FileMatches } from '../files/file-matches.ts';
import type { DeclarationChange, Regrouping } from '../model.ts';
import { describeChanges } from './describe-changes.ts';
import { idsAfter } from './ids-after.ts';
import { matchMoved } from './match-moved.ts';
import { matchScopes } from './match-scopes.ts';
import { declarationsOf } from './nodes.ts';
import { findRegroupings } from './regroupings.ts';

export interface ComparedDeclarations {
  changes: DeclarationChange[];
  regroupings: Regrouping[];
  /** Maps the id of a declaration before to its id after; undefined when it was removed. */
  idAfter: (id: string) => string | undefined;
}

/** Matches the declarations of changed, removed and added files by name, then by content, and lists their changes. */
export function compareDeclarations(
  { pathAfter, edited, removed, added }: FileMatches,
  before: Scan,
  after: Scan,
  minNodes: number,
): ComparedDeclarations {
  const scopes = [
    ...edited.map((pair) => ({
      before: declarationsOf(pair.before, before.relations),
      after: declarationsOf(pair.after, after.relations),
    })),
    ...removed.map((file) => ({ before: declarationsOf(file, before.relations), after: [] })),
    ...added.map((file) => ({ before: [], after: declarationsOf(file, after.relations) })),
  ];
  const match = matchMoved(matchScopes(scopes), pathAfter, minNodes);
  const changedPaths = new Set(edited.map((pair) => pair.before.path));
  const ids = idsAfter(before, after, pathAfter, match, (path) => changedPaths.has(path));
  const paths = {
    removed: new Set(removed.map(({ path }) => path)),
    added: new Set(added.map(({ path }) => path)),
  };
  return {
    changes: describeChanges(match, pathAfter),
    regroupings: findRegroupings(match, paths),
    idAfter: (id) => ids.get(id),
  };
}
