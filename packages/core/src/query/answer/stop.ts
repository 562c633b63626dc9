import { AnalyzerError } from '@analyzer/contracts';
import type { Row, Snapshot } from '#index/port.ts';

/** Conditions that end a query early. */
export interface Stop {
  /** Checked between steps; for example an `AbortSignal`. */
  signal?: { readonly aborted: boolean };
  /** Milliseconds since 1970, as from `Date.now()`. */
  deadline?: number;
}

/**
 * Wraps a snapshot so that every statement and every row first checks whether the query should stop.
 *
 * @throws AnalyzerError in each of its methods: `cancelled`, `timeout`
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
    connection: snapshot.connection,
    hasRowCounts: snapshot.hasRowCounts,
    all(sql, parameters, read) {
      requireMore(stop);
      return snapshot.all(sql, parameters, checked(read));
    },
    gather(computations) {
      requireMore(stop);
      snapshot.gather(computations);
    },
    first(sql, parameters, read) {
      requireMore(stop);
      return snapshot.first(sql, parameters, read);
    },
    count(sql, parameters) {
      requireMore(stop);
      return snapshot.count(sql, parameters);
    },
    iterate(sql, parameters, read) {
      requireMore(stop);
      return snapshot.iterate(sql, parameters, checked(read));
    },
    tokens(node) {
      requireMore(stop);
      return snapshot.tokens(node);
    },
    tokenTexts(node, isWanted) {
      requireMore(stop);
      return snapshot.tokenTexts(node, isWanted);
    },
    prefetchTokens(nodes) {
      requireMore(stop);
      return snapshot.prefetchTokens(nodes);
    },
    control(nodes) {
      requireMore(stop);
      return snapshot.control(nodes);
    },
    *calls(project, only) {
      for (const file of snapshot.calls(project, only)) {
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
