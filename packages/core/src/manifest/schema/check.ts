import type { Findings } from '../findings.ts';
import type { Path } from '../pointer.ts';
import { quoted, shortened } from '../text/quoted.ts';
import type { ObjectValue, Place, Value } from '../tree.ts';
import { MANIFEST_SCHEMA, resolved, type Schema, type TypeName } from './schema.ts';

interface Visit {
  value: Value;
  schema: Schema;
  path: Path | undefined;
}

const TYPE_NAMES: Readonly<Record<TypeName, string>> = {
  object: 'an object',
  array: 'a list',
  string: 'a text',
  integer: 'a whole number',
};

/** Examples of what a member that is missing may hold. */
const EXAMPLES: Readonly<Record<string, string>> = {
  scope: 'the unit it is for, such as "function:parse"',
  intent: 'what the unit is to do',
};

/** Finds every place where a document breaks the schema of manifests. Each value is looked at once; no recursion. */
export function checkSchema(root: Value, findings: Findings): void {
  const open: Visit[] = [{ value: root, schema: MANIFEST_SCHEMA, path: undefined }];
  for (let visit = open.pop(); visit !== undefined; visit = open.pop()) {
    const { value, path } = visit;
    const schema = resolved(visit.schema);
    if (value.kind === 'unreadable') continue;
    if (schema.type !== undefined && !isOfType(value, schema.type)) wrongType(value, schema.type, path, findings);
    else if (value.kind === 'number') checkRange(value, schema, path, findings);
    else if (value.kind === 'array' && schema.items !== undefined) {
      for (const [step, item] of value.items.entries()) {
        open.push({ value: item, schema: schema.items, path: { parent: path, step } });
      }
    } else if (value.kind === 'object') {
      checkRequired(value, schema, path, findings);
      for (const { name, value: member } of value.members) {
        const known = Object.hasOwn(schema.properties ?? {}, name) ? schema.properties?.[name] : undefined;
        const rule = known ?? schema.additionalProperties;
        if (rule !== undefined) open.push({ value: member, schema: rule, path: { parent: path, step: name } });
      }
    }
  }
}

/** A number without a fraction is an integer, however it is written (JSON Schema 2020-12 validation, 6.1.1). */
function isOfType(value: Value, type: TypeName): boolean {
  return type === 'integer' ? value.kind === 'number' && Number.isInteger(value.number) : value.kind === type;
}

function wrongType(value: Value, type: TypeName, path: Path | undefined, findings: Findings): void {
  findings.add('schema/type', beginning(value), path, {
    what: nameOf(path),
    expected: TYPE_NAMES[type],
    found: described(value),
    instead: insteadOf(value, type),
  });
}

function insteadOf(value: Value, type: TypeName): string {
  if (type === 'array' && value.kind === 'string') return `Write [${quoted(value.text)}].`;
  if (type === 'integer' && value.kind === 'string' && /^-?\d{1,9}$/.test(value.text)) {
    return `Write ${Number(value.text)} without quotes.`;
  }
  if (type === 'string' && value.kind === 'number') return `Write "${value.number}".`;
  if (type === 'string' && value.kind === 'boolean') return `Write "${value.boolean}".`;
  return value.kind === 'null' ? 'Leave it out, or give it a value.' : `Put ${TYPE_NAMES[type]} here.`;
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
  for (const name of schema.required ?? []) {
    if (value.damaged || value.members.some((member) => member.name === name)) continue;
    findings.add('schema/required', beginning(value), path, {
      what: nameOf(path),
      name,
      hint: EXAMPLES[name] ?? 'a value',
    });
  }
}

/** Of what may go over many lines, its first character. */
function beginning(value: Value): Place {
  const { kind, start, end } = value;
  return { start, end: kind === 'object' || kind === 'array' ? Math.min(end, start + 1) : end };
}

/** What a value is called: `priority`, `item 2 of effect`, `the manifest`. */
function nameOf(path: Path | undefined): string {
  if (path === undefined) return 'the manifest';
  if (typeof path.step === 'string') return shortened(path.step);
  const { parent, step } = path;
  const list = parent === undefined ? 'the list' : parent.step;
  const isContract = list === 'contracts' || parent?.parent?.step === 'files';
  return isContract
    ? `contract ${step + 1}`
    : `item ${step + 1} of ${typeof list === 'string' ? shortened(list) : 'the list'}`;
}

function described(value: Value): string {
  switch (value.kind) {
    case 'object':
      return 'an object';
    case 'array':
      return 'a list';
    case 'string':
      return `the text ${quoted(value.text)}`;
    case 'number':
      return `the number ${value.number}`;
    case 'boolean':
      return String(value.boolean);
    default:
      return 'null';
  }
}
