import type { Migration } from './migration.ts';

/**
 * The log that several dashboards share: `kind` 0 is an event, 1 an action of a user. The order of the log is
 * (xid, instance, kind, seq); `xid` is the transaction that added the entry. A log with another id is another log, whose
 * order says nothing about this one.
 */
export const EVENTS: Migration = {
  number: 2,
  name: 'events',
  sql: `
    CREATE TABLE analyzer.event (
      instance  text NOT NULL CHECK (instance ~ '^[0-9a-f]{12}$'),
      kind      smallint NOT NULL,
      seq       bigint NOT NULL,
      xid       xid8 NOT NULL DEFAULT pg_current_xact_id(),
      stored_at timestamptz NOT NULL DEFAULT now(),
      at        bigint,
      cut       integer NOT NULL,
      body      bytea NOT NULL,
      PRIMARY KEY (instance, kind, seq)
    );

    CREATE UNIQUE INDEX event_order ON analyzer.event (xid, instance, kind, seq);
    CREATE INDEX event_age ON analyzer.event (stored_at);

    CREATE TABLE analyzer.event_log (
      id text NOT NULL
    );

    INSERT INTO analyzer.event_log VALUES (gen_random_uuid()::text);
  `,
};
