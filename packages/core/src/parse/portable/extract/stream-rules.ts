import type { TokenRole } from '../../facts.ts';
import type { NameTable } from '../flat-tree.ts';
import type { LiteralRule } from './literals.ts';
import type { StreamData } from './stream-data.ts';

/** Roles as small numbers: the place in this list. */
export const ROLES: readonly TokenRole[] = [
  'literal',
  'variable',
  'property',
  'type',
  'label',
  'function',
  'command',
  'syntax',
];
export const LITERAL = 0;
export const VARIABLE = 1;
export const PROPERTY = 2;
export const TYPE = 3;
export const COMMAND = 6;
export const SYNTAX = 7;
/** A JSX name: a variable when it does not begin with a small letter, else the name of an element. */
export const COMPONENT = 8;

export interface RoleRule {
  role: number;
  /** Field id of a scalar of the parent; 0 for none. */
  unless: number;
}

/** A place in the tree: a parent's kind and, unless 0, the child's field. */
export type PlaceSet = ReadonlySet<number>;

export interface TextRule {
  as: number;
  escapes: number;
  unescape: ReadonlyMap<string, string>;
  keepOthers: boolean;
}

/** The stream section compiled against a name table: arrays are indexed by kind id, absent means no rule. */
export interface StreamRules {
  fields: boolean;
  kept: ReadonlySet<number>;
  skipped: ReadonlySet<number>;
  newlines: ReadonlySet<number>;
  dropped: ReadonlySet<number>;
  droppedIn: (ReadonlySet<number> | undefined)[];
  trailing: ({ token: number; others: number } | undefined)[];
  closers: ReadonlySet<number>;
  droppedEmpty: (ReadonlySet<number> | undefined)[];
  transparent: ReadonlySet<number>;
  transparentSingle: ReadonlySet<number>;
  transparentWithout: (number | undefined)[];
  keptGrouping: { kind: number; parents: ReadonlySet<number>; children: ReadonlySet<number> } | undefined;
  nestedClauses: (number[] | undefined)[];
  renamed: (number | undefined)[];
  tokenText: boolean;
  pairedTokens: ({ token: number; first: number; last: number } | undefined)[];
  literals: (LiteralRule | undefined)[];
  texts: (TextRule | undefined)[];
  textParts: ReadonlySet<number>;
  docstrings: DocstringRule | undefined;
  keyStrings: KeyStringRule | undefined;
  jsx: JsxRule | undefined;
  nameFields: (number | undefined)[];
  identifiers: (number | undefined)[];
  /** 0 for none. */
  identifierLeaf: number;
  /** By place. */
  roles: ReadonlyMap<number, RoleRule>;
  typeContexts: ReadonlySet<number>;
  referenceRoles: ReadonlySet<number>;
  selfMembers: { kinds: ReadonlySet<number>; objects: ReadonlySet<number>; names: ReadonlySet<string> };
  bindings: { fields: PlaceSet; patterns: PlaceSet };
}

export interface DocstringRule {
  bodies: ReadonlySet<number>;
  body: number;
  root: number;
  statement: number;
  literal: ReadonlySet<number>;
  prefix: number;
  notPrefixes: readonly string[];
}

export interface KeyStringRule {
  parents: ReadonlySet<number>;
  field: number;
  unless: number;
  literal: number;
  identifier: number;
}

export interface JsxRule {
  parents: ReadonlySet<number>;
  list: number;
  text: number;
  container: number;
  empty: number;
  attribute: number;
  literal: number;
}

/** One number for a kind and a field: both ids fit 16 bits. */
export function place(kind: number, field: number): number {
  return kind * 0x10000 + field;
}

