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
  /** Somebody else is at it; the same may succeed later. */
  busy: { message: '{problem}', exit: 7, http: 429, grpc: 'RESOURCE_EXHAUSTED' },
  /** The result could not be written: disk full, no permission, a missing folder. */
  output_failed: { message: 'cannot write {path}: {reason}', exit: 70, http: null, grpc: null },
  /** A fault of the program or of its installation. */
  internal: { message: '{problem}', exit: 70, http: 500, grpc: 'INTERNAL' },
  cancelled: { message: 'interrupted', exit: 130, http: null, grpc: 'CANCELLED' },
} as const satisfies Record<string, ErrorRow>;

export type ErrorCode = keyof typeof ERRORS;

type DetailNames<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? Name | DetailNames<Rest>
  : never;

/** The details that the message of a code asks for. */
export type ErrorDetails<Code extends ErrorCode> = Record<DetailNames<(typeof ERRORS)[Code]['message']>, string>;

/** An error that a person can act on: what is wrong, and with `hint` what to do about it. */
export class AnalyzerError<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'AnalyzerError';
  readonly code: ErrorCode;
  /** One sentence on what to do next. */
  readonly hint?: string;

  /**
   * @param details fills the `{…}` of the code's message
   * @param options `hint`, and `cause` for the error underneath
   */
  constructor(code: Code, details: ErrorDetails<Code>, options: { hint?: string; cause?: unknown } = {}) {
    super(fill(ERRORS[code].message, details), options.cause === undefined ? {} : { cause: options.cause });
    this.code = code;
    if (options.hint !== undefined) this.hint = options.hint;
  }
}

function fill(template: string, details: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => details[name] ?? whole);
}
