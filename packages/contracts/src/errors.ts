/**
 * The one table of errors. Every face projects it: the command line to exit codes, later servers to HTTP and gRPC;
 * none invents a code. `docs/errors.md` lists the same codes and a test holds the two together.
 */

/** Exit codes of the command line that are not those of an error. */
export const EXIT = {
  /** Done. */
  ok: 0,
  /** A check ran and found something. */
  findings: 1,
} as const;

interface ErrorRow {
  /** `{name}` stands for a detail that whoever raises the error fills in. */
  message: string;
  /** The very same request may succeed later. */
  retryable?: true;
  exit: number;
  /** HTTP status; null where a server can't meet the error. */
  http: number | null;
  /** gRPC status name; null where a server can't meet the error. */
  grpc: string | null;
}

export const ERRORS = {
  /** A flag, argument or setting that can't be used as given. */
  usage: { message: '{problem}', exit: 2, http: null, grpc: null },
  /** `--strict`: files of a parsed language that were not analysed whole. */
  incomplete: { message: '{problem}', exit: 2, http: null, grpc: null },
  /** `--output` names something that is there already. */
  output_exists: { message: '{path} exists and is not overwritten', exit: 2, http: null, grpc: null },
  /** A file that a person wrote for this program and its schema refuses; `errors` says where. */
  invalid_file: { message: '{path}: {problem}', exit: 2, http: null, grpc: null },
  /** A request that is no JSON text. */
  malformed_json: { message: 'the request is no JSON: {problem}', exit: 2, http: 400, grpc: 'INVALID_ARGUMENT' },
  /** A request that its schema refuses; `errors` says where. */
  invalid_request: { message: '{problem}', exit: 2, http: 422, grpc: 'INVALID_ARGUMENT' },
  /** A contract, or a version of one, that this program does not speak. */
  unsupported_schema: { message: 'unsupported schema: {name}', exit: 2, http: 422, grpc: 'INVALID_ARGUMENT' },
  not_found: { message: 'no such {what}: {name}', exit: 3, http: 404, grpc: 'NOT_FOUND' },
  /** A path that is there but can't be opened or listed. */
  unreadable: { message: 'cannot read {path}: {reason}', exit: 3, http: 404, grpc: 'NOT_FOUND' },
  /** A file that should be an index and can't be used as one: foreign, damaged, of another version. */
  unusable_index: {
    message: 'cannot use {path} as an index: {reason}',
    exit: 4,
    http: 409,
    grpc: 'FAILED_PRECONDITION',
  },
  /** An index in which nothing has been indexed yet. */
  no_snapshot: { message: 'nothing is indexed in {path} yet', exit: 4, http: 409, grpc: 'FAILED_PRECONDITION' },
  /** A request for another state of the index than the one it holds. */
  snapshot_mismatch: {
    message: 'the index no longer holds snapshot {asked}',
    exit: 4,
    http: 409,
    grpc: 'FAILED_PRECONDITION',
  },
  request_too_large: {
    message: 'the request has more than {limit} bytes',
    exit: 5,
    http: 413,
    grpc: 'RESOURCE_EXHAUSTED',
  },
  result_too_large: { message: '{problem}', exit: 5, http: 422, grpc: 'RESOURCE_EXHAUSTED' },
  /** Somebody else is at it; the same may succeed later. */
  busy: { message: '{problem}', exit: 7, http: 429, grpc: 'RESOURCE_EXHAUSTED', retryable: true },
  /** Starting or stopping. */
  unavailable: { message: '{problem}', exit: 7, http: 503, grpc: 'UNAVAILABLE', retryable: true },
  /** The result could not be written: disk full, no permission, a missing folder. */
  output_failed: { message: 'cannot write {path}: {reason}', exit: 70, http: null, grpc: null },
  /** The reader of standard output closed it before the end, as `head` does. Shown nowhere; as SIGPIPE would end it. */
  output_closed: { message: 'standard output was closed before the end', exit: 141, http: null, grpc: null },
  /** A fault of the program or of its installation. */
  internal: { message: '{problem}', exit: 70, http: 500, grpc: 'INTERNAL' },
  /** The deadline came before the answer. */
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

/** The details that the message of a code asks for. */
export type ErrorDetails<Code extends ErrorCode> = Record<DetailNames<(typeof ERRORS)[Code]['message']>, string>;

/** What is wrong at one place of a request or a file. */
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
  /** The error underneath. */
  cause?: unknown;
}

/** An error that a person can act on: what is wrong, and with `hint` what to do about it. */
export class AnalyzerError<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'AnalyzerError';
  readonly code: ErrorCode;
  /** What filled the message. */
  readonly details: Readonly<Record<string, string>>;
  /** One sentence on what to do next. */
  readonly hint?: string;
  /** Of a request or a file: each place that is wrong. */
  readonly errors?: readonly FieldError[];

  /** @param details fills the `{…}` of the code's message */
  constructor(code: Code, details: ErrorDetails<Code>, options: ErrorOptions = {}) {
    super(fill(ERRORS[code].message, details), options.cause === undefined ? {} : { cause: options.cause });
    this.code = code;
    this.details = details;
    if (options.hint !== undefined) this.hint = options.hint;
    if (options.errors !== undefined) this.errors = options.errors;
  }

  /** Whether the very same request may succeed later. */
  get retryable(): boolean {
    const row: ErrorRow = ERRORS[this.code];
    return row.retryable ?? false;
  }
}

function fill(template: string, details: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => details[name] ?? whole);
}
