import { AnalyzerError } from '@analyzer/contracts';
import { LOCKS } from '@analyzer/core/postgres/advisory-locks.ts';
import { Connection } from '@analyzer/core/postgres/connect.ts';
import { migrate } from '@analyzer/core/postgres/migrations/migrate.ts';
import { isObject } from '../event/values.ts';
import type { Acknowledgement } from '../store/state.ts';
import type { Action, Entry, SharedEvent, SharedLog } from './shared-log.ts';

/** Values of `kind` in the table `analyzer.event`. */
const EVENT = 0;
const ACTION = 1;

/** Entries are removed after this time; stores keep their own copies of the newest ones. */
const KEPT_DAYS = 30;
const HOUR_MS = 3_600_000;
/** A server that does not answer for longer counts as away. */
const PATIENCE_MS = 10_000;

const ADD = `
  INSERT INTO analyzer.event (instance, kind, seq, at, cut, body)
  SELECT $1, ${EVENT}, seq, at, cut, decode(body, 'base64')
  FROM unnest($2::bigint[], $3::bigint[], $4::integer[], $5::text[]) AS given (seq, at, cut, body)
  ON CONFLICT DO NOTHING`;

const ACT = `
  INSERT INTO analyzer.event (instance, kind, seq, cut, body)
  SELECT $1, ${ACTION}, coalesce(max(seq), 0) + 1, 0, convert_to($2, 'UTF8')
  FROM analyzer.event WHERE instance = $1 AND kind = ${ACTION}
  RETURNING seq`;

/**
 * Transactions get their numbers when they first write, and end in another order. A reader that remembers the highest
 * number would skip those that end later, so it reads only numbers below all running transactions. The order names the
 * column with its table: `xid` alone would be the text of the result, in which 999 follows 1000.
 */
const READ = `
  SELECT xid::text AS xid, instance, kind, seq, at, cut, body FROM analyzer.event
  WHERE (xid, instance, kind, seq) > ($1::xid8, $2, $3, $4) AND xid < pg_snapshot_xmin(pg_current_snapshot())
  ORDER BY event.xid, instance, kind, seq LIMIT $5`;

/** With the timeline, which changes when a replica becomes the primary server: it may lack the last transactions. */
const ID = `
  SELECT id || '.' || (SELECT timeline_id FROM pg_control_checkpoint())::text AS id FROM analyzer.event_log FOR UPDATE`;

/** The entry before the newest ones. */
const BEFORE_NEWEST = `
  SELECT xid::text AS xid, instance, kind, seq FROM analyzer.event
  ORDER BY event.xid DESC, instance DESC, kind DESC, seq DESC OFFSET $1 LIMIT 1`;

interface Place {
  xid: string;
  instance: string;
  kind: number;
  seq: number;
}

interface EntryRow extends Place {
  at: number | null;
  cut: number;
  body: Buffer;
}

const START: Place = { xid: '0', instance: '', kind: 0, seq: 0 };

/** The shared log as a table of a PostgreSQL server. */
export class PostgresLog implements SharedLog {
  readonly #url: string;
  #connection: Connection | undefined;
  #instance = '';
  #id = '';
  #cleanedAt = Number.NEGATIVE_INFINITY;

  constructor(url: string) {
    this.#url = url;
  }

