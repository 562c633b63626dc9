import type { DraftRules } from '#languages/draft-rules.ts';
import { around, child, isInside, type SyntaxNode, subtree, type Variable } from './nodes.ts';
import { lineEnd, type SourceFile } from './source-file.ts';

/** How a run of statements becomes the body of a function. */
export interface Block {
  /** Variables of the function around it that it reads before it assigns them. */
  inputs: ReadonlySet<Variable>;
  /** Those that it assigns and that are read after it, in the order of the text. */
  results: readonly Variable[];
  /** `const`, `let` or `var` if the run declares its results; else empty. */
  declares: string;
  /** Whether the run returns from the function around it. */
  isReturned: boolean;
  /** Variables that it assigns and that are declared before it. */
  undeclared: readonly Variable[];
}

/** A function of a group, or a run of statements. */
export interface Copy {
  id: string;
  file: SourceFile;
  name: string;
  /**
   * Its node, and the body: a block, or the expression of an arrow function. Of a run the function around it, and a node of its
   * statements.
   */
  node: SyntaxNode;
  body: SyntaxNode;
  isExpression: boolean;
  startLine: number;
  endLine: number;
  /** The range of the statements with the comments before them, without docstring. */
  from: number;
  to: number;
  isAsync: boolean;
  isGenerator: boolean;
  isConstructor: boolean;
  isAccessor: boolean;
  isStatic: boolean;
  /** A method with a receiver, directly in this class. */
  owner: SyntaxNode | undefined;
  /** The parameter that is the receiver (Python). */
  receiver: Variable | undefined;
  /** Whether a statement returns a value. */
  returns: boolean;
  /** Only of a run of statements. */
  block?: Block;
}

export interface CopyRange {
  id: string;
  name: string;
  start_byte: number;
  end_byte: number;
  /** A run of statements inside of the function `name`. */
  isBlock?: true;
  /** Of such a run: id of the declaration around it. */
  within?: string;
}

/** Finds the function of a declaration in the tree of its file. */
export function readCopy(file: SourceFile, range: CopyRange, rules: DraftRules): Copy | 'not_found' | 'empty' {
  const from = file.offsets.units(range.start_byte);
  const to = file.offsets.units(range.end_byte);
  const node = file.tree.firstIn(from, to, rules.functions);
  const body = child(node, 'body');
  if (node === undefined || body === undefined) return 'not_found';
  const isExpression = !/block|Block|compound_statement/.test(body.kind);
  const statements = statementRange(file, node, body, isExpression);
  if (statements === undefined) return 'empty';
  const parts = [
    ...subtree(body, (it) => rules.own_functions.includes(it.kind) || rules.inner_functions.includes(it.kind)),
  ];
  const { has, ...membership } = membershipOf(file, node, range.name, rules);
  const { owner } = membership;
  return {
    id: range.id,
    file,
    name: range.name,
    node,
    body,
    isExpression,
    startLine: file.offsets.line(from),
    endLine: file.offsets.line(to - 1),
    from: statements.from,
    to: statements.to,
    isAsync: node.children.some(({ kind, field, text }) => kind === "'async" || (field === 'async' && text === 'true')),
    isGenerator:
      node.children.some(({ field, text }) => field === 'generator' && text === 'true') ||
      (!node.kind.includes('Function') && parts.some(({ kind }) => kind === 'yield' || kind === 'yield_expression')),
    isConstructor:
      has('kind', '"constructor"') || (owner !== undefined && /^(__init__|__construct|constructor)$/.test(range.name)),
    isAccessor: has('kind', '"get"') || has('kind', '"set"'),
    ...membership,
    returns: isExpression || parts.some((it) => isReturn(it)),
  };
}

/** How a function belongs to a class. */
export function membershipOf(
  file: SourceFile,
  node: SyntaxNode,
  name: string,
  rules: DraftRules,
): Pick<Copy, 'isStatic' | 'owner' | 'receiver'> & { has: (field: string, text: string) => boolean } {
  const definition = node.parent;
  const flags = [...(definition?.children ?? []), ...node.children];
  const has = (field: string, text: string) => flags.some((it) => it.field === field && it.text === text);
  const isPython = file.language === 'python';
  const decorators = isPython && definition?.kind === 'decorated_definition' ? definition.children.slice(0, -1) : [];
  const decoratorText = decorators.map((it) => file.source.slice(it.start, it.end)).join(' ');
  const isStatic = isPython
    ? /@\s*(staticmethod|classmethod)\b/.test(decoratorText) || name === '__new__'
    : has('static', 'true') || flags.some(({ kind }) => kind === 'static_modifier');
  const owner = ownerOf(node, rules);
  return {
    has,
    isStatic,
    owner,
    receiver: isPython && owner !== undefined && !isStatic ? firstParameter(node) : undefined,
  };
}

