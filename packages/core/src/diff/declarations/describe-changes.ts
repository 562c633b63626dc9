import { compareBytes } from '@analyzer/contracts/order';
import type { DeclarationChange, DeclarationChangeKind, DeclarationState } from '../model.ts';
import type { Matched, ScopeMatch } from './match-scopes.ts';
import { categoryOf, countIn, type DeclarationNode, isSameContent } from './nodes.ts';
import { shownSignature, signatureOf } from './signature.ts';

/**
 * Lists the changes of declarations. A declaration that differs only in nested declarations, which are listed
 * themselves, is marked as such.
 *
 * @param pathAfter maps a file to its path after; a declaration that stays in its moved file was not moved
 * @returns ordered by path after and line
 */
export function describeChanges(
  { matched, removed, added }: ScopeMatch,
  pathAfter: (path: string) => string | undefined,
): DeclarationChange[] {
  const partners = new Map(matched.map(({ before, after }) => [before, after]));
  const described: (Partial<Matched> & { changes: DeclarationChangeKind[] })[] = [
    ...removed.map((before) => ({ before, changes: ['removed' as const] })),
    ...added.map((after) => ({ after, changes: ['added' as const] })),
  ];
  for (const pair of matched) {
    const changes = changesOf(pair, isElsewhere(pair, partners, pathAfter));
    if (changes.length > 0) described.push({ ...pair, changes });
  }
  const around = scopesAround(described.flatMap(({ before, after }) => [before, after]));
  const changes = described.flatMap(({ changes, before, after }) => {
    const subject = after ?? before;
    if (subject === undefined) return [];
    const holdsChanges =
      before !== undefined &&
      after !== undefined &&
      changes.includes('changed') &&
      (around.has(before) || around.has(after)) &&
      !isChangedItself(before, after, partners);
    // If it has other changes, its nested declarations are listed separately.
    const own = holdsChanges && changes.length > 1 ? changes.filter((it) => it !== 'changed') : changes;
    return [change(own, subject, before, after, holdsChanges && own === changes)];
  });
  return changes.sort(inOrder);
}

function changesOf({ before, after }: Matched, isMoved: boolean): DeclarationChangeKind[] {
  const changes: DeclarationChangeKind[] = [];
  if (isMoved) changes.push('moved');
  if (before.facts.name !== after.facts.name) changes.push('renamed');
  if (!isSameContent(before, after) && !isRenamedAlone(before, after)) {
    if (categoryOf(before) === 'function' && signatureOf(before.facts) !== signatureOf(after.facts)) {
      changes.push('signature-changed');
    } else if (
      before.facts.function_shape !== undefined &&
      before.facts.function_shape === after.facts.function_shape
    ) {
      changes.push('names-changed');
    } else {
      changes.push('changed');
    }
  }
  if (before.facts.exported !== after.facts.exported) changes.push(after.facts.exported ? 'exported' : 'unexported');
  return changes;
}

/** The fingerprint of a class includes its name; a renamed class is compared by its members and sizes. */
function isRenamedAlone(before: DeclarationNode, after: DeclarationNode): boolean {
  return (
    categoryOf(before) === 'class' &&
    before.facts.name !== after.facts.name &&
    before.facts.nodes === after.facts.nodes &&
    before.children.length === after.children.length &&
    before.children.every((child, i) => {
      const now = after.children[i];
      return now !== undefined && isSameContent(child, now);
    })
  );
}

/** Whether it is now in a file or scope other than the one matched with its former file or scope. */
function isElsewhere(
  { before, after }: Matched,
  partners: ReadonlyMap<DeclarationNode, DeclarationNode>,
  pathAfter: (path: string) => string | undefined,
): boolean {
  if (before.parent === undefined) return after.parent !== undefined || pathAfter(before.path) !== after.path;
  return partners.get(before.parent) !== after.parent;
}

/** All declarations that enclose some declarations. */
function scopesAround(nodes: readonly (DeclarationNode | undefined)[]): Set<DeclarationNode> {
  const around = new Set<DeclarationNode>();
  for (const node of nodes) {
    for (let at = node?.parent; at !== undefined && !around.has(at); at = at.parent) around.add(at);
  }
  return around;
}

/** If all nested declarations are matched with each other, the remaining code must have the same size. */
function isChangedItself(
  before: DeclarationNode,
  after: DeclarationNode,
  partners: ReadonlyMap<DeclarationNode, DeclarationNode>,
): boolean {
  const isAligned =
    before.children.length === after.children.length &&
    before.children.every((child) => partners.get(child)?.parent === after);
  return isAligned && ownNodes(before) !== ownNodes(after);
}

function ownNodes({ facts, children }: DeclarationNode): number {
  return children.reduce((nodes, child) => nodes - child.facts.nodes, facts.nodes);
}

function change(
  changes: DeclarationChangeKind[],
  subject: DeclarationNode,
  before: DeclarationNode | undefined,
  after: DeclarationNode | undefined,
  holdsChanges: boolean,
): DeclarationChange {
  return {
    changes,
    kind: subject.facts.kind,
    is_test: subject.is_test,
    ...(before && { before: stateOf(before) }),
    ...(after && { after: stateOf(after) }),
    ...(holdsChanges && { holds_changes: true }),
    holds: before === undefined || after === undefined ? countIn(subject) : 0,
  };
}

function stateOf({ id, path, facts }: DeclarationNode): DeclarationState {
  const { qualified_name, start_line, end_line, exported } = facts;
  return { id, path, qualified_name, start_line, end_line, exported, signature: shownSignature(facts) };
}

function inOrder(a: DeclarationChange, b: DeclarationChange): number {
  const [left, right] = [a.after ?? a.before, b.after ?? b.before];
  return (
    compareBytes(left?.path ?? '', right?.path ?? '') ||
    (left?.start_line ?? 0) - (right?.start_line ?? 0) ||
    compareBytes(left?.id ?? '', right?.id ?? '') ||
    Number(a.after === undefined) - Number(b.after === undefined)
  );
}
