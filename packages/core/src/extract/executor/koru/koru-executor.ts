import { type Executor, type ExecutorRun, environmentOf, type Handover } from '../port.ts';
import { runGroup } from '../process-group.ts';
import { PrintedTickets } from './printed-tickets.ts';

/** Without updates in the background, and without colours and wrapped lines in the output. */
const ENVIRONMENT = { NO_AUTOUPDATE: '1', NO_COLOR: '1', TERM: 'dumb', COLUMNS: '10000' };
/** What a model writes is applied to the project: on a branch of its own there would be no result file. */
const PROMOTION = { KORU_QUEUE_PROMOTION_MODE: 'apply' };

/** Runs a ticket of planfile with koru. The program of a shell ticket gets koru's environment. */
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
      env: { ...environmentOf(handover), ...ENVIRONMENT, ...PROMOTION },
      onOutput: (piece: Uint8Array) => printed.add(piece),
    };
    const run = await runGroup(command, handover);
    return { ...run, printedTickets: printed.all };
  }
}