function isReturn({ kind, children }: SyntaxNode): boolean {
  return (
    (kind === 'ReturnStatement' && children.length > 0) ||
    (kind === 'return_statement' && children.some(({ kind: it }) => !it.startsWith("'")))
  );
}

/** The class whose direct member the function is. */
function ownerOf(node: SyntaxNode, rules: DraftRules): SyntaxNode | undefined {
  const owner = around(node, [...rules.classes, ...rules.functions, ...rules.own_functions, ...rules.inner_functions]);
  if (owner === undefined || !rules.classes.includes(owner.kind)) return undefined;
  const { parent } = node;
  const isMember = parent?.kind === 'MethodDefinition' || !node.kind.endsWith('FunctionExpression');
  return isMember ? owner : undefined;
}

function firstParameter(node: SyntaxNode): Variable | undefined {
  const parameters = child(node, 'parameters');
  const first = parameters?.children.find(({ kind }) => !kind.startsWith("'"));
  return first?.kind === 'identifier' || first?.kind === 'typed_parameter'
    ? subtree(first).find(({ variable }) => variable !== undefined)?.variable
    : undefined;
}

function statementRange(
  { source, language }: SourceFile,
  node: SyntaxNode,
  body: SyntaxNode,
  isExpression: boolean,
): { from: number; to: number } | undefined {
  if (isExpression) return { from: body.start, to: body.end };
  const statements = statementsOf(body);
  const [first, last] = [statements[0], statements.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  if (language !== 'python') {
    const to = lastCode(source, body.end - 1);
    return { from: afterBlank(source, body.start + 1), to: Math.max(to, last.end) };
  }
  // The end of the header or of the docstring, and of a comment after it on its line.
  const header =
    node.children.filter(({ end, field }) => field !== 'body' && end <= first.start).at(-1)?.end ?? node.start;
  const before = docstringEnd(source, Math.max(header, body.start), first.start) ?? header;
  const rest = source.slice(before, Math.min(lineEnd(source, before), first.start));
  const from = /^[ \t]*(#.*)?$/.test(rest) ? before + rest.length : before;
  return { from: afterBlank(source, from), to: last.end };
}

export function statementsOf(body: SyntaxNode): SyntaxNode[] {
  const list =
    body.children.length === 1 && body.children[0]?.kind === '[]' ? body.children[0].children : body.children;
  return list.filter(({ kind }) => !kind.startsWith("'"));
}

/** The first code or comment, from the start of its line's text. */
function afterBlank(source: string, from: number): number {
  return from + (/^[\s;]*/.exec(source.slice(from, from + 10_000))?.[0].length ?? 0);
}

function lastCode(source: string, to: number): number {
  const from = Math.max(0, to - 10_000);
  return from + source.slice(from, to).trimEnd().length;
}

/** The end of a docstring, which the tree does not have. */
function docstringEnd(source: string, from: number, before: number): number | undefined {
  const text = source.slice(from, before);
  const found =
    /^(?:\s|#[^\n]*\n)*[rRuU]?("""[\s\S]*?(?<!\\)"""|'''[\s\S]*?(?<!\\)'''|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')/.exec(
      text,
    );
  return found === null ? undefined : from + found[0].length;
}

/** The variables that the parameters of a function bind. */
export function isParameter(variable: Variable, node: SyntaxNode): boolean {
  const parameters = child(node, 'parameters') ?? child(node, 'params') ?? child(node, 'parameter');
  return parameters !== undefined && variable.uses.some((use) => use.binds && isInside(use, parameters));
}

/** Whether a copy gets a variable from outside: a parameter, or what a run reads before it assigns it. */
export function isGiven(variable: Variable, { node, block }: Copy): boolean {
  return block === undefined ? isParameter(variable, node) : block.inputs.has(variable);
}

/** Whether a variable gets a value inside of the body. */
export function isWrittenIn(variable: Variable, body: SyntaxNode): boolean {
  return variable.uses.some((use) => use.writes && isInside(use, body));
}
