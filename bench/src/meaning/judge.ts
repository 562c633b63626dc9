import type { ParseMode } from '@analyzer/core/parse/engine.ts';

/**
 * Whether two programs are the same according to an independent parser; `none` if the changed one is not a
 * program. If it cannot read the original, no program is the same.
 */
export type Verdict = 'same' | 'different' | 'none';

export interface Judge {
  /** With its version. */
  tool: string;
  compare(original: string, changed: string, mode: ParseMode): Promise<Verdict>;
}

/** Compares by a normal form; undefined if the text is not a program. */
export function byNormalForm(
  tool: string,
  normal: (source: string, mode: ParseMode) => Promise<string | undefined> | string | undefined,
): Judge {
  return {
    tool,
    async compare(original, changed, mode) {
      const [first, second] = [await normal(original, mode), await normal(changed, mode)];
      if (second === undefined) return 'none';
      return first === second ? 'same' : 'different';
    },
  };
}
