import type { Executor, ExecutorRun, Handover } from '../port.ts';
import { runGroup } from '../process-group.ts';
import { PrintedTickets } from './printed-tickets.ts';

/** Without updates in the background, and without colours and wrapped lines in the output. */
const ENVIRONMENT = { NO_AUTOUPDATE: '1', NO_COLOR: '1', TERM: 'dumb', COLUMNS: '10000' };

/** Runs a ticket of planfile with koru. */
export class KoruExecutor implements Executor {
  readonly kind = 'koru';
  readonly #program: string;

  /** @param program absolute path */
  constructor(program: string) {
    this.#program = program;
  }

  async run(handover: Handover): Promise<ExecutorRun> {
    const { ticketId, root, queue } = handover;
    const printed = new PrintedTickets();
    const args = ['ticket', 'auto', ticketId, '--project', root, '--queue', queue, '--no-sync'];
    const command = {
      program: this.#program,
      args,
      env: ENVIRONMENT,
      onOutput: (piece: Uint8Array) => printed.add(piece),
    };
    const run = await runGroup(command, handover);
    return { ...run, printedTickets: printed.all };
  }
}
