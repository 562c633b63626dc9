import type { ParseMode } from '@analyzer/core/parse/engine.ts';

/** Whether an independent parser of the language says that two programs are the same; `none` when one is no program. */
export type Verdict = 'same' | 'different' | 'none';

export interface Judge {
  /** With its version. */
  tool: string;
  compare(a: string, b: string, mode: ParseMode): Promise<Verdict>;
}

/** Compares by a normal form, undefined for what is no program. */
export function byNormalForm(
  tool: string,
  normal: (source: string, mode: ParseMode) => Promise<string | undefined> | string | undefined,
): Judge {
  return {
    tool,
    async compare(a, b, mode) {
      const [first, second] = [await normal(a, mode), await normal(b, mode)];
      if (first === undefined || second === undefined) return 'none';
      return first === second ? 'same' : 'different';
    },
  };
}