/** @throws when the data names a role or a rule that does not exist */
export function compileStream(data: StreamData, names: NameTable): StreamRules {
  const id = (name: string) => names.id(name);
  const set = (list: readonly string[] = []) => new Set(list.map(id));
  const placeOf = (name: string) => {
    const [kind = '', field = ''] = name.split('.');
    return place(id(kind), id(field));
  };
  const places = (list: readonly string[]) => new Set(list.map(placeOf));
  const byPlace = (record: Record<string, string[]> = {}) =>
    new Set(Object.entries(record).flatMap(([kind, fields]) => fields.map((field) => place(id(kind), id(field)))));
  const byKind = <In, Out>(record: Record<string, In> | undefined, make: (value: In) => Out) => {
    const list: (Out | undefined)[] = [];
    for (const [kind, value] of Object.entries(record ?? {})) list[id(kind)] = make(value);
    return list;
  };
  const { kept_grouping: grouping, docstrings, key_strings: keys, jsx, self_members: self } = data;
  return {
    fields: data.fields ?? false,
    kept: byPlace(data.kept_fields),
    skipped: byPlace(data.skipped_fields),
    newlines: set(data.newlines),
    dropped: set(data.dropped),
    droppedIn: byKind(data.dropped_in, set),
    trailing: byKind(data.trailing, ({ token, others }) => ({ token: id(token), others: others ?? 0 })),
    closers: set(data.closers),
    droppedEmpty: byKind(data.dropped_empty, set),
    transparent: set(data.transparent),
    transparentSingle: set(data.transparent_single),
    transparentWithout: byKind(data.transparent_without, id),
    keptGrouping: grouping && {
      kind: id(grouping.kind),
      parents: set(grouping.parents),
      children: set(grouping.children),
    },
    nestedClauses: byKind(data.nested_clauses, (kinds) => kinds.map(id)),
    renamed: byKind(data.renamed, id),
    tokenText: data.token_text ?? false,
    pairedTokens: byKind(data.paired_tokens, ({ token, first, last }) => ({
      token: id(token),
      first: id(first),
      last: id(last),
    })),
    literals: byKind(data.literals, literalRule),
    texts: byKind(data.texts, ({ as, escapes, unescape, others }) => ({
      as: as === undefined ? 0 : id(as),
      escapes: id(escapes),
      unescape: new Map(Object.entries(unescape)),
      keepOthers: others === 'keep',
    })),
    textParts: set(data.text_parts),
    docstrings: docstrings && {
      bodies: set(docstrings.bodies),
      body: id(docstrings.body),
      root: id(docstrings.root),
      statement: id(docstrings.statement),
      literal: set(docstrings.literal),
      prefix: id(docstrings.prefix),
      notPrefixes: docstrings.not_prefixes,
    },
    keyStrings: keys && {
      parents: set(keys.parents),
      field: id(keys.field),
      unless: id(keys.unless),
      literal: id(keys.literal),
      identifier: id(keys.identifier),
    },
    jsx: jsx && {
      parents: set(jsx.parents),
      list: id(jsx.list),
      text: id(jsx.text),
      container: id(jsx.container),
      empty: id(jsx.empty),
      attribute: id(jsx.attribute),
      literal: id(jsx.literal),
    },
    nameFields: byKind(data.name_fields, id),
    identifiers: byKind(data.identifiers, roleNumber),
    identifierLeaf: data.identifier_leaf === undefined ? 0 : id(data.identifier_leaf),
    roles: new Map(
      Object.entries(data.roles).map(([name, rule]) => [
        placeOf(name),
        { role: roleNumber(rule.role), unless: rule.unless === undefined ? 0 : id(rule.unless) },
      ]),
    ),
    typeContexts: set(data.type_contexts),
    referenceRoles: new Set(data.reference_roles.map(roleNumber)),
    selfMembers: { kinds: set(self.kinds), objects: set(self.objects), names: new Set(self.names) },
    bindings: { fields: places(data.bindings.fields), patterns: places(data.bindings.patterns) },
  };
}

function roleNumber(name: string): number {
  if (name === 'component') return COMPONENT;
  const role = ROLES.findIndex((known) => known === name);
  if (role < 0) throw new Error(`language data: unknown role ${name}`);
  return role;
}

function literalRule(name: string): LiteralRule {
  if (name === 'number' || name === 'string-prefix' || name === 'lower-case') return name;
  throw new Error(`language data: unknown literal rule ${name}`);
}
