import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { BRIDGE } from '../folders.ts';
import type { ClientData, Round } from './client.ts';

/** Threads that ask an index on a server at once, each with its own connection. */
export class Clients {
  readonly #workers: readonly Worker[];

  private constructor(workers: readonly Worker[]) {
    this.#workers = workers;
  }

  /** Waits until all are connected. */
  static async start(url: string, number: number): Promise<Clients> {
    const workerData: ClientData = { url, bridge: BRIDGE };
    const workers = Array.from(
      { length: number },
      () => new Worker(new URL('./postgres-client.js', import.meta.url), { workerData }),
    );
    // `once` rejects on an error of the thread.
    await Promise.all(workers.map((worker) => once(worker, 'message')));
    return new Clients(workers);
  }

  /**
   * @param rounds one for each client; they ask at the same time
   * @returns milliseconds of each question of each client
   */
  async ask(rounds: readonly Round[]): Promise<number[][]> {
    const answers = this.#workers.map(async (worker, at): Promise<number[]> => {
      worker.postMessage(rounds[at] ?? { questions: [] });
      const [times] = await once(worker, 'message');
      return times;
    });
    return Promise.all(answers);
  }

  async stop(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }
}
