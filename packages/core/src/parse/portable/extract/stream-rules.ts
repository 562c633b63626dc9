import type { TokenRole } from '../../facts.ts';
import type { NameTable } from '../flat-tree.ts';
import type { LiteralRule } from './literals.ts';
import type { RoleData, StreamData, TextData } from './stream-data.ts';

/** Roles as small numbers: indices into this list. */
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
/** A JSX name: a variable unless it starts with a lower-case letter, else the name of an element. */
export const COMPONENT = 8;
/** A literal that may bind a name, as in an import. */
export const BINDING_LITERAL = 9;

export interface RoleRule {
  role: number;
  /** Field id of a scalar of the parent; 0 for none. */
  unless: number;
  /** By the parent's own position. */
  at: ReadonlyMap<number, RoleRule>;
}

/** A position in the tree: a parent's kind and, unless 0, the child's field. */
export type SlotSet = ReadonlySet<number>;

export interface TextRule {
  as: number;
  escapes: number;
  unescape: ReadonlyMap<string, string>;
  keepOthers: boolean;
  raw: { prefix: number; letter: string } | undefined;
}

/** The stream section compiled against a name table: arrays are indexed by kind id, absent means no rule. */
export interface StreamRules {
  fields: boolean;
  required: ReadonlySet<number>;
  skipped: ReadonlySet<number>;
  newlines: ReadonlySet<number>;
  dropped: ReadonlySet<number>;
  droppedBlank: ReadonlySet<number>;
  droppedIn: (ReadonlySet<number> | undefined)[];
  trailing: (TrailingRule | undefined)[];
  closers: ReadonlySet<number>;
  droppedEmpty: (ReadonlySet<number> | undefined)[];
  transparent: ReadonlySet<number>;
  transparentSingle: ReadonlySet<number>;
  transparentWithout: (number | undefined)[];
  significantGrouping: readonly GroupingRule[];
  nestedClauses: (number[] | undefined)[];
  blockBodies: BlockBodyRule | undefined;
  renamed: (number | undefined)[];
  sorted: { parents: ReadonlySet<number>; kinds: readonly number[] } | undefined;
  verbatimWith: (number | undefined)[];
  hereDocuments: HereDocumentRule | undefined;
  tokenText: boolean;
  pairedTokens: (PairRule | undefined)[];
  literals: (LiteralRule | undefined)[];
  texts: (TextRule | undefined)[];
  textParts: ReadonlySet<number>;
  docstrings: DocstringRule | undefined;
  keyStrings: KeyStringRule | undefined;
  jsx: JsxRule | undefined;
  nameFields: (number | undefined)[];
  identifiers: (number | undefined)[];
  identifierPrefixes: (string | undefined)[];
  /** 0 for none. */
  identifierLeaf: number;
  /** By position. */
  roles: ReadonlyMap<number, RoleRule>;
  typeContexts: ReadonlySet<number>;
  /** By role; spelled as in leaves of the stream. */
  fixedNames: (ReadonlySet<string> | undefined)[];
  referenceRoles: ReadonlySet<number>;
  selfMembers: { kinds: ReadonlySet<number>; objects: ReadonlySet<number>; names: ReadonlySet<string> };
  bindings: { fields: SlotSet; patterns: SlotSet };
}

export interface BlockBodyRule {
  parents: ReadonlySet<number>;
  slots: SlotSet;
  block: number;
  /** Field of the list of its statements; 0 for none. */
  list: number;
  listKind: number;
  trailing: ReadonlySet<number>;
  /** Field of a clause that may belong to a statement in the body instead; 0 for none. */
  dangling: number;
}

export interface TrailingRule {
  token: number;
  others: number;
}

export interface PairRule {
  token: number;
  closing: number;
  first: number;
  last: number;
}

export interface GroupingRule {
  kind: number;
  slots: SlotSet;
  children: ReadonlySet<number>;
  /** A kind or field; 0 for any. */
  beside: number;
}

