import { AnalyzerError } from '@analyzer/contracts';
import type { Row, Snapshot } from '#index/port.ts';

/** What ends a query before its answer. */
export interface Stop {
  /** Looked at between steps; an `AbortSignal` is one. */
  signal?: { readonly aborted: boolean };
  /** Milliseconds since 1970, as `Date.now()` gives them. */
  deadline?: number;
}

/**
 * A snapshot whose every statement, and every row read from it, first looks whether the query should go on.
 *
 * @throws AnalyzerError each of its members: `cancelled`, `timeout`
 */
export function stoppable(snapshot: Snapshot, stop: Stop): Snapshot {
  const checked =
    <T>(read: (row: Row) => T) =>
    (row: Row): T => {
      requireMore(stop);
      return read(row);
    };
  return {
    id: snapshot.id,
    all(sql, parameters, read) {
      requireMore(stop);
      return snapshot.all(sql, parameters, checked(read));
    },
    first(sql, parameters, read) {
      requireMore(stop);
      return snapshot.first(sql, parameters, read);
    },
    iterate(sql, parameters, read) {
      requireMore(stop);
      return snapshot.iterate(sql, parameters, checked(read));
    },
    tokens(node) {
      requireMore(stop);
      return snapshot.tokens(node);
    },
    *calls(project) {
      for (const file of snapshot.calls(project)) {
        requireMore(stop);
        yield file;
      }
    },
  };
}

/** @throws AnalyzerError `cancelled`, `timeout` */
export function requireMore({ signal, deadline }: Stop): void {
  if (signal?.aborted) throw new AnalyzerError('cancelled', {});
  if (deadline !== undefined && Date.now() >= deadline) throw new AnalyzerError('timeout', {});
}
