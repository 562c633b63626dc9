/**
 * The table of all errors. The interfaces map it to exit codes, HTTP and gRPC. `docs/specifications/errors.md` lists the same codes; a
 * test compares the two.
 */

/** Exit codes without an error. */
export const EXIT = {
  /** Success. */
  ok: 0,
  /** A check ran and found something. */
  findings: 1,
} as const;

interface ErrorRow {
  /** `{name}` is a placeholder that the throwing code fills in. */
  message: string;
  /** The same request may succeed later. */
  retryable?: true;
  exit: number;
  /** HTTP status; null if the error cannot occur in a server. */
  http: number | null;
  /** gRPC status name; null if the error cannot occur in a server. */
  grpc: string | null;
}

export const ERRORS = {
  /** An invalid flag, argument or setting. */
  usage: { message: '{problem}', exit: 2, http: null, grpc: null },
  /** `--strict`: a file of a parsed language was not analyzed completely. */
  incomplete: { message: '{problem}', exit: 2, http: null, grpc: null },
  /** The path of `--output` exists. */
  output_exists: { message: '{path} already exists', exit: 2, http: null, grpc: null },
  /** An input file that is invalid against its schema; `errors` lists the locations. */
  invalid_file: { message: '{path}: {problem}', exit: 2, http: null, grpc: null },
  /** A request that is not JSON. */
  malformed_json: { message: 'the request is not valid JSON: {problem}', exit: 2, http: 400, grpc: 'INVALID_ARGUMENT' },
  /** A request that is invalid against its schema; `errors` lists the locations. */
  invalid_request: { message: '{problem}', exit: 2, http: 422, grpc: 'INVALID_ARGUMENT' },
  /** A schema, or a version of one, that this program does not support. */
  unsupported_schema: { message: 'unsupported schema: {name}', exit: 2, http: 422, grpc: 'INVALID_ARGUMENT' },
  not_found: { message: 'no such {what}: {name}', exit: 3, http: 404, grpc: 'NOT_FOUND' },
  /** A path that exists but cannot be opened or listed. */
  unreadable: { message: 'cannot read {path}: {reason}', exit: 3, http: 404, grpc: 'NOT_FOUND' },
  /** A file that cannot be used as an index: not an index, damaged, or of another version. */
  unusable_index: {
    message: 'cannot use {path} as an index: {reason}',
    exit: 4,
    http: 409,
    grpc: 'FAILED_PRECONDITION',
  },
  /** An index without a snapshot. */
  no_snapshot: { message: 'there is no snapshot in {path}', exit: 4, http: 409, grpc: 'FAILED_PRECONDITION' },
  /** The id of a node that another version of this program computed. */
  stale_id: {
    message: 'another version of this program computed the id {id}',
    exit: 4,
    http: 409,
    grpc: 'FAILED_PRECONDITION',
  },
  /** A request for another state of the index than its current one. */
  snapshot_mismatch: {
    message: 'the index no longer holds snapshot {asked}',
    exit: 4,
    http: 409,
    grpc: 'FAILED_PRECONDITION',
  },
  request_too_large: {
    message: 'the request is larger than {limit} bytes',
    exit: 5,
    http: 413,
    grpc: 'RESOURCE_EXHAUSTED',
  },
  result_too_large: { message: '{problem}', exit: 5, http: 422, grpc: 'RESOURCE_EXHAUSTED' },
  /** A resource is in use; the same request may succeed later. */
  busy: { message: '{problem}', exit: 7, http: 429, grpc: 'RESOURCE_EXHAUSTED', retryable: true },
  /** Another process uses the state file of an extraction. */
  state_locked: { message: 'another process uses {path}', exit: 7, http: null, grpc: null, retryable: true },
  /** An index with projects that the new one, which would replace it, does not have. */
  other_projects: {
    message: '{path} would lose projects ({earlier} now, {later} in the new index): {missing}',
    exit: 4,
    http: null,
    grpc: null,
  },
  /** A plan that is not the one computed from the index. */
  plan_mismatch: { message: '{path} is not the plan of this index: {reason}', exit: 4, http: null, grpc: null },
  /** Source files that differ from those of the plan. */
  stale_source: { message: '{problem}', exit: 4, http: null, grpc: null },
  /** The tracker failed, is missing, or refused a change. */
  tracker_unavailable: { message: '{problem}', exit: 4, http: null, grpc: null },
  /** The result of a task is refused. A finding, as of a check. */
  result_rejected: { message: 'the result of {task} is refused: {reason}', exit: 1, http: null, grpc: null },
  /** The effects of an attempt to run a ticket are not known; it is not repeated. */
  attempt_ambiguous: { message: '{problem}', exit: 4, http: null, grpc: null },
  /** A server with a token got a request without it. */
  unauthenticated: {
    message: 'the request has no valid token',
    exit: 6,
    http: 401,
    grpc: 'UNAUTHENTICATED',
  },
  /** A `Host` that is not this server on this machine, as in DNS rebinding. */
  host_forbidden: { message: 'the host of the request is not served', exit: 6, http: 403, grpc: 'PERMISSION_DENIED' },
  /** A request with an `Origin` header: a web page sent it. */
  origin_forbidden: {
    message: 'requests of web pages are not served',
    exit: 6,
    http: 403,
    grpc: 'PERMISSION_DENIED',
  },
  unknown_route: { message: 'no such route: {route}', exit: 2, http: 404, grpc: 'UNIMPLEMENTED' },
  method_not_allowed: { message: '{method} is not allowed here, only {allow}', exit: 2, http: 405, grpc: null },
  /** The `Accept` header excludes the type of the answer. */
  not_acceptable: {
    message: 'the answer is {type}, which the request does not accept',
    exit: 2,
    http: 406,
    grpc: null,
  },
  /** The type or encoding of a request's body. */
  unsupported_media_type: { message: '{problem}', exit: 2, http: 415, grpc: null },
  /** Bytes that are not an HTTP request. */
  malformed_http: { message: 'not a valid HTTP request: {reason}', exit: 2, http: 400, grpc: null },
  /** A client that sends its request too slowly. */
  request_timeout: {
    message: 'the request was not complete within {seconds} seconds',
    exit: 124,
    http: 408,
    grpc: 'DEADLINE_EXCEEDED',
    retryable: true,
  },
  /** The server is starting or stopping. */
  unavailable: { message: '{problem}', exit: 7, http: 503, grpc: 'UNAVAILABLE', retryable: true },
  /** The process or the system cannot open another file, pipe or socket. */
  too_many_open_files: {
    message: 'too many open files: the limit of this process or of the system is reached',
    exit: 71,
    http: null,
    grpc: null,
    retryable: true,
  },
  /** The result could not be written: disk full, no permission, a missing folder. */
  output_failed: { message: 'cannot write {path}: {reason}', exit: 70, http: null, grpc: null },
  /** The reader of standard output closed it early, as `head` does. Not printed; the exit code is that of SIGPIPE. */
  output_closed: { message: 'standard output was closed before the end', exit: 141, http: null, grpc: null },
  /** A bug in the program or a broken installation. */
  internal: { message: '{problem}', exit: 70, http: 500, grpc: 'INTERNAL' },
  /** The deadline passed before the answer was ready. */
  timeout: {
    message: 'the deadline passed before the answer was ready',
    exit: 124,
    http: 504,
    grpc: 'DEADLINE_EXCEEDED',
    retryable: true,
  },
  cancelled: { message: 'interrupted', exit: 130, http: null, grpc: 'CANCELLED' },
} as const satisfies Record<string, ErrorRow>;

