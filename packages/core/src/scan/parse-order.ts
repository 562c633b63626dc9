import type { FilePlan } from './file-entry.ts';

/** A place in the list of entries that a file will fill. */
export interface Task {
  index: number;
  plan: FilePlan;
}

interface Lane {
  /** Smallest first. */
  tasks: Task[];
  /** Taken and not yet done. */
  open: number;
}

/**
 * The order in which files are handed to be parsed: of each language the largest first, so that none is left running
 * alone at the end, and of all languages about as many at a time, so that each parser process finds files of the
 * language that it has begun.
 */
export class ParseOrder {
  readonly #lanes = new Map<string, Lane>();
  #length: number;

  constructor(tasks: readonly Task[]) {
    this.#length = tasks.length;
    for (const task of tasks) this.#lane(task.plan).tasks.push(task);
    for (const { tasks: own } of this.#lanes.values()) own.sort((a, b) => a.plan.found.size - b.plan.found.size);
  }

  /** Not yet taken. */
  get length(): number {
    return this.#length;
  }

  /** Of the language with the fewest open files the largest one. */
  next(): Task | undefined {
    let best: Lane | undefined;
    for (const lane of this.#lanes.values()) {
      if (lane.tasks.length > 0 && (best === undefined || lane.open < best.open)) best = lane;
    }
    return best?.tasks.at(-1);
  }

  /** @param task what `next` gave */
  take(task: Task): Task {
    const lane = this.#lane(task.plan);
    lane.tasks.pop();
    lane.open++;
    this.#length--;
    return task;
  }

  /** A taken file is done. */
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
