import type { BaseKind, ControlKind, DeclarationKind } from '../../facts.ts';
import type { NameTable } from '../flat-tree.ts';
import { compileVariables } from './binding-positions.ts';
import type { CompiledFacts } from './compiled-facts.ts';
import type {
  BasesData,
  BindingData,
  CallData,
  ContainerData,
  ControlData,
  DeclarationData,
  FactsData,
  LeafData,
  MemberData,
  ReceiverData,
  SignatureData,
  TestData,
} from './facts-data.ts';
import { importReaders, type MakeReader } from './imports/readers.ts';
import { BINDS_NAME, OPENS_SCOPE } from './name-scopes.ts';
import { compileSelector, Noise, type Selector, type Test } from './nodes.ts';
import { compileReferences } from './reference-rules.ts';
import {
  type BasesRule,
  type BindingRule,
  type CallRule,
  type ContainerRule,
  type ControlRule,
  type DeclarationRule,
  type MemberRule,
  type NameRule,
  type ReceiverRule,
  RuleTable,
  type SignatureRule,
} from './rules.ts';
import { compileTypes } from './type-rules.ts';

/** A language's facts data, compiled. */
export interface CompiledLanguage extends CompiledFacts {
  readonly reader: MakeReader;
}

const DECLARATION_KINDS: readonly DeclarationKind[] = [
  'function',
  'method',
  'class',
  'interface',
  'enum',
  'type',
  'trait',
];
/** A kind of names that the pass does not handle otherwise. */
const REFERS = 2;
const BASE_KINDS: readonly BaseKind[] = ['extends', 'implements', 'uses'];
const CONTROL_KINDS: readonly ControlKind[] = ['condition', 'loop', 'match', 'try', 'return', 'raise'];

/**
 * @param names table of the adapter whose trees are read
 * @throws if the data has an unknown declaration kind, control kind or import reader
 */
export function compileFacts(data: FactsData, names: NameTable): CompiledLanguage {
  const compiler = new Compiler(names);
  const table = new RuleTable(names);
  for (const [kind, rule] of entries(data.declarations)) table.at(kind).declaration = compiler.declaration(rule);
  for (const [kind, rule] of entries(data.bindings)) table.at(kind).binding = compiler.binding(rule);
  for (const [kind, rule] of entries(data.containers)) table.at(kind).container = compiler.container(rule);
  for (const [kind, rule] of entries(data.names.leaf)) table.at(kind).name = compiler.leaf('leaf', rule);
  for (const [kind, rule] of entries(data.names.key)) table.at(kind).name = compiler.leaf('key', rule);
  for (const [kind, rule] of entries(data.names.member)) table.at(kind).name = compiler.member(rule);
  for (const [kind, inner] of entries(data.names.through)) {
    table.at(kind).name = { as: 'through', inner: compiler.selector(inner) };
  }
  for (const [kind, rule] of entries(data.names.receiver)) table.at(kind).name = compiler.receiver(rule);
  for (const kind of data.names.join ?? []) table.at(kind).name = { as: 'join' };
  for (const [kind, rule] of entries(data.calls)) table.at(kind).call = compiler.call(rule);
  for (const [kind, rule] of entries(data.control)) table.at(kind).control = compiler.control(rule);
  for (const kind of data.imports.kinds) table.at(kind).read = true;
  for (const kind of data.exports.statements ?? []) table.at(kind).exporting = true;
  for (const kind of data.exports.between ?? []) table.at(kind).between = true;
  for (const kind of data.objects?.created_by ?? []) table.at(kind).creates = true;
  for (const kind of data.objects?.assigned_by ?? []) table.at(kind).assigns = true;
  for (const kind of data.parameters?.names ?? []) table.at(kind).binds = true;
  for (const kind of data.parameters?.skip_kinds ?? []) table.at(kind).unbound = true;

  const variables = compileVariables(data.variables, names, (it) => compiler.test(it), oneOf);
  const references = compileReferences(data.references, names, (it) => compiler.test(it), oneOf);
  const stops = table.stops();
  for (const kind of references.names) stops[kind] ||= REFERS;
  if (references.quoted !== undefined) stops[references.quoted.kind] ||= REFERS;
  const flags = new Uint8Array(1 << 16);
  for (const kind of variables.scopes.keys()) flags[kind] = OPENS_SCOPE;
  for (const kind of data.parameters?.names ?? []) flags[names.id(kind)] = BINDS_NAME;

  const hidden = data.exports.private;
  return {
    names,
    reader: readerOf(data.imports.reader),
    stops,
    flags,
    rules: (kind) => table.get(kind),
    noise: new Noise(names, data.comments?.kinds ?? []),
    unboundFields: new Set((data.parameters?.skip_fields ?? []).map((field) => names.id(field))),
    variables,
    references,
    types: compileTypes(data.objects?.types, names),
    classesApart: data.objects?.apart === true,
    decorators: compiler.optional(data.decorators),
    comments: {
      kinds: new Set((data.comments?.kinds ?? []).map((kind) => names.id(kind))),
      notIn: new Set((data.comments?.not_in ?? []).map((kind) => names.id(kind))),
      line: data.comments?.line ?? [],
      block: (data.comments?.block ?? []).map(([open = '', close = '']) => [open, close] as const),
    },
    prototype: data.names.prototype,
    exports: {
      all: data.exports.default === 'all',
      objects: data.exports.objects ?? [],
      private: {
        prefix: hidden?.prefix ?? '',
        unlessAround: hidden?.unless_around ?? '',
        when: (hidden?.when ?? []).map((test) => compiler.test(test)),
        starts: hidden?.starts ?? '',
      },
    },
  };
}

