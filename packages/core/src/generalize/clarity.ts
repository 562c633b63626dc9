import { DRAFT_LIMITS } from '#languages/draft-rules.ts';
import { isEvaluatedOnce } from './collections.ts';
import { type Copy, statementsOf } from './copy.ts';
import { isInside, type SyntaxNode } from './nodes.ts';
import { type Obstacle, obstacleAt } from './obstacle.ts';
import type { Plan } from './plan.ts';
import { lineEnd, lineStart } from './source-file.ts';

/** Statements that are a paragraph of their own. */
const COMPOUND = /^(if|for|foreach|while|do|switch|match|try|with)_?[Ss]tatement|^(If|For|While|DoWhile|Switch|Try)/;

/** Why a right function does not make the copies clearer. @param savedLines as the patch saves them */
export function clarityObstacle(plan: Plan, savedLines: number): Obstacle | undefined {
  const { leader, copies } = plan;
  const unclear = (node: SyntaxNode) => obstacleAt('unclear', leader.file, node);
  const overwritten = plan.passed.find(({ leader: { uses } }) => isOverwritten(uses, leader));
  if (overwritten !== undefined) return unclear(leader.body);
  const repeated = plan.parameters.find(
    (it) => it.kind === 'function' && it.locals.length === 0 && isRepeated(it, plan),
  );
  if (repeated !== undefined) return unclear(repeated.places[0] ?? leader.body);
  if (isDefault(leader)) return unclear(leader.body);
  const parts = copies.filter((copy) => isPartOfParagraph(copy));
  return parts.length * 2 > copies.length && savedLines < DRAFT_LIMITS.long_part_lines
    ? unclear(leader.body)
    : undefined;
}

/** An expression without locals that a loop evaluates again in a function that is given. */
function isRepeated({ places }: { places: readonly SyntaxNode[] }, { leader, rules }: Plan): boolean {
  return places.some((place) => !isEvaluatedOnce(place, leader.body, rules));
}

/** Whether the first use of a parameter assigns it in a statement of the body, before something reads it. */
function isOverwritten(uses: readonly SyntaxNode[], { body, block }: Copy): boolean {
  if (block !== undefined) return false;
  const own = uses.filter((use) => isInside(use, body)).sort((a, b) => a.start - b.start);
  const [first] = own;
  if (first?.writes !== true) return false;
  const statement = statementOf(first, body);
  return statement !== undefined && own.every((use) => use === first || !isInside(use, statement));
}

/** The statement of the body that is a plain assignment of a name. */
function statementOf(name: SyntaxNode, body: SyntaxNode): SyntaxNode | undefined {
  const statement = statementsOf(body).find((it) => isInside(name, it));
  return /^(expression_statement|ExpressionStatement)$/.test(statement?.kind ?? '') ? statement : undefined;
}

/** Whether a run is given a variable only to give it back if it does not assign it. */
function isDefault({ block, body }: Copy): boolean {
  return (
    block?.results.some(
      (result) =>
        block.inputs.has(result) && result.uses.every((use) => !isInside(use, body) || (use.writes && !isRead(use))),
    ) ?? false
  );
}

/** `x += 1` reads what it assigns. */
function isRead(use: SyntaxNode): boolean {
  return /augmented|Update|update/.test(use.parent?.kind ?? '') || /[+\-*/.|&]=/.test(operatorOf(use));
}

function operatorOf({ parent }: SyntaxNode): string {
  const around = parent?.kind === 'Identifier' ? parent.parent : parent;
  return around?.children.find(({ field }) => field === 'operator')?.text ?? '';
}

/** Whether a run of plain statements begins and ends inside of a paragraph. */
function isPartOfParagraph({ block, body, file: { source } }: Copy): boolean {
  const [first, last] = [body.children[0], body.children.at(-1)];
  if (block === undefined || first === undefined || last === undefined || block.isReturned) return false;
  const siblings = (first.parent?.children ?? []).filter(({ kind }) => !kind.startsWith("'"));
  const before = siblings[siblings.indexOf(first) - 1];
  const after = siblings[siblings.indexOf(last) + 1];
  const isStraight = body.children.every(({ kind }) => !COMPOUND.test(kind));
  if (before === undefined || after === undefined || !isStraight) return false;
  const isApart = COMPOUND.test(before.kind) || COMPOUND.test(after.kind);
  return !isApart && !isBlankAbove(source, first.start) && !isBlankBelow(source, last.end);
}

function isBlankAbove(source: string, start: number): boolean {
  const own = lineStart(source, start);
  return own === 0 || isGap(source.slice(lineStart(source, own - 1), own));
}

function isBlankBelow(source: string, end: number): boolean {
  const next = lineEnd(source, end) + 1;
  return next >= source.length || isGap(source.slice(next, lineEnd(source, next)));
}

/** A line without code. */
function isGap(line: string): boolean {
  return /^\s*($|#|\/\/|\/\*|\*)/.test(line);
}
