import type { Version, Versions } from './contents.ts';
import { readStatements, type StatementFacts, type Statements } from './statements.ts';
import type { Vocabulary } from './vocabulary.ts';

/** A state of a project before or after a change. */
export interface ChangeState {
  /** Facts with element blocks of the compared files, by path. */
  facts: ReadonlyMap<string, StatementFacts>;
  /** The bytes of one of these files; none if it changed since. */
  bytesOf(path: string): Promise<Uint8Array>;
}

/** The objects of the versions of both states. */
export const [BEFORE, NOW] = ['before', 'now'];

/** The files of two states as versions. */
export class StateVersions implements Versions {
  readonly #before: ChangeState;
  readonly #now: ChangeState;
  readonly #vocabulary: Vocabulary;
  /** A file that did not change has the same facts in both states. */
  readonly #known = new Map<StatementFacts, Statements | undefined>();

  constructor(before: ChangeState, now: ChangeState, vocabulary: Vocabulary) {
    this.#before = before;
    this.#now = now;
    this.#vocabulary = vocabulary;
  }

  of({ path, object }: Version): Statements | undefined {
    const facts = this.#stateOf(object).facts.get(path);
    if (facts === undefined) return undefined;
    if (!this.#known.has(facts)) this.#known.set(facts, readStatements(facts, this.#vocabulary));
    return this.#known.get(facts);
  }

  bytesOf({ path, object }: Version): Promise<Uint8Array> {
    return this.#stateOf(object).bytesOf(path);
  }

  #stateOf(object: string): ChangeState {
    return object === NOW ? this.#now : this.#before;
  }
}
