import { child, isInside, type SyntaxNode, type Variable } from '../nodes.ts';

/** How kinds of nodes change the control flow, or the order of evaluation. */
const PARTS: readonly (readonly [Part, RegExp])[] = [
  ['if', /^(if_statement|IfStatement|ConditionalExpression|conditional_expression)$/],
  ['loop', /^(for_statement|while_statement|do_statement|foreach_statement|For(Of|In)?Statement|(Do)?WhileStatement)$/],
  ['try', /^(try_statement|TryStatement)$/],
  ['switch', /^(match_statement|SwitchStatement|switch_statement)$/],
  [
    'assignment',
    /^((augmented_|reference_)?assignment(_expression)?|AssignmentExpression|VariableDeclarator|named_expression)$/,
  ],
  ['update', /^(UpdateExpression|update_expression)$/],
  // Only the first part is always evaluated.
  ['partial', /^(LogicalExpression|boolean_operator|AssignmentPattern)$/],
  // No part is surely evaluated.
  ['optional', /^(ChainExpression|match_expression|.*_comprehension|nullsafe_\w+|generator_expression)$/],
  ['unbinding', /^(delete_statement|unset_statement)$/],
  ['with', /^with_statement$/],
  ['label', /^LabeledStatement$/],
  ['jump', /^((return|raise|break|continue)_statement|(Return|Throw|Break|Continue)Statement|throw_expression)$/],
  ['list', /^(\[\]|block|BlockStatement|compound_statement|colon_block|.*_clause)$/],
];
type Part =
  | 'if'
  | 'loop'
  | 'try'
  | 'switch'
  | 'assignment'
  | 'update'
  | 'partial'
  | 'optional'
  | 'unbinding'
  | 'with'
  | 'label'
  | 'jump'
  | 'list'
  | 'leaf'
  | 'other';

const parts = new Map<string, Part>();

export function partOf(kind: string): Part {
  const known = parts.get(kind);
  if (known !== undefined) return known;
  const part = PARTS.find(([, pattern]) => pattern.test(kind))?.[0] ?? 'other';
  parts.set(kind, part);
  return part;
}

const simple = new Map<string, boolean>();

/** Whether a node has no statements besides those of functions in it, and does not end the code. */
export function isSimple({ kind, first }: SyntaxNode): boolean {
  const known =
    simple.get(kind) ??
    (!/[Ss]tatement$|_clause$|Clause$|Case$/.test(kind) ||
      /^(expression_statement|echo_statement|ExpressionStatement)$/.test(kind));
  simple.set(kind, known);
  return known && first?.kind !== 'throw_expression';
}

export function nameOf(node: SyntaxNode): SyntaxNode | undefined {
  const name = child(node, 'name') ?? child(node, 'id');
  const leaf = name?.children.length === 0 ? name : name?.children[0];
  return leaf?.variable !== undefined && leaf.binds ? leaf : undefined;
}

/** The parts of a node without its punctuation. */
export function code({ children }: SyntaxNode): SyntaxNode[] {
  return children.filter(({ kind }) => !kind.startsWith("'"));
}

export function textOf({ start, end }: SyntaxNode, source: string): string {
  return source.slice(start, end);
}

/** `&&` and the like of PHP. */
export function isShortCircuit({ kind, children }: SyntaxNode): boolean {
  return kind === 'binary_expression' && children.some((it) => /^'(&&|\|\||\?\?|and|or)$/.test(it.kind));
}

export function isVar({ kind, parent }: SyntaxNode): boolean {
  const declaration = parent?.parent;
  return kind === 'VariableDeclarator' && declaration?.children.some(({ text }) => text === '"var"') === true;
}

/** The array of PHP of which a part is assigned: it is a value. */
export function writtenBase({ kind, children }: SyntaxNode): SyntaxNode | undefined {
  if (kind !== 'subscript_expression') return undefined;
  const [base] = children;
  if (base?.kind === 'variable_name') return base;
  return base === undefined ? undefined : writtenBase(base);
}

export function isHoisted({ kind }: SyntaxNode): boolean {
  return kind === 'FunctionDeclaration';
}

/** Whether a variable belongs to a scope inside of the run. */
export function isOfRun({ scope }: Variable, run: readonly SyntaxNode[]): boolean {
  return typeof scope === 'object' && run.some((it) => isInside(scope, it));
}
