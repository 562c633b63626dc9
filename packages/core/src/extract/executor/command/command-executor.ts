import { type Executor, type ExecutorRun, environmentOf, type Handover } from '../port.ts';
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
    const env = environmentOf(handover);
    const run = await runGroup({ program: this.#program, args: this.#args, env, stdin: handover.brief }, handover);
    return { ...run, printedTickets: [] };
  }
}