export type ErrorCode = keyof typeof ERRORS;

type DetailNames<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? Name | DetailNames<Rest>
  : never;

/** The details that the message of a code contains. */
export type ErrorDetails<Code extends ErrorCode> = Record<DetailNames<(typeof ERRORS)[Code]['message']>, string>;

/** An error at one location of a request or file. */
export interface FieldError {
  /** JSON Pointer (RFC 6901) into it. */
  pointer: string;
  code: FieldErrorCode;
  message: string;
}

export type FieldErrorCode =
  | 'unknown_name'
  | 'missing'
  | 'wrong_type'
  | 'not_allowed'
  | 'out_of_range'
  | 'bad_format'
  | 'bad_glob';

interface ErrorOptions {
  hint?: string;
  errors?: readonly FieldError[];
  /** The causing error. */
  cause?: unknown;
}

/** An error with a code, a message, and optionally a `hint` with the remedy. */
export class AnalyzerError<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'AnalyzerError';
  readonly code: ErrorCode;
  /** The values of the message's placeholders. */
  readonly details: Readonly<Record<string, string>>;
  /** The remedy, in one sentence. */
  readonly hint?: string;
  /** All errors of a request or file, with their location. */
  readonly errors?: readonly FieldError[];

  /** @param details values of the placeholders of the message */
  constructor(code: Code, details: ErrorDetails<Code>, options: ErrorOptions = {}) {
    super(fill(ERRORS[code].message, details), options.cause === undefined ? {} : { cause: options.cause });
    this.code = code;
    this.details = details;
    if (options.hint !== undefined) this.hint = options.hint;
    if (options.errors !== undefined) this.errors = options.errors;
  }

  /** Whether the same request may succeed later. */
  get retryable(): boolean {
    const row: ErrorRow = ERRORS[this.code];
    return row.retryable ?? false;
  }
}

function fill(template: string, details: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (placeholder, name: string) => details[name] ?? placeholder);
}
