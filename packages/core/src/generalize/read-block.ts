import { DRAFT_LIMITS, type DraftRules } from '#languages/draft-rules.ts';
import { blockObstacle } from './block-obstacles.ts';
import { type Block, type Copy, type CopyRange, membershipOf } from './copy.ts';
import { FlowBuilder } from './flow/build-flow.ts';
import { type RunVariables, runVariables } from './flow/liveness.ts';
import type { Flow } from './flow/steps.ts';
import { around, child, isInside, isLocal, StatementRun, type SyntaxNode, subtree, type Variable } from './nodes.ts';
import type { Obstacle } from './obstacle.ts';
import { lineEnd, lineStart, type SourceFile } from './source-file.ts';

/** A run of statements as a copy, with the control flow around it. */
export interface ReadBlock {
  copy: Copy & { block: Block };
  flow: Flow;
  known: RunVariables;
}

/** Finds the statements of a range in the tree of its file. */
export function readBlock(
  file: SourceFile,
  range: CopyRange,
  rules: DraftRules,
): ReadBlock | 'block_scope' | 'not_statements' | 'too_large' {
  const from = file.offsets.units(range.start_byte);
  const to = file.offsets.units(range.end_byte);
  const statements = statementsIn(file, from, to);
  const [first, last] = [statements?.[0], statements?.at(-1)];
  if (statements === undefined || first === undefined || last === undefined) return 'not_statements';
  const functions = [...rules.functions, ...rules.own_functions, ...rules.inner_functions];
  const node = around(first, [...functions, ...rules.classes]);
  if (node === undefined || !rules.functions.includes(node.kind)) return 'block_scope';
  if (node.size > DRAFT_LIMITS.max_nodes) return 'too_large';
  const flow = new FlowBuilder(node, statements, file.source, rules).build();
  if (flow === undefined) return 'not_statements';
  const body = new StatementRun(file.tree, statements);
  const { has: _, ...membership } = membershipOf(file, node, range.name.split('.').at(-1) ?? '', rules);
  const inner = subtree(body, (it) => functions.includes(it.kind));
  const copy: Copy = {
    id: range.id,
    file,
    name: range.name,
    node,
    body,
    isExpression: false,
    startLine: file.offsets.line(from),
    endLine: file.offsets.line(to - 1),
    from: first.start,
    to: withSemicolon(file.source, last.end),
    isAsync: inner.some((it) => isAwait(it)),
    isGenerator: false,
    isConstructor: false,
    isAccessor: false,
    ...membership,
    returns: false,
  };
  return withResults({ copy, flow }, new Set());
}

/** @param kept variables that are results because they are those of another copy */
export function withResults({ copy, flow }: { copy: Copy; flow: Flow }, kept: ReadonlySet<Variable>): ReadBlock {
  const { body } = copy;
  const known = runVariables(flow, kept);
  const isAround = (variable: Variable) => isAroundRun(variable, copy);
  const results = inOrder([...new Set([...known.outputs, ...kept])].filter(isAround), body);
  const isReturned = flow.returns.length > 0;
  const declared = results.flatMap((it) => declarationKind(it, body) ?? []);
  const block: Block = {
    inputs: new Set([...known.inputs].filter((it) => isAround(it) && !isDeclaredIn(it, body))),
    results: isReturned ? [] : results,
    declares: ['var', 'let', 'const'].find((kind) => declared.includes(kind)) ?? '',
    isReturned,
    undeclared: undeclaredIn(copy, known).filter(isAround),
  };
  return { flow, known, copy: { ...copy, block, returns: isReturned || block.results.length > 0 } };
}

/** Why the run cannot become a function. */
export function obstacleOfRead({ copy, flow, known }: ReadBlock, rules: DraftRules): Obstacle | undefined {
  return blockObstacle(copy, flow, known, rules);
}

/** Whether a variable is not one of a scope inside of the run. */
function isAroundRun({ scope }: Variable, { body }: Copy): boolean {
  return typeof scope !== 'object' || !isInside(scope, body);
}

function inOrder(variables: readonly Variable[], body: SyntaxNode): Variable[] {
  const at = (variable: Variable) => variable.uses.find((use) => use.writes && isInside(use, body))?.start ?? 0;
  return [...variables].sort((a, b) => at(a) - at(b));
}

/** `const`, `let` or `var` if a declaration of the run binds a variable of JavaScript. */
export function declarationKind({ uses }: Variable, body: SyntaxNode): string | undefined {
  for (const use of uses) {
    if (!use.binds || !isInside(use, body)) continue;
    const declaration = around(use, ['VariableDeclaration', 'FunctionDeclaration', 'ClassDeclaration']);
    if (declaration === undefined || !isInside(declaration, body)) continue;
    const kind = child(declaration, 'kind')?.text.replaceAll('"', '');
    return declaration.kind === 'VariableDeclaration' ? kind : 'const';
  }
  return undefined;
}

/** Whether the run declares a variable, so that nothing has it before: a function in its own value only reads it later. */
function isDeclaredIn(variable: Variable, body: SyntaxNode): boolean {
  return /^(let|const)$/.test(declarationKind(variable, body) ?? '');
}

/** In JavaScript: what the run assigns although neither it nor an argument declares it. */
function undeclaredIn({ file, node, body }: Copy, { written, inputs }: RunVariables): Variable[] {
  if (file.language !== 'javascript' && file.language !== 'typescript') return [];
  return [...written].filter((it) => isLocal(it, node) && !inputs.has(it) && declarationKind(it, body) === undefined);
}

function isAwait({ kind, children, text, field }: SyntaxNode): boolean {
  return (
    kind === 'await' ||
    kind === 'AwaitExpression' ||
    (kind === 'ForOfStatement' && children.some((it) => it.field === 'await' && it.text === 'true')) ||
    kind === "'async" ||
    (field === 'await' && text === 'true')
  );
}

/** The sibling statements of a range that have their lines for themselves. */
function statementsIn({ tree, source }: SourceFile, from: number, to: number): SyntaxNode[] | undefined {
  let first = tree.firstIn(from, to);
  while (first !== undefined && isList(first)) first = first.children.find(({ kind }) => !kind.startsWith("'"));
  const { parent } = first ?? {};
  if (first === undefined || parent === undefined || !isList(parent)) return undefined;
  const siblings = parent.children.filter(({ kind }) => !kind.startsWith("'"));
  const statements = siblings.filter(({ start, end }) => start >= from && end <= to);
  const [last] = statements.slice(-1);
  if (statements[0] !== first || last === undefined || !statements.every(isStatement)) return undefined;
  const isAlone =
    source.slice(lineStart(source, first.start), first.start).trim() === '' &&
    /^[ \t]*;?[ \t]*(#.*|\/\/.*)?$/.test(source.slice(last.end, lineEnd(source, last.end)));
  return isAlone ? statements : undefined;
}

function isList({ kind, field, parent }: SyntaxNode): boolean {
  if (kind === '[]') return field === 'consequent' || (field === 'body' && parent?.kind === 'BlockStatement');
  return /^(block|compound_statement|colon_block|case_statement|default_statement)$/.test(kind);
}

function isStatement({ kind, field }: SyntaxNode): boolean {
  return field !== 'value' && /(Statement|_statement|Declaration|_definition|_declaration)$/.test(kind);
}

function withSemicolon(source: string, end: number): number {
  return /^[ \t]*;/.test(source.slice(end, end + 8)) ? source.indexOf(';', end) + 1 : end;
}
