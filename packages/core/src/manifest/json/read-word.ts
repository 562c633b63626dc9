import type { Findings } from '../findings.ts';
import type { RuleDetails } from '../rules.ts';
import { changedByDouble } from '../text/double.ts';
import { quoted, shortened } from '../text/quoted.ts';
import type { Value } from '../tree.ts';

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/;
/** What people write for numbers elsewhere: `+1`, `.5`, `1.`, `007`, `0x1F`, `1_000`. */
const LIKE_NUMBER = /^[-+]?(?:\.?\d[\d._]*(?:[eE][-+]?\d+)?|0[xXoObB][\da-fA-F_]+)$/;
/** A longer number is no number that anybody means, and takes long to compare. */
const LONGEST_NUMBER = 4000;

/** Words of other languages, and what JSON has for them. */
const INSTEAD: Readonly<Record<string, RuleDetails<'text/bare-word'>['instead']>> = {
  True: 'true',
  TRUE: 'true',
  False: 'false',
  FALSE: 'false',
  None: 'null',
  nil: 'null',
  NULL: 'null',
  Null: 'null',
  undefined: 'null, or leave the member out',
  NaN: 'null: JSON has no such number',
  Infinity: 'null: JSON has no such number',
  '-Infinity': 'null: JSON has no such number',
};

/** The value that a run of characters without quotes stands for. */
export function wordValue(word: string, start: number, findings: Findings, pointer: () => string): Value {
  const place = { start, end: start + word.length };
  if (word === 'true' || word === 'false') return { kind: 'boolean', boolean: word === 'true', ...place };
  if (word === 'null') return { kind: 'null', ...place };
  if (NUMBER.test(word)) {
    const instead = word.length > LONGEST_NUMBER ? 'something else' : changedByDouble(word);
    if (instead !== undefined) {
      findings.add('text/number-changes', place, pointer(), { found: shortened(word), instead });
    }
    return { kind: 'number', number: Number(word), ...place };
  }
  if (word.length <= LONGEST_NUMBER && LIKE_NUMBER.test(word)) {
    findings.add('text/number-form', place, pointer(), { found: word });
    return { kind: 'unreadable', ...place };
  }
  const instead = INSTEAD[word] ?? (word.length > 60 ? 'it in double quotes' : quoted(word));
  findings.add('text/bare-word', place, pointer(), { found: shortened(word), instead });
  return { kind: 'unreadable', ...place };
}
