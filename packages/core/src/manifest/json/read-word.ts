import type { Findings } from '../findings.ts';
import type { RuleDetails } from '../rules.ts';
import { changedByDouble } from '../text/double.ts';
import { quoted, shortened } from '../text/quoted.ts';
import type { Value } from '../tree.ts';

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/;
/** Number literals of other languages: `+1`, `.5`, `1.`, `007`, `0x1F`, `1_000`. */
const LIKE_NUMBER = /^[-+]?(?:\.?\d[\d._]*(?:[eE][-+]?\d+)?|0[xXoObB][\da-fA-F_]+)$/;
/** Longer literals are not compared digit by digit: the comparison takes long, and no real manifest has them. */
const MAX_NUMBER_LENGTH = 4000;

/** Constants of other languages and their JSON equivalent. */
const INSTEAD: Readonly<Record<string, RuleDetails<'text/bare-word'>['instead']>> = {
  True: 'true',
  TRUE: 'true',
  False: 'false',
  FALSE: 'false',
  None: 'null',
  nil: 'null',
  NULL: 'null',
  Null: 'null',
  undefined: 'null, or omit the property',
  NaN: 'null: JSON has no such number',
  Infinity: 'null: JSON has no such number',
  '-Infinity': 'null: JSON has no such number',
};

/** The value of an unquoted run of characters. */
export function wordValue(word: string, start: number, findings: Findings, pointer: () => string): Value {
  const range = { start, end: start + word.length };
  if (word === 'true' || word === 'false') return { kind: 'boolean', boolean: word === 'true', ...range };
  if (word === 'null') return { kind: 'null', ...range };
  if (NUMBER.test(word)) {
    const instead = word.length > MAX_NUMBER_LENGTH ? 'a different number' : changedByDouble(word);
    if (instead !== undefined) {
      findings.add('text/number-changes', range, pointer(), { found: shortened(word), instead });
    }
    return { kind: 'number', number: Number(word), ...range };
  }
  if (word.length <= MAX_NUMBER_LENGTH && LIKE_NUMBER.test(word)) {
    findings.add('text/number-form', range, pointer(), { found: word });
    return { kind: 'unreadable', ...range };
  }
  const instead = INSTEAD[word] ?? (word.length > 60 ? 'it in double quotes' : quoted(word));
  findings.add('text/bare-word', range, pointer(), { found: shortened(word), instead });
  return { kind: 'unreadable', ...range };
}
