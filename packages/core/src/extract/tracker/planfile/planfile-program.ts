import type { Capabilities } from '../port.ts';
import { BridgeProcess } from './bridge-process.ts';
import { pythonOf } from './find-python.ts';
import { unavailable } from './unavailable.ts';

/** One request to planfile. */
export interface PlanfileRequest {
  /** Absolute path of the project. */
  root: string;
  operation: string;
  arguments: object;
}

/** An installation of planfile. One process answers all requests, one after the other. */
export class PlanfileProgram {
  readonly #program: string;
  #process: BridgeProcess | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #capabilities: Promise<Capabilities> | undefined;

  /** @param program absolute path of planfile */
  constructor(program: string) {
    this.#program = program;
  }

  /** What `probe` finds. It is called once. */
  capabilities(probe: () => Promise<Capabilities>): Promise<Capabilities> {
    this.#capabilities ??= probe();
    return this.#capabilities;
  }

  /** @throws AnalyzerError `tracker_unavailable` if planfile fails, refuses, takes too long or answers too much */
  request(request: PlanfileRequest): Promise<unknown> {
    const answer = this.#last.then(() => this.#answer(request));
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  async #answer(request: PlanfileRequest): Promise<unknown> {
    if (this.#process === undefined || this.#process.hasEnded) {
      this.#process = new BridgeProcess(pythonOf(this.#program));
    }
    const answer: unknown = JSON.parse(await this.#process.ask(JSON.stringify(request)));
    if (typeof answer !== 'object' || answer === null) throw unavailable('planfile gives no answer');
    if ('error' in answer) throw unavailable(`planfile in ${request.root}: ${answer.error}`);
    return Reflect.get(answer, 'answer');
  }
}
