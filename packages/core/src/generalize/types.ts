import type { Copy } from './copy.ts';
import { around, isInside, type SyntaxNode, subtree, type Variable } from './nodes.ts';
import { statementIn } from './place.ts';
import type { NamedParameter, Plan } from './plan.ts';

/** The type of a parameter if all copies have the same one, without punctuation; else empty, `any` in TypeScript. */
export function typeOf(leader: Variable, values: readonly Variable[], plan: Plan): string {
  const { language } = plan.leader.file;
  const annotation = common(plan, (copy, at) => annotationOf(at === 0 ? leader : (values[at] ?? leader), copy));
  const copies = plan.copies.map((copy, at) => ({ copy, its: at === 0 ? leader : (values[at] ?? leader) }));
  if (language === 'typescript' && copies.some(({ copy, its }) => isNarrowed(its, copy))) return 'any';
  if (language === 'typescript') return annotation?.replace(/^:\s*/, '') ?? 'any';
  return annotation ?? '';
}

const CHECKS = ['IfStatement', 'ConditionalExpression', 'LogicalExpression', 'SwitchStatement', 'WhileStatement'];

/** Whether a check before a run of statements may give a variable a narrower type in it than its annotation. */
function isNarrowed({ uses }: Variable, { block, body, node }: Copy): boolean {
  if (block === undefined) return false;
  return uses.some((use) => {
    const check = use.start < body.start ? around(use, CHECKS) : undefined;
    return check !== undefined && isInside(check, node);
  });
}

/** Longest union of literals. */
const MAX_UNION = 48;

/** The type of a parameter for what differs. A union of literals fits wherever each of them does. */
export function argumentType({ kind, values, locals }: NamedParameter, { leader, copies }: Plan): string {
  const { language } = leader.file;
  if (language === 'typescript') {
    if (kind === 'function') return `(${locals.map(({ name }) => `${name}: any`).join(', ')}) => any`;
    if (kind === 'name') return 'any';
    const texts = values.map((value, at) => copies[at]?.file.source.slice(value.start, value.end) ?? '');
    const union = [...new Set(texts)].join(' | ');
    if (union.length <= MAX_UNION && /^[^`[{\n]*$/.test(union)) return union;
    // What a union of literals contains is short and has no spaces.
    return texts.every((text) => /^(['"`]).*\s.*\1$/s.test(text)) ? 'string' : 'any';
  }
  if (language === 'php' && kind === 'function') return 'callable';
  if (kind !== 'literal') return '';
  const types = new Set(values.map((value, at) => typeOfLiteral(value, copies[at]?.file.source ?? '', language)));
  return types.size === 1 ? ([...types][0] ?? '') : '';
}

function typeOfLiteral({ kind, start }: SyntaxNode, source: string, language: string): string {
  const isBytes = language === 'python' && /^[rR]?[bB]/.test(source.slice(start, start + 2)) && kind.includes('string');
  return isBytes ? 'bytes' : (TYPES[language]?.[kind] ?? '');
}

/** Types of literals by language and kind. */
const TYPES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  python: { string: 'str', concatenated_string: 'str', integer: 'int', float: 'float', true: 'bool', false: 'bool' },
  php: { string: 'string', encapsed_string: 'string', integer: 'int', boolean: 'bool' },
};

/** The annotation of the result, if all copies have the same one. */
export function returnType(plan: Plan): string {
  const { file, block } = plan.leader;
  const { language } = file;
  if (block !== undefined && !block.isReturned) return '';
  const field = language === 'typescript' ? 'returnType' : 'return_type';
  const text = common(plan, (copy) => copy.node.children.find((it) => it.field === field));
  if (text === undefined) return language === 'typescript' ? anyResult(plan) : '';
  if (language === 'python') return ` -> ${text}`;
  return language === 'php' ? `: ${text}` : text;
}

