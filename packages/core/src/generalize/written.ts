import { DRAFT_LIMITS } from '#languages/draft-rules.ts';
import { argumentText } from './argument-text.ts';
import { bodyText, indentUnit } from './body-text.ts';
import type { Block, Copy } from './copy.ts';
import { docLine } from './doc-line.ts';
import type { Edit } from './edits.ts';
import { importing } from './imports.ts';
import { lastResultEdit } from './last-result.ts';
import { type SyntaxNode, subtree } from './nodes.ts';
import { type Place, statementIn } from './place.ts';
import type { Plan } from './plan.ts';
import { indentAt, lineEnd, lineStart } from './source-file.ts';
import { argumentType, returnType, typeOf } from './types.ts';

/** The edit that adds the function. */
export function functionEdit(plan: Plan): Edit {
  const { place } = plan;
  const { source, newline, language } = place.host.file;
  const { host } = place;
  const definition = definitionOf(host);
  const text = (indent: string) => functionText(plan, indent).replaceAll(/\r?\n/g, newline);
  if (place.form === 'member') {
    const at = statementEnd(source, definition.end);
    return { from: at, to: at, text: `${newline}${newline}${text(indentAt(source, definition.start))}` };
  }
  const statement = statementIn(place.container, host.node);
  const indent = indentAt(source, statement.start);
  if (language === 'python') {
    const at = beforeComments(source, lineStart(source, statement.start));
    const blank = place.container === host.file.root ? `${newline}${newline}` : newline;
    return { from: at, to: at, text: `${text(indent)}${newline}${blank}` };
  }
  const at = statementEnd(source, statement.end);
  return { from: at, to: at, text: `${newline}${newline}${text(indent)}` };
}

/** With decorators; of a method of JavaScript the definition around the function. */
export function definitionOf({ node }: Copy): SyntaxNode {
  const { parent } = node;
  const isDefinition = parent?.kind === 'decorated_definition' || parent?.kind === 'MethodDefinition';
  return isDefinition ? parent : node;
}

/** After the punctuation and the comment that follow a statement on its line. */
function statementEnd(source: string, end: number): number {
  const rest = source.slice(end, lineEnd(source, end));
  return /^[;,)\s]*(\/\/.*|#.*|\/\*.*\*\/\s*)?$/.test(rest) ? end + rest.length : end;
}

