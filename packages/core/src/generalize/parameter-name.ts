import type { DraftRules } from '#languages/draft-rules.ts';
import { isLiteral, nameIn, type Parameter } from './holes.ts';
import { child, positionOf, type SyntaxNode, subtree } from './nodes.ts';
import { nameOf, sharedWords, wordsOf } from './words.ts';

/** Called functions whose first argument has a known meaning. */
const OF_CALLS: readonly (readonly [RegExp, string])[] = [
  [/^(get|set|has|pop|delete|getItem|setItem|removeItem|getattr|setattr|hasattr|setdefault|array_key_exists)$/, 'key'],
  [
    /(Error|Exception|Warning)$|^(log|warn|warning|info|debug|error|print|println|fail|abort|panic|sprintf)$/,
    'message',
  ],
  [/^(RegExp|match|search|test|compile|fullmatch|findall|preg_match|preg_replace)$/, 'pattern'],
  [/^(emit|on|off|once|addEventListener|removeEventListener|dispatch|trigger|addListener)$/, 'event'],
];
/** `setName('x')` is given a name. */
const OF_VERBS = /^(set|with|add|find|is|has|write|read|use|remove|append|render|start|end|create|get|by|load)$/;

/** Names for a parameter, the best first: from what it is given to, from the copies, or from its kind. */
export function parameterNames(parameter: Parameter, language: string, rules: DraftRules): string[] {
  const { kind, places, values } = parameter;
  const [place] = places;
  const isFunction = kind === 'function';
  const key = isFunction ? undefined : keyOf(place);
  const words = wordsOfValues(values);
  const role = place && roleOf(place, values, isFunction, rules);
  const isCalled = place !== undefined && rules.callees.includes(positionOf(place));
  const names = [
    ...(key === undefined ? [] : [key]),
    ...(words.length > 0 && !isFunction ? [nameOf(words, language)] : []),
    ...(words.length > 0 && isCalled ? [nameOf([...words, 'function'], language)] : []),
    ...(role === undefined ? [] : [nameOf(isFunction ? functionRole(role) : [role].flatMap(wordsOf), language)]),
    ...(role === undefined || isFunction ? [] : [nameOf([...wordsOf(role), 'value'], language)]),
    ...(isCalled ? ['operation'] : []),
    ...(kind === 'name' ? ownName(values, language) : []),
    ...(isFunction ? ['compute'] : [literalName(values, rules)]),
  ];
  return names.filter((name) => /^[A-Za-z_]\w*$/.test(name));
}

/** The word that the names of all copies have. */
function wordsOfValues(values: readonly SyntaxNode[]): string[] {
  const names = values.map((value) => nameIn(value)?.text.replace(/^\$/, '') ?? '');
  return names.includes('') ? [] : sharedWords(names.map(wordsOf));
}

/** The leader's name of a value that copies know by other names. */
function ownName(values: readonly SyntaxNode[], language: string): string[] {
  const leaves = values.map((value) => nameIn(value));
  const names = leaves.map((leaf) => leaf?.text.replace(/^\$/, '') ?? '');
  if (names.every((name) => /^[A-Z]\w*[a-z]/.test(name))) return [nameOf(['value', 'type'], language)];
  const [name = ''] = names;
  // A constant of the file is not what another copy gives.
  return name.length < 2 || typeof leaves[0]?.variable?.scope !== 'object' ? [] : [nameOf(wordsOf(name), language)];
}

function functionRole(role: string): string[] {
  return role === 'condition' || role === 'action' ? [role] : ['get', ...wordsOf(role)];
}

/** What the code does with an expression. */
function roleOf(
  place: SyntaxNode,
  values: readonly SyntaxNode[],
  isFunction: boolean,
  rules: DraftRules,
): string | undefined {
  const parent = holder(place);
  if (parent === undefined) return undefined;
  const position = positionOf(place);
  const isText = values.every((value) => isString(value));
  const isIndex = /^(subscript|subscript_expression)$/.test(parent.kind) && parent.children[0] !== place;
  if (isIndex || position === 'MemberExpression.property') return isText ? 'key' : 'index';
  if (/^(AssignmentExpression|assignment|assignment_expression)\.right$|^VariableDeclarator\.init$/.test(position))
    return lastName(child(parent, 'left') ?? child(parent, 'id'));
  const isIndexed =
    parent.kind === 'MemberExpression' && parent.children.some((it) => it.field === 'computed' && it.text === 'true');
  if (/^(subscript|subscript_expression)$/.test(parent.kind) || (isIndexed && place.field === 'object')) return 'table';
  if (/^(ForOfStatement|ForInStatement|for_statement|for_in_clause)\.right$/.test(position)) return 'items';
  if (/^(IfStatement|WhileStatement|ConditionalExpression)\.test$|_statement\.condition$/.test(position))
    return isFunction ? 'condition' : undefined;
  if (/^(ExpressionStatement|expression_statement)/.test(position)) return isFunction ? 'action' : undefined;
  if (/^(ReturnStatement|return_statement)/.test(position)) return isFunction ? 'result' : undefined;
  if (/^(BinaryExpression|comparison_operator|binary_operator|binary_expression)$/.test(parent.kind))
    return roleInOperation(place, parent, isText);
  return roleInCall(place, isText, rules);
}

