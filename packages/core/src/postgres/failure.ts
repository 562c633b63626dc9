import { AnalyzerError } from '@analyzer/contracts';

const START_SERVER = 'Check that the server runs and that host and port of the URL are right.';

/** Codes of Node for a server that cannot be reached, with their reason. */
const UNREACHABLE: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'no server listens there',
  ENOENT: 'the socket does not exist',
  ENOTFOUND: 'the host is not known',
  EAI_AGAIN: 'the host name cannot be looked up now',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  ETIMEDOUT: 'it does not answer',
  ECONNRESET: 'it closed the connection',
  EPIPE: 'it closed the connection',
};

/** Classes and codes of PostgreSQL (postgresql.org/docs/current/errcodes-appendix.html) that have a meaning for users. */
const INVALID_PASSWORD = '28P01';
const INVALID_AUTHORIZATION = '28000';
const UNKNOWN_DATABASE = '3D000';
const NO_PERMISSION = '42501';
const TOO_MANY_CONNECTIONS = '53300';
const DISK_FULL = '53100';
const LOCKED = '55P03';
const CANCELLED = '57014';
const READ_ONLY = '25006';
/** A number that its column cannot store. */
const OUT_OF_RANGE = '22003';
/** Data exceptions: a value that no statement of this program expects. */
const UNEXPECTED = /^22/;
/** Of a table and of an index. */
const DAMAGED: ReadonlySet<string | undefined> = new Set(['XX001', 'XX002']);
/** Administrator's shutdown, crash, starting up, and a broken connection. */
const GONE = /^(57P0[123]|08\d{3})$/;

/** The messages of the driver for errors without a code. */
const DRIVER_MESSAGES: readonly (readonly [RegExp, string])[] = [
  [/timeout expired|connection timeout/i, 'it does not answer'],
  [/Connection terminated|not queryable|Connection ended/i, 'it closed the connection'],
];

/** @returns the code of Node or PostgreSQL; undefined for other errors */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/**
 * Converts an error of the driver or of the server.
 *
 * @param server its URL without the password, see `shownUrl`
 */
export function serverError(error: unknown, server: string): unknown {
  if (!(error instanceof Error) || error instanceof AnalyzerError) return error;
  const code = codeOf(error);
  const gone = goneReason(error, code);
  if (gone !== undefined) return unavailable(`${server}: ${gone}`, START_SERVER, error);
  if (DAMAGED.has(code)) return damaged(server, error);
  switch (code) {
    case INVALID_PASSWORD:
    case INVALID_AUTHORIZATION:
      return refused(server, 'the server refuses this user or password', error);
    case UNKNOWN_DATABASE:
      return new AnalyzerError(
        'not_found',
        { what: 'database', name: server },
        { hint: 'Create it with `createdb`, or name another one in the URL.', cause: error },
      );
    case NO_PERMISSION:
      return refused(server, error.message, error, 'Grant this permission to the user of the URL.');
    case TOO_MANY_CONNECTIONS:
      return busy(`${server}: it has no free connection`, error);
    case LOCKED:
      return busy(`${server}: another program has locked what this one needs`, error);
    case DISK_FULL:
      // Also a query needs space, for what it sorts.
      return unavailable(`${server}: no space is left on the disk of the server`, 'Free space there.', error);
    case READ_ONLY:
      return new AnalyzerError(
        'usage',
        { problem: `${server} allows only reading, as a replica does` },
        { hint: 'Name the primary server.', cause: error },
      );
    case OUT_OF_RANGE:
      return new AnalyzerError(
        'usage',
        { problem: `${server}: the index is too large for a server: ${error.message}` },
        { hint: 'Publish fewer projects, or use an index file.', cause: error },
      );
    case CANCELLED:
      return new AnalyzerError('cancelled', {}, { cause: error });
    default:
      if (error instanceof RangeError || UNEXPECTED.test(code ?? '')) return changed(server, error);
      return new AnalyzerError('internal', { problem: `${server}: ${error.message}` }, { cause: error });
  }
}

/** @param error of a value that no publication wrote */
export function changed(server: string, error: Error): AnalyzerError {
  return new AnalyzerError(
    'unreadable',
    { path: server, reason: `another program changed its data, or it is damaged: ${error.message}` },
    {
      hint: 'Find the rows with `analyzer workspace verify`. Publish the index again into a new database.',
      cause: error,
    },
  );
}

function damaged(server: string, error: Error): AnalyzerError {
  return new AnalyzerError(
    'unreadable',
    { path: server, reason: `its data is damaged: ${error.message}` },
    { hint: 'Check the disk of the server. An index can be published again, into a new database.', cause: error },
  );
}

function goneReason(error: Error, code: string | undefined): string | undefined {
  if (code === undefined) return DRIVER_MESSAGES.find(([pattern]) => pattern.test(error.message))?.[1] ?? tls(error);
  if (code === '57P03') return 'it is starting or stopping';
  return UNREACHABLE[code] ?? (GONE.test(code) ? 'it stopped' : tls(error));
}

/** Errors of certificates have many codes; all of them, and only they, are about encryption. */
function tls(error: Error): string | undefined {
  const text = `${codeOf(error) ?? ''} ${error.message}`;
  return /CERT|SSL|TLS/i.test(text) ? `no encrypted connection (${error.message})` : undefined;
}

function unavailable(problem: string, hint: string, cause: unknown): AnalyzerError {
  return new AnalyzerError('unavailable', { problem }, { hint, cause });
}

function refused(path: string, reason: string, cause: unknown, hint = 'Check user and password.'): AnalyzerError {
  return new AnalyzerError('unreadable', { path, reason }, { hint, cause });
}

function busy(problem: string, cause: unknown): AnalyzerError {
  return new AnalyzerError('busy', { problem }, { hint: 'Try again later.', cause });
}
