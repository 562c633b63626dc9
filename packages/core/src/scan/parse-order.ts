import type { FilePlan } from './file-entry.ts';

/** A file and the index of its entry. */
export interface Task {
  index: number;
  plan: FilePlan;
}

interface Lane {
  /** Smallest first. */
  tasks: Task[];
  /** Started and not yet complete. */
  open: number;
}

/**
 * The order in which files are parsed: the largest of each language first, so that none of them runs alone at the end,
 * and about equally many of all languages at a time, so that each parser process gets files of the language that it has
 * loaded.
 */
export class ParseOrder {
  readonly #lanes = new Map<string, Lane>();
  #length: number;

  constructor(tasks: readonly Task[]) {
    this.#length = tasks.length;
    for (const task of tasks) this.#lane(task.plan).tasks.push(task);
    for (const { tasks: own } of this.#lanes.values()) own.sort((a, b) => a.plan.found.size - b.plan.found.size);
  }

  /** Number of files that were not started. */
  get length(): number {
    return this.#length;
  }

  /** The largest file of the language with the fewest open files. */
  next(): Task | undefined {
    let best: Lane | undefined;
    for (const lane of this.#lanes.values()) {
      if (lane.tasks.length > 0 && (best === undefined || lane.open < best.open)) best = lane;
    }
    return best?.tasks.at(-1);
  }

  /** @param task result of `next` */
  take(task: Task): Task {
    const lane = this.#lane(task.plan);
    lane.tasks.pop();
    lane.open++;
    this.#length--;
    return task;
  }

  /** A started file is complete. */
  leave(plan: FilePlan): void {
    this.#lane(plan).open--;
  }

  #lane({ kind }: FilePlan): Lane {
    const language = kind?.language ?? '';
    let lane = this.#lanes.get(language);
    if (lane === undefined) {
      lane = { tasks: [], open: 0 };
      this.#lanes.set(language, lane);
    }
    return lane;
  }
}
