import type { Findings } from '../findings.ts';
import { changedByDouble } from '../text/double.ts';
import { shortened } from '../text/quoted.ts';
import type { TextRange, Value } from '../tree.ts';

/** YAML 1.2.2, 10.3.2: the core schema. */
const NULL = /^(?:null|Null|NULL|~|)$/;
const TRUE = /^(?:true|True|TRUE)$/;
const FALSE = /^(?:false|False|FALSE)$/;
const INTEGER = /^[-+]?\d+$/;
const OCTAL = /^0o[0-7]+$/;
const HEXADECIMAL = /^0x[\da-fA-F]+$/;
const FLOAT = /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/;
const NO_NUMBER = /^(?:[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;
/** Longer scalars are strings: comparing their digits takes long, and no real manifest has them. */
const LONGEST = 4000;

/** Booleans, numbers and dates of YAML 1.1 (https://yaml.org/type/), or numbers of 1.2 that 1.1 does not have. */
const OTHER_TYPE = [
  /^(?:y|yes|n|no|on|off)$/i,
  /^[-+]?(?:0x[\da-fA-F_]*_[\da-fA-F_]*|0b[01_]*_[01_]*|\d[\d_]*_[\d_]*(?:\.[\d_]*(?:[eE][-+]\d+)?)?)$/,
  /^[-+]?(?:0o[0-7]+|0[0-7]+|0b[01]+|\d+(?::[0-5]?\d)+)$/,
  /^\d{4}-\d{1,2}-\d{1,2}(?:(?:[Tt]|\s+)\d{1,2}:\d\d:\d\d\S*)?$/,
];

/** Whether parsers of YAML 1.1 read an unquoted scalar as another type. */
export function hasOtherType(text: string): boolean {
  return text.length <= LONGEST && OTHER_TYPE.some((it) => it.test(text));
}

export type ScalarTag = 'null' | 'bool' | 'int' | 'float' | 'str';

/** The type of an unquoted, untagged scalar in the core schema. */
export function plainTag(text: string): ScalarTag {
  if (NULL.test(text)) return 'null';
  if (text.length > LONGEST) return 'str';
  if (TRUE.test(text) || FALSE.test(text)) return 'bool';
  if (INTEGER.test(text) || OCTAL.test(text) || HEXADECIMAL.test(text)) return 'int';
  return FLOAT.test(text) || NO_NUMBER.test(text) ? 'float' : 'str';
}

/** @returns undefined when the text is not a value of the tag's type */
export function scalarValue(
  text: string,
  tag: ScalarTag,
  range: TextRange,
  findings: Findings,
  pointer: () => string,
): Value | undefined {
  if (tag === 'str') return { kind: 'string', text, ...range };
  const plain = plainTag(text);
  if (tag === 'null') return plain === 'null' ? { kind: 'null', ...range } : undefined;
  if (tag === 'bool') return plain === 'bool' ? { kind: 'boolean', boolean: TRUE.test(text), ...range } : undefined;
  if (plain !== 'int' && (tag === 'int' || plain !== 'float')) return undefined;
  if (NO_NUMBER.test(text)) {
    findings.add('text/number-changes', range, pointer(), { found: text, instead: 'null, as JSON has no such number' });
    return { kind: 'unreadable', ...range };
  }
  const changed = OCTAL.test(text) || HEXADECIMAL.test(text) ? changedInteger(text) : changedByDouble(text);
  if (changed !== undefined) {
    findings.add('text/number-changes', range, pointer(), { found: shortened(text), instead: changed });
  }
  return { kind: 'number', number: Number(text), ...range };
}

function changedInteger(text: string): string | undefined {
  const number = Number(text);
  return Number.isFinite(number) && BigInt(text) === BigInt(number) ? undefined : String(number);
}
