import type { IsIgnored } from '#tree/git/work-tree.ts';
import type { Attempt, AttemptBase, ExtractionState } from '../state/model.ts';
import { ownFiles } from './own-files.ts';

/** Stores a state durably. */
export interface StateStore {
  /** Absolute path of the file, without symbolic links. */
  readonly location: string;
  write(state: ExtractionState): void;
}

/** The state of an extraction, written at each change. Its owner has locked the file. */
export class Journal {
  readonly #store: StateStore;
  #state: ExtractionState;

  constructor(store: StateStore, state: ExtractionState) {
    this.#store = store;
    this.#state = state;
  }

  get state(): ExtractionState {
    return this.#state;
  }

  /** Whether a path of a project is written by this program or the tracker. */
  ownFilesOf(root: string): IsIgnored {
    return ownFiles(this.#state, root, this.#store.location);
  }

  /** Records an attempt before its process starts. */
  begin(key: string, base: AttemptBase): Attempt {
    const number = 1 + this.#state.attempts.filter(({ task_key }) => task_key === key).length;
    const attempt: Attempt = {
      task_key: key,
      number,
      state: 'starting',
      pid: null,
      process_start: null,
      process_group: null,
      outcome: null,
      exit_code: null,
      log: logOf(key, number),
      base,
    };
    this.replace({ ...this.#state, attempts: [...this.#state.attempts, attempt] });
    return attempt;
  }

  /** Changes a recorded attempt. */
  change({ task_key: key, number }: Attempt, change: Partial<Omit<Attempt, 'task_key' | 'number'>>): void {
    const attempts = this.#state.attempts.map((attempt) =>
      attempt.task_key === key && attempt.number === number ? { ...attempt, ...change } : attempt,
    );
    this.replace({ ...this.#state, attempts });
  }

  replace(state: ExtractionState): void {
    this.#store.write(state);
    this.#state = state;
  }
}

/** Path of an attempt's output, relative to its project. */
function logOf(key: string, number: number): string {
  return `.tracker/analyzer/logs/${key}.${number}.log`;
}
