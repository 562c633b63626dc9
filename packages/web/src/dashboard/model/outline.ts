import type { DomNode, TreeChange } from '@analyzer/contracts/pages/captures';

/** An element as a line of an outline. */
export interface Line {
  /** Its path in changes, such as `HTML/BODY/LI[2]`. */
  path: string;
  depth: number;
  /** Tag, id, classes and attributes. */
  label: string;
  text: string;
}

/** Two lines side by side; null if one side has none. */
export interface Pair {
  left: Line | null;
  right: Line | null;
  kind: 'same' | TreeChange['kind'];
}

/** A tree as lines, in document order. */
export function linesOf(root: DomNode): Line[] {
  const lines: Line[] = [];
  const add = (node: DomNode, path: string, depth: number): void => {
    lines.push({ path, depth, label: labelOf(node), text: node.text ?? '' });
    const children = node.children ?? [];
    const total = new Map<string, number>();
    for (const child of children) total.set(nameOf(child), (total.get(nameOf(child)) ?? 0) + 1);
    const seen = new Map<string, number>();
    for (const child of children) {
      const name = nameOf(child);
      const number = (seen.get(name) ?? 0) + 1;
      seen.set(name, number);
      add(child, `${path}/${name}${(total.get(name) ?? 0) > 1 ? `[${number}]` : ''}`, depth + 1);
    }
  };
  add(root, root.tag, 0);
  return lines;
}

/**
 * Aligns the lines of two trees. Elements that were neither moved nor inserted nor removed have the same order in both
 * trees, so that one pass over both pairs them.
 *
 * @param changes all changes of the comparison; if some are missing, pairs may be wrong
 */
export function aligned(before: readonly Line[], after: readonly Line[], changes: readonly TreeChange[]): Pair[] {
  const leaving = new Map<string, TreeChange['kind']>();
  const coming = new Map<string, TreeChange['kind']>();
  const changed = new Map<string, TreeChange['kind']>();
  for (const { kind, before: from, after: to } of changes) {
    if (kind === 'text' || kind === 'attributes') {
      if (to !== null) changed.set(to, kind);
      continue;
    }
    if (from !== null) leaving.set(from, kind);
    if (to !== null) coming.set(to, kind);
  }
  const pairs: Pair[] = [];
  let i = 0;
  let j = 0;
  while (i < before.length || j < after.length) {
    const left = before[i];
    const right = after[j];
    const leaves = left === undefined ? undefined : leaving.get(left.path);
    const comes = right === undefined ? undefined : coming.get(right.path);
    if (left !== undefined && (leaves !== undefined || right === undefined)) {
      const end = endOf(before, i);
      for (const line of before.slice(i, end)) pairs.push({ left: line, right: null, kind: leaves ?? 'removed' });
      i = end;
    } else if (right !== undefined && (comes !== undefined || left === undefined)) {
      const end = endOf(after, j);
      for (const line of after.slice(j, end)) pairs.push({ left: null, right: line, kind: comes ?? 'inserted' });
      j = end;
    } else if (left !== undefined && right !== undefined) {
      pairs.push({ left, right, kind: changed.get(right.path) ?? 'same' });
      i++;
      j++;
    }
  }
  return pairs;
}

/** A run of pairs near a change, or far from any change. */
export interface Run {
  /** Equal lines far from any change. */
  folded: boolean;
  pairs: Pair[];
}

/** Context lines around a change. */
const AROUND = 2;

/** Splits pairs into runs. */
export function runsOf(pairs: readonly Pair[]): Run[] {
  const near = new Array<boolean>(pairs.length).fill(false);
  for (const [i, { kind }] of pairs.entries()) {
    if (kind !== 'same') near.fill(true, Math.max(0, i - AROUND), Math.min(pairs.length, i + AROUND + 1));
  }
  const runs: Run[] = [];
  for (const [i, pair] of pairs.entries()) {
    const folded = near[i] !== true;
    const last = runs.at(-1);
    if (last?.folded === folded) last.pairs.push(pair);
    else runs.push({ folded, pairs: [pair] });
  }
  return runs;
}

/** Index after a line and its descendants. */
function endOf(lines: readonly Line[], index: number): number {
  const depth = lines[index]?.depth ?? 0;
  let end = index + 1;
  while (end < lines.length && (lines[end]?.depth ?? 0) > depth) end++;
  return end;
}

function nameOf({ tag, id }: DomNode): string {
  return id === undefined ? tag : `${tag}#${id}`;
}

function labelOf({ tag, id, cls, attrs }: DomNode): string {
  const classes = cls === undefined ? '' : `.${cls.replaceAll(' ', '.')}`;
  const rest = Object.entries(attrs ?? {}).map(([name, value]) => ` ${name}=${JSON.stringify(value)}`);
  return `${tag.toLowerCase()}${id === undefined ? '' : `#${id}`}${classes}${rest.join('')}`;
}
