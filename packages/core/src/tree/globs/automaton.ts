import type { ClassPiece } from './pattern.ts';
import type { Step } from './program.ts';

const SLASH = 0x2f;

/** Runs all threads of a program side by side, so time is at most characters times steps, whatever the glob. */
export class Automaton {
  readonly #steps: readonly Step[];
  #now: number[] = [];
  #then: number[] = [];
  /** Of each step, the character at which it was last entered: no step is entered twice at one place. */
  readonly #entered: Float64Array;
  #clock = 0;

  constructor(steps: readonly Step[]) {
    this.#steps = steps;
    this.#entered = new Float64Array(steps.length);
  }

  /** Whether the whole text is one that the program reads. */
  reads(text: string): boolean {
    this.#now.length = 0;
    this.#clock++;
    this.#enter(0, this.#now);
    for (let i = 0; i < text.length; i++) {
      const point = text.codePointAt(i) ?? 0;
      if (point > 0xffff) i++;
      this.#clock++;
      this.#then.length = 0;
      for (const at of this.#now) {
        const next = nextOf(this.#steps[at], point);
        if (next >= 0) this.#enter(next, this.#then);
      }
      [this.#now, this.#then] = [this.#then, this.#now];
      if (this.#now.length === 0) return false;
    }
    return this.#now.some((at) => this.#steps[at]?.op === 'end');
  }

  #enter(start: number, threads: number[]): void {
    const open = [start];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (this.#entered[at] === this.#clock) continue;
      this.#entered[at] = this.#clock;
      const step = this.#steps[at];
      if (step?.op === 'fork') for (const to of step.to) open.push(to);
      else threads.push(at);
    }
  }
}

/** The step after reading a character, -1 for none. */
function nextOf(step: Step | undefined, point: number): number {
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
