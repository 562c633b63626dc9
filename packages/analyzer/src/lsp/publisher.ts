import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Diagnostic } from 'vscode-languageserver/node';

/** What a publisher needs of its server. */
export interface PublisherContext {
  /** Whether the editor gets changes that it does not ask for. */
  isFollowed: () => boolean;
  /** Of the open documents. */
  uris: () => Iterable<string>;
  /** The current diagnostics; undefined if the document is closed. */
  diagnosticsOf: (uri: string) => Promise<{ version: number; diagnostics: Diagnostic[] } | undefined>;
  /** Receives diagnostics that changed. */
  onDiagnostics: (uri: string, version: number, diagnostics: Diagnostic[]) => Promise<void>;
  /** Called after some changed. */
  onChanged: () => Promise<void>;
}

/**
 * Finds out which diagnostics an edit changed: also those of other open documents. One document after another, so that a
 * request never waits for all of them; documents take turns also while edits go on.
 */
export class Publisher {
  readonly #context: PublisherContext;
  /** Diagnostics by URI, to send only changes. */
  readonly #published = new Map<string, string>();
  /** Documents whose diagnostics may have changed, the longest waiting one first. */
  readonly #pending = new Set<string>();
  #running: Promise<void> | undefined;

  constructor(context: PublisherContext) {
    this.#context = context;
  }

  /** Resolves when the diagnostics of all open documents are known. */
  async request(): Promise<void> {
    if (!this.#context.isFollowed()) return;
    for (const uri of this.#context.uris()) this.#pending.add(uri);
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
    await this.#running;
  }

  /** The document is closed: it has no diagnostics. */
  forget(uri: string): void {
    this.#published.delete(uri);
    this.#pending.delete(uri);
  }

  async #run(): Promise<void> {
    while (this.#pending.size > 0) {
      let isChanged = false;
      // What is requested meanwhile has its turn in the next round.
      for (const uri of [...this.#pending]) {
        await nextTurn();
        if (this.#pending.delete(uri) && (await this.#publish(uri))) isChanged = true;
      }
      if (isChanged) await this.#context.onChanged();
    }
  }

  /** @returns whether its diagnostics changed */
  async #publish(uri: string): Promise<boolean> {
    const found = await this.#context.diagnosticsOf(uri);
    if (found === undefined) return false;
    const text = JSON.stringify(found.diagnostics);
    if (text === (this.#published.get(uri) ?? '[]')) return false;
    this.#published.set(uri, text);
    await this.#context.onDiagnostics(uri, found.version, found.diagnostics);
    return true;
  }
}
