import type { Verdict } from './judge.ts';
import type { Mutant } from './mutants.ts';

/** A mutant with the same stream as the original although an independent parser distinguishes them. */
export interface Miss {
  kind: string;
  file: string;
  name: string;
  original: string;
  mutated: string;
}

export interface KindCounts {
  /** Mutants that the engine parses without errors. */
  read: number;
  /** Whose function-body changed. */
  changed: number;
  /** Whose function-body did not change but the program around it did: another operator in `f = function () {}`. */
  outside: number;
  /** The others, by the verdict of the independent parser: same program, not a program, different program. */
  same: number;
  none: number;
  missed: number;
}

/** Results for the mutants of one language. */
export class Tally {
  readonly language: string;
  readonly tool: string;
  functions = 0;
  tried = 0;
  readonly kinds = new Map<string, KindCounts>();
  readonly misses: Miss[] = [];

  constructor(language: string, tool: string) {
    this.language = language;
    this.tool = tool;
  }

  add({ kind, sameBody, sameTree }: Mutant, verdict: Verdict | undefined): void {
    const counts = this.kinds.get(kind) ?? { read: 0, changed: 0, outside: 0, same: 0, none: 0, missed: 0 };
    this.kinds.set(kind, counts);
    counts.read++;
    if (!sameBody) counts.changed++;
    else if (!sameTree) counts.outside++;
    if (verdict === 'same') counts.same++;
    if (verdict === 'none') counts.none++;
    if (verdict === 'different') counts.missed++;
  }

  sum(member: keyof KindCounts): number {
    return [...this.kinds.values()].reduce((sum, counts) => sum + counts[member], 0);
  }
}
