import { type Copy, statementsOf } from './copy.ts';
import { child, type SyntaxNode } from './nodes.ts';
import { lineStart } from './source-file.ts';
import { wordsOf } from './words.ts';

/** Of a comment that is a name. */
const MAX_COMMENT_WORDS = 5;
const ARTICLES: ReadonlySet<string> = new Set(['a', 'an', 'the', 'all', 'our', 'its', 'this', 'that']);
const CHECKS = /^(assert\w*|expect\w*|self\.assert\w*|(\$this->|self::|static::)assert\w*|t\.\w+)\b/;

/** A short comment on the line above a run: `# Sync the users` → `sync`, `users`. */
export function commentWords({ file: { source }, from }: Copy): string[] {
  const own = lineStart(source, from);
  const above = own === 0 ? '' : source.slice(lineStart(source, own - 1), own);
  const said = /^\s*(?:#|\/\/)\s*([A-Za-z][A-Za-z' -]*[A-Za-z])[.:]?\s*$/.exec(above)?.[1] ?? '';
  const isOnlyLine =
    own === 0 ||
    !/^\s*(#|\/\/)/.test(source.slice(lineStart(source, lineStart(source, own - 1) - 1), own).split('\n')[0] ?? '');
  const words = said
    .toLowerCase()
    .split(/[ -]+/)
    .filter((it) => it !== '' && !ARTICLES.has(it));
  const isPlain = words.every((it) => /^[a-z]+$/.test(it));
  return isOnlyLine && isPlain && words.length > 1 && words.length <= MAX_COMMENT_WORDS ? words : [];
}

/** Whether a statement is an assertion. */
export function isCheck({ start, kind }: SyntaxNode, { file: { source } }: Copy): boolean {
  return kind === 'assert_statement' || CHECKS.test(source.slice(start, start + 60));
}

/** The name that the last statement returns: `return rows` → `get`, `rows`. */
export function returnedWords({ body }: Copy): string[] {
  const last = body.children.at(-1);
  const [value] = last?.children.filter(({ kind }) => !kind.startsWith("'")) ?? [];
  if (!/^(return_statement|ReturnStatement)$/.test(last?.kind ?? '') || value === undefined || value.size > 3)
    return [];
  const name = lastLeaf(value);
  return name === undefined || /^(true|false|null|None|True|False|undefined)$/.test(name)
    ? []
    : ['get', ...wordsOf(name)];
}

/** `finish` for a run that returns, `start` for one at the start of its function; empty for others. */
export function positionWords({ block, body, node }: Copy): string[] {
  if (block?.isReturned === true) return ['finish'];
  const [first] = body.children;
  const own = child(node, 'body');
  const isStart = first !== undefined && own !== undefined && statementsOf(own)[0] === first;
  return isStart ? ['start'] : [];
}

/** What the last statement does to something: `set`, `params`; `append`, `rows`. */
export function doneWords({ body }: Copy): string[] {
  const at = lastStatement(body);
  const [only] = at?.children.filter(({ kind }) => !kind.startsWith("'")) ?? [];
  const target = child(only, 'left');
  if (target !== undefined) {
    const name = targetName(target);
    return name === undefined ? [] : ['set', ...wordsOf(name)];
  }
  const callee = child(only, 'function') ?? child(only, 'callee');
  const object = child(callee, 'object');
  const method = lastLeaf(callee);
  const of = object && lastLeaf(object);
  const verb = method === undefined ? [] : wordsOf(method);
  return verb.length === 1 && of !== undefined && object?.size !== undefined && object.size < 8
    ? [...verb, ...wordsOf(of)]
    : [];
}

/** The last statement, or the last one in it. */
function lastStatement(body: SyntaxNode): SyntaxNode | undefined {
  let at = body.children.at(-1);
  while (at !== undefined && !/^(expression_statement|ExpressionStatement)$/.test(at.kind)) {
    const its: SyntaxNode[] = at.children.filter(({ kind }) => !kind.startsWith("'"));
    at = its.at(-1);
  }
  return at;
}

/** The name of the object whose item is set, or of the property. */
function targetName(target: SyntaxNode): string | undefined {
  if (/subscript/.test(target.kind)) return lastLeaf(child(target, 'value') ?? target.children[0]);
  const isComputed = target.children.some(({ field, text }) => field === 'computed' && text === 'true');
  return isComputed ? lastLeaf(child(target, 'object')) : lastLeaf(target);
}

/** The last name in an expression that is a chain of names. */
function lastLeaf(node: SyntaxNode | undefined): string | undefined {
  let at = node;
  while (at !== undefined && at.children.length > 0) {
    const its: SyntaxNode[] = at.children.filter(
      ({ kind, field }) => !kind.startsWith("'") && !/^(computed|optional)$/.test(field),
    );
    at = its.at(-1);
  }
  const name = at?.text.replaceAll('"', '').replace(/^[$_]+/, '') ?? '';
  return /^[A-Za-z]\w+$/.test(name) && !/^(self|this)$/.test(name) ? name : undefined;
}
