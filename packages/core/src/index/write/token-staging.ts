import type { Engine, ParseJob, ParseOutcome } from '#parse/engine.ts';
import type { FileFacts } from '#parse/facts.ts';
import { ROWS } from '../generated/rows.ts';
import type { Statements } from '../sqlite/statements.ts';
import { Table } from './table.ts';

/** Bytes of source after which idle parsers use more memory than a restart is worth. */
const MUCH_PARSED = 16 * 1024 * 1024;

/**
 * Moves token records from the facts of an engine to disk: in a large project they need more memory than all other
 * facts, and few of them are used in the end.
 */
export class TokenStaging {
  readonly #blocks;
  readonly #files;
  readonly #blockOf = new WeakMap<FileFacts, number>();
  #last = 0;

  constructor(statements: Statements) {
    this.#blocks = new Table(statements, 'temp.file_block', ['id', 'data']);
    this.#files = new Table(statements, 'temp.block_of_file', ROWS.block_of_file.columns);
  }

  /** @param engine returns token records; owned by the caller */
  around(engine: Engine): Engine {
    let parsed = 0;
    const { cache } = engine;
    return {
      name: engine.name,
      versions: () => engine.versions(),
      jobs: engine.jobs,
      parse: async (job: ParseJob) => {
        parsed += job.bytes.length;
        return this.#without(await engine.parse(job));
      },
      cache: cache && {
        recall: (job) => {
          const outcome = cache.recall(job);
          return outcome && this.#without(outcome);
        },
        report: () => cache.report(),
      },
      // It returns no token records with the entries of a project. Index rows are requested from the engine itself.
      wholeProject: undefined,
      rest: () => {
        if (parsed < MUCH_PARSED) return;
        parsed = 0;
        engine.rest();
      },
      close: () => engine.close(),
    };
  }

  /**
   * @param file node of the file
   * @param facts of the file, as the engine returned them
   */
  assign(file: number, facts: FileFacts): void {
    const block = this.#blockOf.get(facts);
    if (block !== undefined) this.#files.insert({ file_id: file, file_block_id: block });
  }

  /** @returns the id of the block, for its files */
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