function holder({ parent }: SyntaxNode): SyntaxNode | undefined {
  return parent?.kind === '[]' ? parent.parent : parent;
}

function roleInOperation(place: SyntaxNode, parent: SyntaxNode, isText: boolean): string | undefined {
  const operands = parent.children.filter(({ kind, field }) => !kind.startsWith("'") && field !== 'operator');
  const other = operands.find((it) => it !== place);
  const operator = parent.children.find(({ kind, field }) => kind.startsWith("'") || field === 'operator');
  const sign = (operator?.text || operator?.kind.slice(1) || '').replaceAll('"', '');
  if (/^(===?|!==?|is|in|not in)$/.test(sign)) return lastName(other);
  if (/^[<>]=?$/.test(sign)) return isText ? undefined : 'limit';
  if (isText && (sign === '+' || sign === '.')) return operands[0] === place ? 'prefix' : 'suffix';
  return undefined;
}

function roleInCall(place: SyntaxNode, isText: boolean, rules: DraftRules): string | undefined {
  let at: SyntaxNode | undefined = place;
  if (at.parent?.kind === 'argument') at = at.parent;
  const list = at.parent;
  if (list === undefined || !isText) return undefined;
  const items = list.children.filter(({ kind }) => !kind.startsWith("'"));
  const call = list.kind === '[]' || /arguments|argument_list/.test(list.kind) ? list.parent : undefined;
  const callee = child(call, 'function') ?? child(call, 'callee') ?? child(call, 'name');
  if (call === undefined || callee === undefined || callee === list || items[0] !== at) return undefined;
  const name = lastName(rules.members.includes(callee.kind) ? (property(callee) ?? callee) : callee) ?? '';
  const known = OF_CALLS.find(([pattern]) => pattern.test(name))?.[1];
  if (known !== undefined) return known;
  const [verb = '', ...rest] = wordsOf(name);
  return OF_VERBS.test(verb) && rest.length > 0 ? rest.join('_') : undefined;
}

function property(member: SyntaxNode): SyntaxNode | undefined {
  return child(member, 'attribute') ?? child(member, 'property') ?? child(member, 'name');
}

/** The last name in an expression: `self._state` → `state`. */
function lastName(node: SyntaxNode | undefined): string | undefined {
  if (node === undefined || node.size > 12 || /call|Call|subscript/.test(node.kind)) return undefined;
  if (node.children.some(({ field, text }) => field === 'computed' && text === 'true')) return undefined;
  const isPattern = /pattern|Pattern|tuple|list/.test(node.kind);
  const names = subtree(node).flatMap(({ children, role, text }) =>
    children.length === 0 && (role === 'variable' || role === 'property' || role === 'function')
      ? [text.replace(/^[$_]+|"/g, '')]
      : [],
  );
  const name = isPattern ? names[0] : names.at(-1);
  return name === undefined || name.length < 2 || /^(self|this)$/.test(name) ? undefined : name;
}

function isString(value: SyntaxNode): boolean {
  return (
    /string|Template/.test(value.kind) || (value.kind === 'Literal' && value.children[0]?.text.startsWith('"') === true)
  );
}

function literalName(values: readonly SyntaxNode[], rules: DraftRules): string {
  const [value] = values;
  if (value === undefined) return 'value';
  if (/^(list|tuple|ArrayExpression|array_creation_expression)$/.test(value.kind)) return 'values';
  if (/^(dictionary|ObjectExpression)$/.test(value.kind)) return 'options';
  if (!isLiteral(value, rules)) return 'value';
  if (values.every(isString)) return 'text';
  const kinds = new Set(values.map((it) => it.kind));
  const isFlag = (it: SyntaxNode) =>
    /true|false|boolean/.test(it.kind) || /^(true|false)$/.test(it.children[0]?.text ?? '');
  if (values.every(isFlag)) return 'flag';
  return kinds.size > 1 ? 'value' : 'number';
}

/** The keyword or property key of an expression. */
function keyOf(place: SyntaxNode | undefined): string | undefined {
  const { parent } = place ?? {};
  if (parent?.kind !== 'keyword_argument' && parent?.kind !== 'Property') return undefined;
  const key = parent.children.find(({ field }) => field === 'name' || field === 'key');
  const text = key?.text === '' ? (key.children[0]?.text ?? '') : (key?.text ?? '');
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(text) ? text : undefined;
}
