import type { Executor, ExecutorRun, Handover } from '../port.ts';
import { runGroup } from '../process-group.ts';

/**
 * Runs any agent: a program with fixed arguments that reads the brief on standard input and finds the files of the task
 * by environment variables. No text of a project is part of the command line.
 */
export class CommandExecutor implements Executor {
  readonly kind = 'command';
  readonly #program: string;
  readonly #args: readonly string[];

  /** @param program absolute path */
  constructor(program: string, args: readonly string[]) {
    this.#program = program;
    this.#args = args;
  }

  async run(handover: Handover): Promise<ExecutorRun> {
    const { ticketId, queue, root, paths, brief } = handover;
    const env = { ...paths, ANALYZER_TICKET_ID: ticketId, ANALYZER_QUEUE: queue, ANALYZER_PROJECT: root };
    const run = await runGroup({ program: this.#program, args: this.#args, env, stdin: brief }, handover);
    return { ...run, printedTickets: [] };
  }
}
