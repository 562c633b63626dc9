import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { WatchV1 } from '@analyzer/contracts/analyzer.watch.v1';
import { ANALYZER } from '../folders.ts';

/** A running `analyzer watch`. */
export class Watching {
  readonly child: ChildProcess;
  readonly #events: WatchV1[] = [];
  #wake = () => {};

  constructor(args: readonly string[]) {
    this.child = spawn(process.execPath, [ANALYZER, 'watch', '--format', 'json', ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    if (this.child.stdout === null) throw new Error('the program has no output');
    createInterface(this.child.stdout).on('line', (line) => {
      this.#events.push(JSON.parse(line));
      this.#wake();
    });
    this.child.on('close', () => this.#wake());
  }

  /** Resolves at the first event that satisfies a condition; fails if the program ends. */
  async until(condition: (event: WatchV1) => boolean): Promise<WatchV1> {
    for (;;) {
      const event = this.#events.shift();
      if (event !== undefined && condition(event)) return event;
      if (event !== undefined) continue;
      if (this.child.exitCode !== null) throw new Error(`watch ended with ${this.child.exitCode}`);
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.child.once('close', resolve));
    this.child.kill('SIGINT');
    await closed;
  }
}
