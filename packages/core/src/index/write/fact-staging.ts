import { ignoredRanges } from '#lists/ignored-ranges.ts';
import type { Engine, ParseJob, ParseOutcome } from '#parse/engine.ts';
import type { FileFacts } from '#parse/facts.ts';
import { controlOfFile } from '../control/control-records.ts';
import { ROWS } from '../generated/rows.ts';
import type { Statements } from '../sqlite/statements.ts';
import { BlockStore } from './block-store.ts';
import { Table } from './table.ts';

/** Bytes of source after which idle parsers use more memory than a restart is worth. */
const MUCH_PARSED = 16 * 1024 * 1024;

/** The last line of a file whose lines are not counted. */
const LAST_LINE = 2 ** 32 - 1;

/**
 * Data of facts that is needed until all groups are found, on disk. Token records and element blocks are moved there
 * before: in a large project they need more memory than all other facts.
 */
export class FactStaging {
  readonly tokens: BlockStore;
  readonly elements: BlockStore;
  readonly #control;
  readonly #silenced;

  constructor(statements: Statements) {
    this.tokens = new BlockStore(statements, 'token');
    this.elements = new BlockStore(statements, 'element');
    this.#control = new Table(statements, 'control_of_file', ROWS.control_of_file.columns);
    this.#silenced = new Table(statements, 'silenced_lines', ROWS.silenced_lines.columns);
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
    this.tokens.assign(file, facts);
    this.elements.assign(file, facts);
    const control = controlOfFile(
      facts.control,
      facts.declarations.map(({ start_line }) => start_line),
    );
    if (control !== undefined) this.#control.insert({ file_id: file, data: control });
  }

  /** Lets comments of a file silence copies. @param file node of the file */
  silence(file: number, facts: FileFacts): void {
    for (const { start, end } of ignoredRanges(facts).ranges) {
      this.#silenced.insert({ file_id: file, start_line: start, end_line: Math.min(end, LAST_LINE) });
    }
  }

  #without(outcome: ParseOutcome): ParseOutcome {
    if (outcome.status === 'analyzed') return { ...outcome, facts: this.#setAside(outcome.facts) };
    if (outcome.status === 'partial') return { ...outcome, facts: this.#setAside(outcome.facts) };
    return outcome;
  }

  #setAside<Facts extends FileFacts>({ tokens, elements, ...facts }: Facts): Omit<Facts, 'tokens' | 'elements'> {
    this.tokens.setAside(facts, tokens);
    this.elements.setAside(facts, elements);
    return facts;
  }
}
