import type { Engine, ParseJob, ParseOutcome } from '#parse/engine.ts';
import type { FileFacts } from '#parse/facts.ts';
import type { Statements } from '../sqlite/statements.ts';
import { Table } from './table.ts';

/** Bytes of source after which idle parsers hold more memory than starting them again is worth. */
const MUCH_PARSED = 16 * 1024 * 1024;

/**
 * Takes the token records out of facts as these come from an engine, and sets them aside on disk: of a large project
 * they take more memory than all other facts together, and few of them are needed in the end.
 */
export class TokenStaging {
  readonly #blocks;
  readonly #files;
  readonly #blockOf = new WeakMap<FileFacts, number>();
  #last = 0;

  constructor(statements: Statements) {
    this.#blocks = new Table(statements, 'temp.file_block', ['id', 'data']);
    this.#files = new Table(statements, 'temp.block_of_file', ['file_id', 'file_block_id']);
  }

  /** @param engine one that hands out token records; it stays whose it was */
  around(engine: Engine): Engine {
    let parsed = 0;
    return {
      name: engine.name,
      versions: () => engine.versions(),
      jobs: engine.jobs,
      parse: async (job: ParseJob) => {
        parsed += job.bytes.length;
        return this.#without(await engine.parse(job));
      },
      rest: () => {
        if (parsed < MUCH_PARSED) return;
        parsed = 0;
        engine.rest?.();
      },
      cacheReport: () => engine.cacheReport?.(),
      close: () => engine.close(),
    };
  }

  /**
   * @param file its node
   * @param facts of the file, as they came from the engine
   */
  assign(file: number, facts: FileFacts): void {
    const block = this.#blockOf.get(facts);
    if (block !== undefined) this.#files.insert({ file_id: file, file_block_id: block });
  }

  /** @returns the id of the block, for the files that it belongs to */
  add(block: Uint8Array): number {
    const id = ++this.#last;
    // Not deflated: that takes more time than writing and reading three times as much.
    this.#blocks.insert({ id, data: block });
    return id;
  }

  #without(outcome: ParseOutcome): ParseOutcome {
    if (outcome.status === 'analyzed') {
      const { tokens, ...facts } = outcome.facts;
      this.#setAside(facts, tokens);
      return { ...outcome, facts };
    }
    if (outcome.status === 'partial') {
      const { tokens, ...facts } = outcome.facts;
      this.#setAside(facts, tokens);
      return { ...outcome, facts };
    }
    return outcome;
  }

  #setAside(facts: FileFacts, tokens: FileFacts['tokens']): void {
    if (tokens !== undefined) this.#blockOf.set(facts, this.add(tokens));
  }
}
