/** The words of the tracker. A person or the executor decides with `review`, `failed` and `blocked`. */
export const TICKET_STATUSES = ['open', 'in_progress', 'review', 'done', 'blocked', 'canceled', 'failed'] as const;
export type TicketStatus = (typeof TICKET_STATUSES)[number];

/** Keeps a ticket from every runner until this program has verified all preceding tasks. */
export const WAITING_FOR_DEPENDENCIES = 'waiting:analyzer-dependencies';
/** Keeps a ticket from every runner until a person has checked the effects of an attempt. */
export const WAITING_FOR_REVIEW = 'waiting:analyzer-dispatch-review';

/** How a ticket runs. `kind` and `mode` are words of the tracker. */
export interface TicketExecutor {
  kind: 'human' | 'shell' | 'llm';
  mode: 'interactive' | 'automatic';
}

export interface TicketDraft {
  /** Task key. A tracker has at most one ticket with it. */
  key: string;
  title: string;
  /** For people. Other programs change it. */
  description: string;
  labels: string[];
  /** Ids of tickets of the same project. */
  blockedBy: string[];
  queue: string;
  executor: TicketExecutor;
  prompt: string;
  /** Paths in the project. */
  contextFiles: string[];
  /** A fixed text, without any text of a project. */
  script: string | null;
}

export interface Ticket extends TicketDraft {
  id: string;
  status: TicketStatus;
  /** Paths in the project. */
  artifacts: string[];
  lastError: string | null;
}

export interface TicketResult {
  /** `<task key>:<SHA-256 of the result>`; a result with a known key is not recorded again. */
  key: string;
  /** Paths in the project. */
  artifacts: string[];
  /** JSON. */
  result: Record<string, unknown>;
}

/** Receives a ticket that a person or a program damaged. */
export type OnDamaged = (id: string, problem: string) => void;

export interface Capabilities {
  /** Name and version, for people. */
  tracker: string;
  /** The tracker stores the context files; otherwise the prompt names them. */
  contextFiles: boolean;
}

/**
 * The tickets of one project. Methods reject with AnalyzerError `tracker_unavailable` when the tracker fails or refuses, and
 * for an id that no ticket has.
 */
export interface Tracker {
  /** Checks that the tracker can store all that a ticket of the project needs. Changes nothing in the project. */
  probe(): Promise<Capabilities>;
  /**
   * Returns the ticket of the key, also a done or canceled one, or creates it. An existing ticket is not changed.
   */
  ensure(draft: TicketDraft): Promise<Ticket>;
  /**
   * Replaces title, description, executor, context files, script and prompt of a ticket by those of a draft. A final ticket
   * is refused.
   */
  revise(id: string, draft: TicketDraft): Promise<void>;
  get(id: string): Promise<Ticket | undefined>;
  /**
   * All tickets with a key, ordered by id.
   *
   * @param onDamaged called for each ticket that cannot be read; without it such a ticket is an error
   */
  list(onDamaged?: OnDamaged): Promise<Ticket[]>;
  setLabels(id: string, change: { add?: readonly string[]; remove?: readonly string[] }): Promise<void>;
  setBlockedBy(id: string, ids: readonly string[]): Promise<void>;
  /** A done or canceled ticket is final: another status is refused. */
  setStatus(id: string, status: TicketStatus, reason?: string): Promise<void>;
  recordResult(id: string, result: TicketResult): Promise<void>;
}

const TICKET_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

/** Ids become file names and arguments of programs. */
export function isTicketId(id: string): boolean {
  return TICKET_ID.test(id) && !id.includes('..');
}
