import type { CodeCall, CodeFile } from './project.ts';
import { writtenType } from './written-type.ts';

/** Parameter modifiers of TypeScript and PHP. */
const MODIFIERS = /^(?:(?:public|private|protected|readonly|override)\s+)+/;
/** A value that stands for none in a union. */
const NOTHING = new Set(['undefined', 'null', 'None']);
/** Names of types that mean a built-in type of another name. */
const SAME: Readonly<Record<string, string>> = {
  Array: 'array',
  ReadonlyArray: 'array',
  ReadonlyMap: 'Map',
  ReadonlySet: 'Set',
  List: 'list',
  Dict: 'dict',
  FrozenSet: 'frozenset',
  Tuple: 'tuple',
};

/** A Python parameter with a star is a tuple or a dictionary of its type. */
const STARRED: Readonly<Record<string, string>> = { '*': 'tuple', '**': 'dict' };

/** The reason of an unresolved call whose receiver has a declared type. */
const DECLARED = /^its receiver is declared as (.+), which no class of the project is$/;

/** A parameter as declared. */
export interface Parameter {
  /** Without `...`, `*`, `$` and `?`. */
  name: string;
  /** As written; undefined without an annotation. */
  type: string | undefined;
}

/** @param text of one parameter, as written; undefined for a pattern that binds several names */
export function parameterOf(text: string, language: string): Parameter | undefined {
  const written = text.replace(MODIFIERS, '').replace(/\s*=(?![>=])[\s\S]*$/, '');
  if (written.endsWith('…')) return undefined;
  if (language === 'php') {
    const [, type, name] = /^(.*?)\s*&?\s*(?:\.\.\.)?\$(\w+)$/s.exec(written) ?? [];
    return name === undefined ? undefined : { name, type: type === '' ? undefined : type };
  }
  const [, rest = '', name, type] = /^(\.\.\.|\*{0,2})([\w$]+)\??\s*(?::\s*(.+))?$/s.exec(written) ?? [];
  if (name === undefined) return undefined;
  return { name, type: rest.startsWith('*') ? STARRED[rest] : type?.trim() };
}

/**
 * The built-in type that a declared type certainly is, without the values of none: `string`, `array`, `Map`, `dict`.
 *
 * @returns undefined for a union, an unknown form, and a type of which the text says too little
 */
export function builtInType(type: string): string | undefined {
  const bare = type
    .trim()
    .replace(/^["'](.*)["']$/s, '$1')
    .replace(/^(?:typing\.)?Optional\[(.*)\]$/s, '$1')
    .replace(/^\?/, '')
    .replace(/^\\/, '');
  const members = /[<([{]/.test(bare) ? withoutNothing(bare) : bare.split('|').map((it) => it.trim());
  const [only, other] = members.filter((it) => !NOTHING.has(it));
  if (only === undefined || other !== undefined) return undefined;
  const inner = only.replace(/^readonly\s+/, '').replace(/^typing\./, '');
  if (/^[\w$.]+(?:\[\])+$/.test(inner)) return 'array';
  const [, name] = /^([\w$]+)(?:<[^()]*>|\[[^()]*\])?$/s.exec(inner) ?? [];
  return name === undefined ? undefined : (SAME[name] ?? name);
}

/** The members of a union of one type with brackets and `undefined`, `null` or `None`. */
function withoutNothing(type: string): string[] {
  return [
    type.replace(/(?:\s*\|\s*(?:undefined|null|None))+$/, '').replace(/^(?:(?:undefined|null|None)\s*\|\s*)+/, ''),
  ];
}

/** The declared type of the receiver of an unresolved call, if its reason names it. */
export function typeInReason(reason: string | undefined): string | undefined {
  return DECLARED.exec(reason ?? '')?.[1];
}

/** The reason of an unresolved call, with the type of an array as declared. */
export function writtenReason(call: CodeCall, file: CodeFile): string | undefined {
  if (typeInReason(call.reason) !== '[]') return call.reason;
  const type = declaredParameter(call, file)?.type;
  return `its receiver is declared as ${type ?? 'an array'}, which no class of the project is`;
}

/** The declared built-in type of the receiver of a call: as its reason says, or that of a parameter of the function around it. */
export function receiverType(call: CodeCall, file: CodeFile): string | undefined {
  const { reason } = call;
  if (reason === 'the receiver is not known') return writtenType(call, file);
  const declared = typeInReason(reason);
  if (declared !== undefined) return declared === '[]' ? 'array' : builtInType(declared);
  if (reason !== 'a parameter') return undefined;
  const own = declaredParameter(call, file);
  return own?.type === undefined ? undefined : builtInType(own.type);
}

/** The parameter that is the receiver of a call, of the nearest function around it that has one of that name. */
function declaredParameter({ callee, within }: CodeCall, { declarations, language }: CodeFile): Parameter | undefined {
  const [receiver = '', method, more] = callee.split('.');
  if (method === undefined || more !== undefined) return undefined;
  const name = receiver.replace(/^\$/, '');
  for (let index = within; index >= 0; index--) {
    const declaration = declarations[index];
    if (declaration === undefined || declaration.last < within) continue;
    const own = declaration.parameters.map((it) => parameterOf(it, language)).find((it) => it?.name === name);
    if (own !== undefined) return own;
  }
  return undefined;
}