/** Comments directly before a statement belong to it. */
function beforeComments(source: string, at: number): number {
  let start = at;
  while (start > 0) {
    const above = lineStart(source, start - 1);
    if (!/^[ \t]*#(?!!)/.test(source.slice(above, start))) break;
    start = above;
  }
  return start;
}

/** The new function, without a line feed at its end. */
export function functionText(plan: Plan, indent: string): string {
  const { leader, place, name, rules } = plan;
  const { language } = leader.file;
  const unit = indentUnit(leader);
  const inner = indent + unit;
  const direct = lastResultEdit(leader);
  const edits = [...templateEdits(plan), ...(direct === undefined ? [] : [direct])];
  const body = withResults(bodyText(leader, edits, inner, rules), inner, plan, direct !== undefined);
  const list = parameterList(plan);
  const isMember = place.form === 'member';
  const async = leader.isAsync ? 'async ' : '';
  if (language === 'python') {
    const returns = returnType(plan);
    const header = wrapped(`${indent}${async}def ${name}(`, list, `)${returns}:`, indent, unit, language);
    return `${header}\n${inner}"""${docLine(plan)}"""\n${body}`;
  }
  const doc = `${indent}/** ${docLine(plan)} */\n`;
  const statements = leader.isExpression ? `${inner}return ${body.slice(inner.length)}${semicolon(leader)}` : body;
  if (language === 'php') {
    const modifiers = isMember ? `private ${place.isStatic ? 'static ' : ''}` : '';
    const header = wrapped(
      `${indent}${modifiers}function ${name}(`,
      list,
      `)${returnType(plan)}`,
      indent,
      unit,
      language,
    );
    return `${doc}${header}\n${indent}{\n${statements}\n${indent}}`;
  }
  const star = leader.isGenerator ? '*' : '';
  const exported = importing(plan.copies, place.host).length > 0 ? 'export ' : '';
  const access = language === 'typescript' ? 'private ' : '';
  const start = isMember
    ? `${access}${place.isStatic ? 'static ' : ''}${async}${star}`
    : `${exported}${async}function${star} `;
  const header = wrapped(`${indent}${start}${name}(`, list, `)${returnType(plan)} {`, indent, unit, language);
  return `${doc}${header}\n${statements}\n${indent}}`;
}

/**
 * The body of a run of statements with the declarations that it needs and the return of its results.
 *
 * @param isReturned whether its last statement returns the result
 */
function withResults(body: string, indent: string, { leader }: Plan, isReturned: boolean): string {
  const { block, file } = leader;
  if (block === undefined) return body;
  const end = semicolon(leader);
  const names = isReturned ? [] : block.results.map(({ name }) => name);
  const isList = names.length > 1 && file.language !== 'python';
  // Without it a list has one type for all of its items.
  const tuple = isList && file.language === 'typescript' ? ' as const' : '';
  const own = isReturned ? block.undeclared.filter((it) => !block.results.includes(it)) : block.undeclared;
  const declared = own.map(({ name }) => name).join(', ');
  return [
    ...(declared === '' ? [] : [`${indent}let ${declared}${end}`]),
    body,
    ...(names.length === 0
      ? []
      : [`${indent}return ${isList ? `[${names.join(', ')}]` : names.join(', ')}${tuple}${end}`]),
  ].join('\n');
}

function parameterList(plan: Plan): string[] {
  const { language } = plan.leader.file;
  const receiver = plan.receiver === undefined ? [] : [plan.receiver + (language === 'typescript' ? ': any' : '')];
  const passed = plan.passed.map(({ leader, values }) =>
    typedName(leader.name, typeOf(leader, values, plan), language),
  );
  const own = plan.passed.flatMap(({ leader }, at) => (leader === plan.leader.receiver ? [] : [passed[at] ?? '']));
  const isTyped = language === 'typescript' || (own.length > 0 && own.every((text) => /[: ]/.test(text)));
  return [
    ...receiver,
    ...passed,
    ...plan.parameters.map((its) => {
      const name = language === 'php' ? `$${its.name}` : its.name;
      return typedName(name, isTyped ? argumentType(its, plan) : '', language);
    }),
  ];
}

/** @param type without punctuation; empty if there is none */
function typedName(name: string, type: string, language: string): string {
  if (type === '') return name;
  return language === 'php' ? `${type} ${name}` : `${name}: ${type}`;
}

/** A list in brackets: on one line, else on one line of its own, else one item on each line. */
function wrapped(
  start: string,
  items: readonly string[],
  end: string,
  indent: string,
  unit: string,
  language: string,
): string {
  const line = `${start}${items.join(', ')}${end}`;
  if (line.length <= DRAFT_LIMITS.line_length || items.length === 0) return line;
  const inner = `${indent}${unit}${items.join(', ')}`;
  const list = inner.length <= DRAFT_LIMITS.line_length ? inner : onLines(items, `${indent}${unit}`, language);
  return `${start}\n${list}\n${indent}${end}`;
}

/** One item on each line; in Python with a comma after the last one, as its formatters write it. */
function onLines(items: readonly string[], indent: string, language: string): string {
  return items.map((item) => `${indent}${item}`).join(',\n') + (language === 'python' ? ',' : '');
}

/** What is replaced in the leader's body. */
function templateEdits(plan: Plan): Edit[] {
  const edits: Edit[] = [];
  const { receiver, parameters, ownThis } = plan;
  const php = plan.leader.file.language === 'php' ? '$' : '';
  const inHole = new Set(parameters.flatMap(({ places }) => places.flatMap((place) => subtree(place))));
  for (const node of ownThis) {
    if (receiver !== undefined && !inHole.has(node)) edits.push({ from: node.start, to: node.end, text: receiver });
  }
  for (const { name, kind, places, locals } of parameters) {
    const use =
      kind === 'function' ? `${php}${name}(${locals.map((local) => local.name).join(', ')})` : `${php}${name}`;
    for (const node of places) {
      const key =
        node.parent?.kind === 'Property' ? node.parent.children.find(({ field }) => field === 'key') : undefined;
      const shorthand =
        key !== undefined && key.start === node.start ? `${plan.leader.file.source.slice(key.start, key.end)}: ` : '';
      edits.push({ from: node.start, to: node.end, text: shorthand + use });
    }
  }
  return edits;
}

/** The edit that replaces the body of a copy with its call. @param at index of the copy */
export function callEdit(plan: Plan, at: number): Edit {
  const copy = plan.copies[at] ?? plan.leader;
  const { source, language, newline } = copy.file;
  const unit = indentUnit(copy);
  const isOwnLine = lineStart(source, copy.from) > copy.node.start;
  const indent = isOwnLine ? indentAt(source, copy.from) : indentAt(source, copy.node.start);
  const call = callText(plan, at, indent, unit);
  const isReturned = copy.returns && !copy.isConstructor;
  const wait = copy.isAsync && !copy.isGenerator ? 'await ' : '';
  let text: string;
  if (copy.isExpression) text = `${wait}${call}`;
  else if (language === 'python') {
    text = copy.isGenerator
      ? `${copy.returns ? 'return ' : ''}(yield from ${call})`
      : `${isReturned ? 'return ' : ''}${wait}${call}`;
    if (copy.isGenerator && !copy.returns) text = `yield from ${call}`;
  } else if (copy.isGenerator) {
    // What is inferred for a generator that returns nothing is not the type that a caller may declare.
    const start = language === 'php' ? 'return yield from' : copy.returns ? 'return yield*' : 'yield*';
    text = `${start} ${call}${semicolon(copy)}`;
  } else text = `${isReturned ? 'return ' : ''}${wait}${call}${semicolon(copy)}`;
  if (copy.block !== undefined) text = `${takingText(copy, copy.block)}${wait}${call}${semicolon(copy)}`;
  return { from: copy.from, to: copy.to, text: text.replaceAll(/\r?\n/g, newline) };
}

/** What takes the value of the call of a run of statements. */
function takingText({ file: { language } }: Copy, { isReturned, results, declares }: Block): string {
  if (isReturned) return 'return ';
  if (results.length === 0) return '';
  const names = results.map(({ name }) => name).join(', ');
  const isList = results.length > 1 && language !== 'python';
  return `${declares === '' ? '' : `${declares} `}${isList ? `[${names}]` : names} = `;
}

/** JavaScript is written with semicolons or without. */
function semicolon({ file }: Copy): string {
  if (file.language === 'python') return '';
  return file.language === 'php' || /;[ \t]*\r?$/m.test(file.source) ? ';' : '';
}

function callText(plan: Plan, at: number, indent: string, unit: string): string {
  const copy = plan.copies[at] ?? plan.leader;
  const { place, name } = plan;
  const inner = `${indent}${unit}`;
  const args = [
    ...(plan.receiver === undefined ? [] : ['this']),
    ...plan.passed.flatMap(({ leader, values }) => {
      // A method gets its receiver from the call.
      return place.form === 'member' && leader === plan.leader.receiver ? [] : [values[at]?.name ?? ''];
    }),
    ...plan.parameters.map((parameter) => argumentText(parameter, at, plan, inner)),
  ];
  const start = `${place.form === 'member' ? receiverText(copy, place) : ''}${name}(`;
  const { language } = copy.file;
  if (args.some((it) => it.includes('\n'))) return `${start}\n${onLines(args, inner, language)}\n${indent})`;
  // `return await ` may be before it.
  const before = `${indent}return await `;
  return wrapped(`${before}${start}`, args, ')', indent, unit, language).slice(before.length);
}

function receiverText({ receiver, file }: Copy, { isStatic }: Place): string {
  if (file.language === 'python') return `${receiver?.name ?? 'self'}.`;
  if (file.language === 'php') return isStatic ? 'self::' : '$this->';
  return 'this.';
}
