import type { Database, Statement } from './driver.ts';

/** Tracks whether its thread is inside of SQLite. */
export interface Gate {
  /** @throws if the thread must stop */
  enter(): void;
  leave(): void;
}

/** A connection whose calls all pass a gate. */
export function gated(database: Database, gate: Gate): Database {
  const within: Within = (work) => {
    gate.enter();
    try {
      return work();
    } finally {
      gate.leave();
    }
  };
  return {
    prepare: (sql) =>
      gatedStatement(
        within(() => database.prepare(sql)),
        within,
      ),
    exec: (sql) => within(() => database.exec(sql)),
    function: (name, work) => within(() => database.function(name, work)),
    close: () => within(() => database.close()),
  };
}

type Within = <T>(work: () => T) => T;

function gatedStatement(statement: Statement, within: Within): Statement {
  return {
    run: (...parameters) => within(() => statement.run(...parameters)),
    get: (...parameters) => within(() => statement.get(...parameters)),
    all: (...parameters) => within(() => statement.all(...parameters)),
    *iterate(...parameters) {
      const rows = within(() => statement.iterate(...parameters));
      let next = within(() => rows.next());
      try {
        for (; !next.done; next = within(() => rows.next())) yield next.value;
      } finally {
        // The reader may stop before the last row.
        if (!next.done) within(() => rows.return?.());
      }
    },
  };
}
