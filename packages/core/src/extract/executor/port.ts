/** A process of an executor, as the system identifies it. */
export interface StartedProcess {
  pid: number;
  /** Its start time, to detect a reused process id; null if the system does not report it. */
  start: string | null;
  group: number;
}

/** One ticket to run. */
export interface Handover {
  /** Absolute path of the project. */
  root: string;
  ticketId: string;
  queue: string;
  /** What to do, in sentences. */
  brief: string;
  /** Environment variables with the paths of the task's files, all absolute. */
  paths: Readonly<Record<string, string>>;
  timeoutMs: number;
  /** Open file that receives the output, up to a limit. The caller closes it. */
  log: number;
  /** Values that the log does not get, in addition to strings that look like secrets. */
  secrets: readonly string[];
  /** Interrupts the process group. */
  signal?: AbortSignal;
  /** Called as soon as the process exists, before it is waited for. */
  onStarted: (started: StartedProcess) => void;
}

/**
 * How a process ended. Nothing of this decides whether the task is done: for that the ticket and the result are read
 * again.
 */
export interface ExecutorRun {
  outcome: 'completed' | 'timed_out' | 'failed_to_start' | 'interrupted';
  exitCode: number | null;
  /** Ids of the tickets that the executor names in its output; empty if it names none. */
  printedTickets: readonly string[];
  /** Why it did not start. */
  problem?: string;
}

/** The environment variables of a program that works on a ticket. */
export function environmentOf({ ticketId, queue, root, paths }: Handover): Record<string, string> {
  return { ...paths, ANALYZER_TICKET_ID: ticketId, ANALYZER_QUEUE: queue, ANALYZER_PROJECT: root };
}

/** Runs a ticket with a program that the user chose. */
export interface Executor {
  readonly kind: 'command' | 'koru';
  run(handover: Handover): Promise<ExecutorRun>;
}
