import type { ClassPiece } from './pattern.ts';
import type { Step } from './program.ts';

const SLASH = 0x2f;

/** Runs all threads of a program in parallel, so that time is at most characters times steps for any glob. */
export class Automaton {
  readonly #steps: readonly Step[];
  /** Threads at this character, and at the next one. */
  #now: Int32Array;
  #next: Int32Array;
  #waiting = 0;
  /** The time at which each step was last entered: no step is entered twice at one character. */
  readonly #entered: Float64Array;
  #time = 0;
  readonly #open: Int32Array;

  constructor(steps: readonly Step[]) {
    const ways = steps.reduce((sum, step) => sum + (step.op === 'fork' ? step.to.length : 0), 1);
    this.#steps = steps;
    this.#now = new Int32Array(steps.length);
    this.#next = new Int32Array(steps.length);
    this.#entered = new Float64Array(steps.length);
    this.#open = new Int32Array(ways);
  }

  /** Whether the program matches the complete text. */
  reads(text: string): boolean {
    this.#begin();
    this.#enter(0);
    for (let i = 0; i < text.length && this.#waiting > 0; i++) {
      const point = text.codePointAt(i) ?? 0;
      if (point > 0xffff) i++;
      const threads = this.#waiting;
      const standing = this.#swap();
      for (let thread = 0; thread < threads; thread++) {
        const after = afterReading(this.#steps[standing[thread] ?? 0], point);
        if (after >= 0) this.#enter(after);
      }
    }
    return this.#hasEnded();
  }

  #hasEnded(): boolean {
    for (let thread = 0; thread < this.#waiting; thread++) {
      if (this.#steps[this.#next[thread] ?? 0]?.op === 'end') return true;
    }
    return false;
  }

  #begin(): void {
    this.#time++;
    this.#waiting = 0;
  }

  /** Moves the threads of the next character to this one. */
  #swap(): Int32Array {
    const standing = this.#next;
    this.#next = this.#now;
    this.#now = standing;
    this.#begin();
    return standing;
  }

  #enter(start: number): void {
    this.#open[0] = start;
    for (let depth = 1; depth > 0; ) {
      const at = this.#open[--depth] ?? 0;
      if (this.#entered[at] === this.#time) continue;
      this.#entered[at] = this.#time;
      const step = this.#steps[at];
      if (step?.op === 'fork') for (const to of step.to) this.#open[depth++] = to;
      else this.#next[this.#waiting++] = at;
    }
  }
}

/** The step after reading a character; -1 if it does not match. */
function afterReading(step: Step | undefined, point: number): number {
  switch (step?.op) {
    case 'point':
      return step.point === point ? step.next : -1;
    case 'name':
      return point === SLASH ? -1 : step.next;
    case 'any':
      return step.next;
    case 'class':
      return point !== SLASH && holds(step.class, point) ? step.next : -1;
    default:
      return -1;
  }
}

function holds({ ranges, negated }: ClassPiece, point: number): boolean {
  return ranges.some(([from, to]) => from <= point && point <= to) !== negated;
}