/** In TypeScript: what is inferred from parameters without types may not fit the result that each copy declares. */
function anyResult({ leader, copies }: Plan): string {
  const isDeclared = copies.every(({ node }) => node.children.some(({ field }) => field === 'returnType'));
  if (!isDeclared || leader.isGenerator) return '';
  return leader.isAsync ? ': Promise<any>' : ': any';
}

/** The source of a type if it is the same in all copies and has the same meaning where the function is. */
function common(plan: Plan, typeIn: (copy: Copy, at: number) => SyntaxNode | undefined): string | undefined {
  const texts = plan.copies.map((copy, at) => {
    const type = typeIn(copy, at);
    const isUsable =
      type !== undefined && (copy.file === plan.place.host.file ? isKnown(type, copy, plan) : isBuiltIn(type));
    return isUsable ? copy.file.source.slice(type.start, type.end) : undefined;
  });
  const [first] = texts;
  return first !== undefined && !first.includes('\n') && texts.every((text) => text === first) ? first : undefined;
}

function annotationOf(variable: Variable, { node, file }: Copy): SyntaxNode | undefined {
  const bound = variable.uses.find((use) => use.binds && isInside(use, node));
  const { parent } = bound ?? {};
  if (file.language === 'python') {
    if (parent?.kind !== 'typed_parameter' && parent?.kind !== 'typed_default_parameter') return undefined;
    return parent.children.find(({ field }) => field === 'type');
  }
  if (file.language === 'typescript') {
    const isOptional = parent?.children.some(({ field }) => field === 'optional') === true;
    return isOptional ? undefined : parent?.children.find(({ field }) => field === 'typeAnnotation');
  }
  if (file.language === 'php') return phpType(bound, file.source);
  return undefined;
}

/** A default `null` makes a type nullable that is not written so. */
function phpType(bound: SyntaxNode | undefined, source: string): SyntaxNode | undefined {
  let at = bound;
  while (at !== undefined && at.kind !== 'simple_parameter') at = at.parent;
  const type = at?.children.find(({ field }) => field === 'type');
  const value = at?.children.find(({ field }) => field === 'default_value');
  if (type === undefined || value === undefined) return type;
  const isNullable = /^\?|\bnull\b|\bmixed\b/i.test(source.slice(type.start, type.end));
  return isNullable || !/null/i.test(source.slice(value.start, value.end)) ? type : undefined;
}

/** Python evaluates annotations where the function is defined: only names imported above and built-in ones have a value there. */
function isKnown(type: SyntaxNode, copy: Copy, plan: Plan): boolean {
  if (copy.file.language === 'php') return true;
  const { place } = plan;
  const top = place.host.file.offsets.line(statementIn(place.container, place.host.node).start);
  const imported = new Set(
    copy.file.facts.imports
      .filter(({ line }) => line < top)
      .flatMap(({ names }) => names.map(({ name, alias }) => alias ?? name)),
  );
  const parameters = copy.file.language === 'typescript' ? typeParameters(copy, plan) : new Set<string>();
  return subtree(type).every(({ variable, text, kind, role }) => {
    if (kind === 'TSTypePredicate' || kind === 'TSThisType') return false;
    if (copy.file.language === 'python')
      return variable === undefined || variable.scope === 'unbound' || imported.has(text);
    return role !== 'type' || !parameters.has(text);
  });
}

function isBuiltIn(type: SyntaxNode): boolean {
  return subtree(type).every(
    ({ variable, role }) => (variable === undefined || variable.scope === 'unbound') && role !== 'type',
  );
}

/** Names of the type parameters that the copy sees and the new function does not. */
function typeParameters({ node }: Copy, { place }: Plan): Set<string> {
  const names = new Set<string>();
  for (let at: SyntaxNode | undefined = node; at !== undefined && at !== place.container; at = at.parent) {
    const list = at.children.find(({ field }) => field === 'typeParameters');
    for (const { role, text } of list === undefined ? [] : subtree(list)) if (role === 'type') names.add(text);
  }
  return names;
}
