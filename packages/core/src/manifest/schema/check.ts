import type { Findings } from '../findings.ts';
import type { Path } from '../pointer.ts';
import type { RuleDetails } from '../rules.ts';
import { quoted, shortened } from '../text/quoted.ts';
import type { ObjectValue, TextRange, Value } from '../tree.ts';
import { MANIFEST_SCHEMA, resolved, type Schema, type TypeName } from './schema.ts';

interface Visit {
  value: Value;
  schema: Schema;
  path: Path | undefined;
  isRequired: boolean;
}

type TypeDetails = RuleDetails<'schema/type'>;

const TYPE_NAMES: Readonly<Record<TypeName, TypeDetails['expected']>> = {
  object: 'an object',
  array: 'an array',
  string: 'a string',
  integer: 'an integer',
};

const MAX_NUMBER_LENGTH = 40;

/** Required properties, with a hint at their content. */
const REQUIRED: readonly Pick<RuleDetails<'schema/required'>, 'name' | 'hint'>[] = [
  { name: 'scope', hint: 'the code unit it applies to, such as "function:parse"' },
  { name: 'intent', hint: 'what the unit must do' },
];

/** Reports every violation of the manifest schema. Visits each value once, without recursion. */
export function checkSchema(root: Value, findings: Findings): void {
  const open: Visit[] = [{ value: root, schema: MANIFEST_SCHEMA, path: undefined, isRequired: true }];
  for (let visit = open.pop(); visit !== undefined; visit = open.pop()) {
    const { value, path, isRequired } = visit;
    const schema = resolved(visit.schema);
    if (value.kind === 'unreadable') continue;
    if (schema.type !== undefined && !isOfType(value, schema.type)) {
      wrongType(value, { type: schema.type, isRequired }, path, findings);
    } else if (value.kind === 'number') checkRange(value, schema, path, findings);
    else if (value.kind === 'array' && schema.items !== undefined) {
      for (const [step, item] of value.items.entries()) {
        open.push({ value: item, schema: schema.items, path: { parent: path, step }, isRequired: false });
      }
    } else if (value.kind === 'object') {
      checkRequired(value, schema, path, findings);
      for (const { name, value: member } of value.properties) {
        const known = Object.hasOwn(schema.properties ?? {}, name) ? schema.properties?.[name] : undefined;
        const rule = known ?? schema.additionalProperties;
        if (rule === undefined) continue;
        const isNeeded = schema.required?.includes(name) ?? false;
        open.push({ value: member, schema: rule, path: { parent: path, step: name }, isRequired: isNeeded });
      }
    }
  }
}

/** A number without a fractional part is an integer, `1.0` included (JSON Schema 2020-12 validation, 6.1.1). */
function isOfType(value: Value, type: TypeName): boolean {
  return type === 'integer' ? value.kind === 'number' && Number.isInteger(value.number) : value.kind === type;
}

interface Wanted {
  type: TypeName;
  isRequired: boolean;
}

function wrongType(value: Value, wanted: Wanted, path: Path | undefined, findings: Findings): void {
  const written = value.kind === 'number' ? writtenNumber(value, findings) : '';
  findings.add('schema/type', beginning(value), path, {
    what: nameOf(path),
    expected: TYPE_NAMES[wanted.type],
    found: described(value, written),
    instead: insteadOf(value, wanted, written),
  });
}

/** The literal as the file has it: `1.0` stays `1.0`. */
function writtenNumber(value: Value & { kind: 'number' }, findings: Findings): string {
  const written = findings.textAt(value);
  return written.length <= MAX_NUMBER_LENGTH && Number(written) === value.number ? written : String(value.number);
}

function insteadOf(value: Value, { type, isRequired }: Wanted, written: string): TypeDetails['instead'] {
  if (type === 'array' && value.kind === 'string') return `Write [${quoted(value.text)}].`;
  if (type === 'integer' && value.kind === 'string' && /^-?\d{1,9}$/.test(value.text)) {
    return `Write ${Number(value.text)} without quotes.`;
  }
  if (type === 'string' && value.kind === 'number') return `Write "${written}".`;
  if (type === 'string' && value.kind === 'boolean') return `Write "${value.boolean}".`;
  return value.kind === 'null' && !isRequired ? 'Omit it, or give it a value.' : `Put ${TYPE_NAMES[type]} here.`;
}

function checkRange(
  value: Value & { kind: 'number' },
  schema: Schema,
  path: Path | undefined,
  findings: Findings,
): void {
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = schema;
  const rest = { what: nameOf(path), found: String(value.number), least: String(minimum), most: String(maximum) };
  if (value.number < minimum) findings.add('schema/minimum', value, path, { ...rest, limit: String(minimum) });
  if (value.number > maximum) findings.add('schema/maximum', value, path, { ...rest, limit: String(maximum) });
}

function checkRequired(value: ObjectValue, schema: Schema, path: Path | undefined, findings: Findings): void {
  for (const { name, hint } of REQUIRED) {
    if (schema.required?.includes(name) !== true) continue;
    if (value.damaged || value.properties.some((member) => member.name === name)) continue;
    findings.add('schema/required', beginning(value), path, { what: nameOf(path), name, hint });
  }
}

/** The range of a value; of an object or array, which may span many lines, only the first character. */
function beginning(value: Value): TextRange {
  const { kind, start, end } = value;
  return { start, end: kind === 'object' || kind === 'array' ? Math.min(end, start + 1) : end };
}

/** The name of a value in messages: `priority`, `item 2 of effect`, `the manifest`. */
function nameOf(path: Path | undefined): string {
  if (path === undefined) return 'the manifest';
  if (typeof path.step === 'string') return shortened(path.step);
  const { parent, step } = path;
  const isContract = parent?.step === 'contracts' || parent?.parent?.step === 'files';
  // In the schema every array is the value of a property.
  return isContract ? `contract ${step + 1}` : `item ${step + 1} of ${parent?.step}`;
}

function described(value: Value, written: string): TypeDetails['found'] {
  switch (value.kind) {
    case 'object':
      return 'an object';
    case 'array':
      return 'an array';
    case 'string':
      return `the string ${quoted(value.text)}`;
    case 'number':
      return `the number ${written}`;
    case 'boolean':
      return value.boolean ? 'true' : 'false';
    default:
      return 'null';
  }
}
