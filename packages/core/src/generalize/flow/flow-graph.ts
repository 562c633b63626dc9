import type { Variable } from '../nodes.ts';
import type { Access, Step } from './steps.ts';

/** Where `break` and `continue` of a loop, or `break` of a switch, lead. */
interface Target {
  label: string;
  isLoop: boolean;
  afterIt: number;
  next: number | undefined;
}

/** A `finally` around the code. */
interface Final {
  entry: number;
  isReturned: boolean;
}

/** The end of the function. */
export const END = 0;

/** The points of the control flow that are known, and those that lead to the next one. */
export class FlowGraph {
  readonly steps: Step[] = [{ next: [], handler: undefined }];
  readonly targets: Target[] = [];
  readonly finals: Final[] = [];
  readonly handlers: number[] = [];
  /** The points that lead to the next one; empty where the code is not reached. */
  current: number[] = [];
  /** The label before a loop. */
  label = '';
  /** The points that others lead to. */
  readonly #led = new Set<number>();

  point(variable?: Variable, access?: Access): number {
    const step: Step = { next: [], handler: this.handlers.at(-1) };
    if (variable !== undefined && access !== undefined) Object.assign(step, { variable, access });
    return this.steps.push(step) - 1;
  }

  step(variable: Variable, access: Access): void {
    this.join(this.point(variable, access));
    // What comes after an assignment may throw, although it uses no variable.
    if (access !== 'read' && this.handlers.length > 0) this.join(this.point());
  }

  link(from: readonly number[], to: number): void {
    for (const at of from) this.steps[at]?.next.push(to);
    if (from.length > 0) this.#led.add(to);
  }

  isLed(point: number): boolean {
    return this.#led.has(point);
  }

  /** Goes on at a point. */
  join(point: number): void {
    this.link(this.current, point);
    this.current = [point];
  }

  maybe(visit: () => void): void {
    const before = this.current;
    visit();
    this.current = [...new Set([...this.current, ...before])];
  }

  maybeIf(isOptional: boolean, visit: () => void): void {
    if (isOptional) this.maybe(visit);
    else visit();
  }

  /** Leads to the end of the function, through `finally`. */
  finish(from: readonly number[]): void {
    const final = this.finals.at(-1);
    if (final !== undefined) final.isReturned = true;
    this.link(from, final?.entry ?? END);
  }
}
