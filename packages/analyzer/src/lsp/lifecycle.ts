import { ErrorCodes, LSPErrorCodes, ResponseError } from 'vscode-languageserver/node';
import { type ParameterName, requireParameters } from './parameters.ts';

/** Answers requests as the protocol defines it for the time before `initialize` and after `shutdown`. */
export class Lifecycle {
  #state: 'new' | 'running' | 'shut down' = 'new';
  readonly #onFailure: (error: unknown) => void;

  /** @param onFailure receives what goes wrong in a request: its client gets no internal text */
  constructor(onFailure: (error: unknown) => void) {
    this.#onFailure = onFailure;
  }

  /** @throws {ResponseError} for a second `initialize` */
  start(): void {
    if (this.#state !== 'new') throw new ResponseError(ErrorCodes.InvalidRequest, 'the server is initialized already');
    this.#state = 'running';
  }

  /** @throws {ResponseError} as `requireRunning` */
  end(): void {
    this.requireRunning();
    this.#state = 'shut down';
  }

  get isShutDown(): boolean {
    return this.#state === 'shut down';
  }

  /** @throws {ResponseError} before `initialize` and after `shutdown` */
  requireRunning(): void {
    if (this.#state === 'new') throw new ResponseError(ErrorCodes.ServerNotInitialized, 'send initialize first');
    if (this.#state !== 'running') throw new ResponseError(ErrorCodes.InvalidRequest, 'the server is shut down');
  }

  /** A handler of a request that keeps these rules, and gets the parameters that it needs. */
  guarded<P extends unknown[], R>(
    names: readonly ParameterName[],
    answer: (...params: P) => Promise<R> | R,
  ): (...params: P) => Promise<R> {
    return async (...params) => {
      this.requireRunning();
      requireParameters(params[0], names);
      try {
        return await answer(...params);
      } catch (error) {
        if (error instanceof ResponseError) throw error;
        this.#onFailure(error);
        throw new ResponseError(LSPErrorCodes.RequestFailed, 'the request failed');
      }
    };
  }
}