export interface HereDocumentRule {
  bodies: ReadonlySet<number>;
  /** The bodies and their containers. */
  all: ReadonlySet<number>;
  closing: number | undefined;
  tabs: number | undefined;
  /** Bodies whose lines are compared on their own. */
  lines: ReadonlySet<number>;
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
  slots: SlotSet;
  unless: number;
  literal: number;
  identifier: number;
  name: number;
  value: number;
  shorthand: number;
  /** JSON text. */
  shorthandDiffers: string;
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
export function slot(kind: number, field: number): number {
  return kind * 0x10000 + field;
}

/** @throws if the data has an unknown role or rule */
export function compileStream(data: StreamData, names: NameTable): StreamRules {
  const id = (name: string) => names.id(name);
  const set = (list: readonly string[] = []) => new Set(list.map(id));
  const slotOf = (name: string) => {
    const [kind = '', field = ''] = name.split('.');
    return slot(id(kind), id(field));
  };
  const slots = (list: readonly string[]) => new Set(list.map(slotOf));
  const bySlot = (record: Record<string, string[]> = {}) =>
    new Set(Object.entries(record).flatMap(([kind, fields]) => fields.map((field) => slot(id(kind), id(field)))));
  const byKind = <In, Out>(record: Record<string, In> | undefined, make: (value: In) => Out) => {
    const list: (Out | undefined)[] = [];
    for (const [kind, value] of Object.entries(record ?? {})) list[id(kind)] = make(value);
    return list;
  };
  const optionalId = (name: string | undefined) => (name === undefined ? undefined : id(name));
  const roleRule = (rule: RoleData, at: ReadonlyMap<number, RoleRule>): RoleRule => ({
    role: rule.binds === true ? BINDING_LITERAL : roleNumber(rule.role ?? ''),
    unless: id(rule.unless ?? ''),
    at,
  });
  const roles = (record: StreamData['roles']): Map<number, RoleRule> =>
    new Map(Object.entries(record).map(([name, rule]) => [slotOf(name), roleRule(rule, roles(rule.at ?? {}))]));
  const text = ({ as, escapes, unescape: plain, others, raw }: TextData): TextRule => ({
    as: id(as ?? ''),
    escapes: id(escapes),
    unescape: new Map(Object.entries(plain)),
    keepOthers: others === 'keep',
    raw: raw && { prefix: id(raw.prefix), letter: raw.letter },
  });
  const { here_documents: documents, docstrings, key_strings: keys, jsx, self_members: self } = data;
  const { block_bodies: bodies } = data;
  return {
    fields: data.fields ?? false,
    required: bySlot(data.required_fields),
    skipped: bySlot(data.skipped_fields),
    newlines: set(data.newlines),
    dropped: set(data.dropped),
    droppedBlank: set(data.dropped_blank),
    droppedIn: byKind(data.dropped_in, set),
    trailing: byKind(data.trailing, ({ token, others }) => ({ token: id(token), others: others ?? 0 })),
    closers: set(data.closers),
    droppedEmpty: byKind(data.dropped_empty, set),
    transparent: set(data.transparent),
    transparentSingle: set(data.transparent_single),
    transparentWithout: byKind(data.transparent_without, id),
    significantGrouping: (data.significant_grouping ?? []).map((grouping) => ({
      kind: id(grouping.kind),
      slots: slots(grouping.positions),
      children: set(grouping.children),
      beside: id(grouping.beside ?? ''),
    })),
    nestedClauses: byKind(data.nested_clauses, (kinds) => kinds.map(id)),
    blockBodies: bodies && {
      parents: set(bodies.positions.map((name) => name.split('.')[0] ?? '')),
      slots: slots(bodies.positions),
      block: id(bodies.block),
      list: id(bodies.list ?? ''),
      listKind: id('[]'),
      trailing: set(bodies.trailing),
      dangling: id(bodies.dangling ?? ''),
    },
    renamed: byKind(data.renamed, id),
    sorted: data.sorted && { parents: set(data.sorted.parents), kinds: data.sorted.kinds.map(id) },
    verbatimWith: byKind(data.verbatim_with, id),
    hereDocuments: documents && {
      bodies: set(documents.bodies),
      all: set([...documents.kinds, ...documents.bodies]),
      closing: optionalId(documents.closing),
      tabs: optionalId(documents.tabs),
      lines: set(documents.lines ? documents.bodies : []),
    },
    tokenText: data.token_text ?? false,
    pairedTokens: byKind(data.paired_tokens, ({ token, closing, first, last }) => ({
      token: id(token),
      closing: id(closing ?? token),
      first: id(first),
      last: id(last),
    })),
    literals: byKind(data.literals, literalRule),
    texts: byKind(data.texts, text),
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
      parents: set(keys.positions.map((name) => name.split('.')[0] ?? '')),
      slots: slots(keys.positions),
      unless: id(keys.unless),
      literal: id(keys.literal),
      identifier: id(keys.identifier),
      name: id(keys.name),
      value: id(keys.value),
      shorthand: id(keys.shorthand),
      shorthandDiffers: JSON.stringify(keys.shorthand_differs),
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
    identifierPrefixes: byKind(data.identifier_prefixes, (prefix) => prefix),
    identifierLeaf: id(data.identifier_leaf ?? ''),
    roles: roles(data.roles),
    fixedNames: fixedNames(data),
    typeContexts: set(data.type_contexts),
    referenceRoles: new Set(data.reference_roles.map(roleNumber)),
    selfMembers: { kinds: set(self.kinds), objects: set(self.objects), names: new Set(self.names) },
    bindings: { fields: slots(data.bindings.fields), patterns: slots(data.bindings.patterns) },
  };
}

function roleNumber(name: string): number {
  if (name === 'component') return COMPONENT;
  const known: readonly string[] = ROLES;
  const role = known.indexOf(name);
  if (role < 0) throw new Error(`language data: unknown role ${name}`);
  return role;
}

function fixedNames(data: StreamData): (ReadonlySet<string> | undefined)[] {
  const list: (ReadonlySet<string> | undefined)[] = [];
  for (const [role, names] of Object.entries(data.fixed_names ?? {})) {
    list[roleNumber(role)] = new Set(data.fields ? names.map((name) => JSON.stringify(name)) : names);
  }
  return list;
}

function literalRule(name: string): LiteralRule {
  if (name === 'number' || name === 'string-prefix' || name === 'string-end' || name === 'lower-case') return name;
  throw new Error(`language data: unknown literal rule ${name}`);
}