class Compiler {
  readonly #names: NameTable;

  constructor(names: NameTable) {
    this.#names = names;
  }

  selector(written: string): Selector {
    return compileSelector(written, this.#names);
  }

  optional(written: string | undefined): Selector | undefined {
    return written === undefined ? undefined : this.selector(written);
  }

  test(data: TestData): Test {
    return { at: this.selector(data.at), is: new Set(data.is) };
  }

  optionalTest(data: TestData | undefined): Test | undefined {
    return data === undefined ? undefined : this.test(data);
  }

  declaration(data: DeclarationData): DeclarationRule {
    const kind = oneOf(DECLARATION_KINDS, data.kind);
    return {
      kind,
      inClass: data.in_class === undefined ? kind : oneOf(DECLARATION_KINDS, data.in_class),
      name: this.optional(data.name),
      parameters: this.optional(data.parameters),
      returns: this.optional(data.returns),
      body: this.optional(data.body),
      signature: data.signature === undefined ? undefined : this.signature(data.signature),
      bases: (data.bases ?? []).map((bases) => this.bases(bases)),
    };
  }

  signature(data: SignatureData): SignatureRule {
    return { in: this.#names.id(data.in), each: this.#names.id(data.each), names: new Set(data.names) };
  }

  bases(data: BasesData): BasesRule {
    return {
      kind: oneOf(BASE_KINDS, data.kind ?? 'extends'),
      at: this.selector(data.at),
      each: data.each === undefined ? undefined : this.#names.id(data.each),
      list: data.list ?? false,
      skip: new Set((data.skip ?? []).map((kind) => this.#names.id(kind))),
      generic: new Map(entries(data.generic).map(([kind, name]) => [this.#names.id(kind), this.selector(name)])),
    };
  }

  receiver(data: ReceiverData): ReceiverRule {
    return {
      as: 'receiver',
      callee: this.selector(data.callee),
      arguments: this.selector(data.arguments),
      is: new Set(data.is),
    };
  }

  binding(data: BindingData): BindingRule {
    return {
      target: this.optional(data.target),
      name: data.name ?? '',
      value: this.selector(data.value),
      weak: data.weak ?? false,
      kind: data.kind === undefined ? undefined : oneOf(DECLARATION_KINDS, data.kind),
      inClass: data.in_class === undefined ? undefined : oneOf(DECLARATION_KINDS, data.in_class),
      methodWhen: (data.method_when ?? []).map((test) => this.test(test)),
      computed: this.optionalTest(data.computed),
      accessor: this.optionalTest(data.accessor),
    };
  }

  container(data: ContainerData): ContainerRule {
    return {
      name: this.optional(data.name),
      separator: data.separator ?? '.',
      body: this.optional(data.body),
      closed: data.closed ?? false,
    };
  }

  leaf(as: 'leaf' | 'key', data: LeafData): NameRule {
    return { as, text: this.optional(data.text), prefix: data.prefix ?? '', without: new Set(data.without ?? '') };
  }

  member(data: MemberData): MemberRule {
    const computed = typeof data.computed === 'object' ? this.test(data.computed) : data.computed === true;
    return { as: 'member', object: this.selector(data.object), name: this.selector(data.name), computed };
  }

  call(data: CallData): CallRule {
    return {
      callee: typeof data.callee === 'string' ? this.selector(data.callee) : this.member(data.callee),
      as: data.as,
      written: data.written && new Set(data.written),
      starts: data.starts,
      except: new Set(data.except ?? []),
      control: new Map(entries(data.control).map(([callee, kind]) => [callee, oneOf(CONTROL_KINDS, kind)])),
    };
  }

  control(data: ControlData): ControlRule {
    const { continues } = data;
    return {
      kind: data.kind === undefined ? undefined : oneOf(CONTROL_KINDS, data.kind),
      always: (data.always ?? []).map((selector) => this.selector(selector)),
      when: this.optionalTest(data.when),
      continues: continues && {
        parent: this.#names.id(continues.parent),
        field: continues.field === undefined ? undefined : this.#names.id(continues.field),
      },
    };
  }
}

function entries<T>(record: Record<string, T> | undefined): [string, T][] {
  return Object.entries(record ?? {});
}

function oneOf<T extends string>(known: readonly T[], value: string): T {
  return known.find((one) => one === value) ?? unknown(known, value);
}

function readerOf(name: string): MakeReader {
  return importReaders.get(name) ?? unknown([...importReaders.keys()], name);
}

function unknown(known: readonly string[], value: string): never {
  throw new Error(`language data: "${value}" is none of ${known.join(', ')}; see docs/extend/language-data.md`);
}