  async open(instance: string): Promise<number> {
    await this.close();
    return answered(this.#connect(instance));
  }

  async #connect(instance: string): Promise<number> {
    const connection = await Connection.open(this.#url);
    this.#connection = connection;
    this.#instance = instance;
    // An entry that others have read must survive a crash of the server, also if its own settings allow otherwise.
    await connection.query(`SET statement_timeout = ${PATIENCE_MS}; SET synchronous_commit = on`);
    await migrate(connection);
    await this.#takeName(connection);
    this.#id = await logId(connection);
    const [row] = await connection.query<{ newest: number | null }>(
      'SELECT max(seq) AS newest FROM analyzer.event WHERE instance = $1 AND kind = $2',
      [instance, EVENT],
    );
    return row?.newest ?? 0;
  }

  async add(events: readonly SharedEvent[]): Promise<void> {
    const adding = this.#opened().query(ADD, [
      this.#instance,
      events.map(({ seq }) => seq),
      literal(events.map(({ at }) => at)),
      events.map(({ cut }) => cut),
      events.map(({ raw }) => raw.toString('base64')),
    ]);
    await answered(adding);
  }

  async act(action: Action): Promise<number> {
    const connection = this.#opened();
    const acting = connection.transaction(async () => {
      const [row] = await connection.query<{ seq: number }>(ACT, [this.#instance, JSON.stringify(action)]);
      if (row === undefined) throw new RangeError('the shared store did not number an action');
      if (action.kind === 'clear') {
        await connection.query('DELETE FROM analyzer.event WHERE kind = $1 AND xid < pg_current_xact_id()', [EVENT]);
      }
      return row.seq;
    });
    return answered(acting);
  }

  async newest(most: number): Promise<string> {
    const [place] = await answered(this.#opened().query<Place>(BEFORE_NEWEST, [most]));
    return this.#cursorOf(place ?? START);
  }

  read(cursor: string, most: number): Promise<{ entries: Entry[]; cursor: string }> {
    return answered(this.#read(this.#opened(), cursor, most));
  }

  async #read(connection: Connection, cursor: string, most: number): Promise<{ entries: Entry[]; cursor: string }> {
    await this.#clean(connection);
    const place = this.#placeOf(cursor);
    const rows = await connection.query<EntryRow>(READ, [place.xid, place.instance, place.kind, place.seq, most]);
    return { entries: rows.map(entryOf), cursor: this.#cursorOf(rows.at(-1) ?? place) };
  }

  async close(): Promise<void> {
    const connection = this.#connection;
    this.#connection = undefined;
    await connection?.close();
  }

  #opened(): Connection {
    if (this.#connection === undefined) throw new RangeError('the shared store is not connected');
    return this.#connection;
  }

  /** Two stores with one name would take each other's events for known. */
  async #takeName(connection: Connection): Promise<void> {
    const [row] = await connection.query<{ taken: boolean }>(
      "SELECT pg_try_advisory_lock($1, ('x' || left($2, 8))::bit(32)::integer) AS taken",
      [LOCKS.events, this.#instance],
    );
    if (row?.taken === true) return;
    throw new AnalyzerError(
      'busy',
      { problem: `${connection.server}: another dashboard uses a copy of this data folder` },
      { hint: 'Stop it, or start this one with an empty data folder.' },
    );
  }

  #cursorOf({ xid, instance, kind, seq }: Place): string {
    return [this.#id, xid, instance, kind, seq].join(' ');
  }

  /** The start for a cursor of another log, such as before a restored backup. */
  #placeOf(cursor: string): Place {
    const [id, xid = '', instance = '', kind, seq] = cursor.split(' ');
    return id === this.#id ? { xid, instance, kind: Number(kind), seq: Number(seq) } : START;
  }

  async #clean(connection: Connection): Promise<void> {
    if (performance.now() - this.#cleanedAt < HOUR_MS) return;
    this.#cleanedAt = performance.now();
    await connection.query("DELETE FROM analyzer.event WHERE stored_at < now() - $1 * interval '1 day'", [KEPT_DAYS]);
  }
}

/** @throws if it takes longer than a server that works */
async function answered<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the shared store does not answer')), PATIENCE_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The driver cannot send null inside of an array of numbers. */
function literal(values: readonly (number | null)[]): string {
  return `{${values.map((value) => value ?? 'NULL').join(',')}}`;
}

/**
 * Identifies the log of this server. In a backup that was restored on another server, the numbers of transactions may be
 * above all that the server has given: then the entries get a new number and the log a new id.
 */
async function logId(connection: Connection): Promise<string> {
  return await connection.transaction(async () => {
    const [log] = await connection.query<{ id: string }>(ID);
    const [row] = await connection.query<{ ahead: boolean }>(
      'SELECT coalesce(max(xid) >= pg_snapshot_xmax(pg_current_snapshot()), false) AS ahead FROM analyzer.event',
    );
    if (log === undefined) throw new RangeError('the shared store has no id');
    if (row?.ahead !== true) return log.id;
    await connection.query('UPDATE analyzer.event SET xid = pg_current_xact_id()');
    await connection.query('UPDATE analyzer.event_log SET id = gen_random_uuid()::text');
    const [renewed] = await connection.query<{ id: string }>(ID);
    return renewed?.id ?? log.id;
  });
}

function entryOf({ instance, kind, seq, at, cut, body }: EntryRow): Entry {
  if (kind === EVENT) return { instance, kind: 'event', event: { seq, at, cut, raw: body } };
  const action = kind === ACTION ? actionIn(body.toString()) : undefined;
  return action === undefined ? { instance, kind: 'unknown', seq } : { instance, kind: 'action', seq, action };
}

function actionIn(text: string): Action | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(value) || typeof value.by !== 'string') return undefined;
  const { kind, by, service, given } = value;
  if (kind === 'clear') return { kind, by };
  if (kind !== 'acknowledge' || typeof service !== 'string') return undefined;
  if (given === null) return { kind, by, service, given };
  return isAcknowledgement(given) ? { kind, by, service, given } : undefined;
}

function isAcknowledgement(value: unknown): value is Acknowledgement {
  if (!isObject(value)) return false;
  const { kind, since, until } = value;
  const texts = [value.service, value.owner, value.note];
  return (
    (kind === 'acknowledged' || kind === 'muted') &&
    texts.every((text) => typeof text === 'string') &&
    Number.isFinite(since) &&
    Number.isFinite(until)
  );
}
