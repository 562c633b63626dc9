const WORDS = /\b(?:async|await)\s+/g;
const AWAITED = /\bawait\s+([\w$.]+)\(/g;

/** Lines before and after a change, and those of the copy that it replaces. */
export interface ReplacedLines {
  before: readonly string[];
  added: readonly string[];
  other: readonly string[];
}

/**
 * The added lines with `async` and `await` as the copy has them: it awaits the calls that it awaits in these lines, and has none of
 * these words if only the changed place has them.
 *
 * @param replaced the replaced lines in both places
 * @returns undefined if the words that the copy needs are unknown
 */
export function awaitedAsThere(
  { before, added, other }: ReplacedLines,
  replaced: Pick<ReplacedLines, 'before' | 'other'>,
): readonly string[] | undefined {
  const [here, there] = [wordsIn(before), wordsIn(other)];
  if (there === 0) {
    if (here === 0 && wordsIn(added) > 0) return undefined;
    return here === 0 ? added : added.map((line) => line.replaceAll(WORDS, ''));
  }
  const awaited = new Set(Array.from(other.join('\n').matchAll(AWAITED), ([, name = '']) => name));
  const lines = added.map((line) =>
    line.replace(/(\bawait\s+)?(?<![\w$.])([\w$.]+)\(/g, (call, word: string | undefined, name: string) =>
      word === undefined && awaited.has(name) ? `await ${call}` : call,
    ),
  );
  const isLost = wordsIn(replaced.other) > wordsIn(replaced.before) && wordsIn(lines) <= wordsIn(added);
  return isLost ? undefined : lines;
}

function wordsIn(lines: readonly string[]): number {
  return lines.join('\n').match(WORDS)?.length ?? 0;
}
