import type { Findings } from '../findings.ts';
import { changedByDouble } from '../text/double.ts';
import { shortened } from '../text/quoted.ts';
import type { Place, Value } from '../tree.ts';

/** YAML 1.2.2, 10.3.2: the core schema. */
const NULL = /^(?:null|Null|NULL|~|)$/;
const TRUE = /^(?:true|True|TRUE)$/;
const FALSE = /^(?:false|False|FALSE)$/;
const INTEGER = /^[-+]?\d+$/;
const OCTAL = /^0o[0-7]+$/;
const HEXADECIMAL = /^0x[\da-fA-F]+$/;
const FLOAT = /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/;
const NO_NUMBER = /^(?:[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;
/** No number is longer that anybody means. */
const LONGEST = 4000;

export type ScalarTag = 'null' | 'bool' | 'int' | 'float' | 'str';

/** What a scalar without quotes and tag is, by the core schema. */
export function plainTag(text: string): ScalarTag {
  if (NULL.test(text)) return 'null';
  if (text.length > LONGEST) return 'str';
  if (TRUE.test(text) || FALSE.test(text)) return 'bool';
  if (INTEGER.test(text) || OCTAL.test(text) || HEXADECIMAL.test(text)) return 'int';
  return FLOAT.test(text) || NO_NUMBER.test(text) ? 'float' : 'str';
}

/** @returns undefined when the text is nothing that the tag can stand for */
export function scalarValue(
  text: string,
  tag: ScalarTag,
  place: Place,
  findings: Findings,
  pointer: () => string,
): Value | undefined {
  if (tag === 'str') return { kind: 'string', text, ...place };
  const plain = plainTag(text);
  if (tag === 'null') return plain === 'null' ? { kind: 'null', ...place } : undefined;
  if (tag === 'bool') return plain === 'bool' ? { kind: 'boolean', boolean: TRUE.test(text), ...place } : undefined;
  if (plain !== 'int' && (tag === 'int' || plain !== 'float')) return undefined;
  if (NO_NUMBER.test(text)) {
    findings.add('text/number-changes', place, pointer(), { found: text, instead: 'null, as JSON has no such number' });
    return { kind: 'unreadable', ...place };
  }
  const changed = OCTAL.test(text) || HEXADECIMAL.test(text) ? changedInteger(text) : changedByDouble(text);
  if (changed !== undefined) {
    findings.add('text/number-changes', place, pointer(), { found: shortened(text), instead: changed });
  }
  return { kind: 'number', number: Number(text), ...place };
}

function changedInteger(text: string): string | undefined {
  const number = Number(text);
  return Number.isFinite(number) && BigInt(text) === BigInt(number) ? undefined : String(number);
}
