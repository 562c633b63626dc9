import type { Value } from './port.ts';
import type { ReadStatements } from './read-statements.ts';

const MAX_COUNTS = 1000;

/** Numbers that statements return, for one connection: an index never changes while it is open. */
export class CountCache {
  readonly #statements: ReadStatements;
  /** The last asked one at the end. */
  readonly #counts = new Map<string, number>();

  constructor(statements: ReadStatements) {
    this.#statements = statements;
  }

  /** @param sql its only row has the column `n` */
  of(sql: string, parameters: readonly Value[]): number {
    const key = JSON.stringify([sql, ...parameters]);
    const count = this.#counts.get(key) ?? this.#statements.first(sql, parameters, (row) => row.integer('n')) ?? 0;
    this.#counts.delete(key);
    this.#counts.set(key, count);
    const [oldest] = this.#counts.keys();
    if (this.#counts.size > MAX_COUNTS && oldest !== undefined) this.#counts.delete(oldest);
    return count;
  }
}
