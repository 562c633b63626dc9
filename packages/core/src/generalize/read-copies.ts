import { DRAFT_LIMITS, type DraftRules } from '#languages/draft-rules.ts';
import { align } from './align.ts';
import { type Copy, type CopyRange, readCopy } from './copy.ts';
import type { Variable } from './nodes.ts';
import type { Obstacle } from './obstacle.ts';
import { isSameOuter } from './outer-names.ts';
import { obstacleOfRead, type ReadBlock, readBlock, withResults } from './read-block.ts';
import type { SourceFile } from './source-file.ts';

/** A copy that is not in the draft. */
export interface LeftCopy {
  id: string;
  obstacle: Obstacle;
}

/** Copies that were read, and those that cannot be. */
export interface ReadCopies {
  copies: Copy[];
  left: LeftCopy[];
}

export function readCopies(copies: readonly { file: SourceFile; range: CopyRange }[], rules: DraftRules): ReadCopies {
  const left: LeftCopy[] = [];
  const read: Copy[] = [];
  const blocks: ReadBlock[] = [];
  for (const { file, range } of copies.slice(0, DRAFT_LIMITS.max_copies)) {
    const its = range.isBlock === true ? readBlock(file, range, rules) : readCopy(file, range, rules);
    if (typeof its === 'string') left.push({ id: range.id, obstacle: { id: its, path: file.path } });
    else {
      const copy = 'flow' in its ? its.copy : its;
      if (copy.node.size > DRAFT_LIMITS.max_nodes)
        left.push({ id: range.id, obstacle: { id: 'too_large', path: file.path, line: copy.startLine } });
      else if ('flow' in its) blocks.push(its);
      else read.push(its);
    }
  }
  for (const { range } of copies.slice(DRAFT_LIMITS.max_copies))
    left.push({ id: range.id, obstacle: { id: 'too_large' } });
  for (const block of withEqualResults(blocks, rules)) {
    const obstacle = obstacleOfRead(block, rules);
    if (obstacle === undefined) read.push(block.copy);
    else left.push({ id: block.copy.id, obstacle });
  }
  return { copies: read, left };
}

/** A function has the same results for all: what one run gives to the code after it, all of them give. */
function withEqualResults(blocks: readonly ReadBlock[], rules: DraftRules): ReadBlock[] {
  const [first] = blocks;
  if (first === undefined) return [];
  const pairs = blocks.map(({ copy }) => {
    const { variables } = align(first.copy, copy, rules, (one, other) =>
      isSameOuter(one, first.copy.file, other, copy.file),
    );
    return variables;
  });
  const results = new Set<Variable>();
  for (const [at, { copy }] of blocks.entries()) {
    for (const [ofFirst, its] of pairs[at] ?? []) if (copy.block.results.includes(its)) results.add(ofFirst);
  }
  return blocks.map((block, at) => {
    const kept = [...results].flatMap((it) => pairs[at]?.get(it) ?? []);
    const isEqual = kept.every((it) => block.copy.block.results.includes(it));
    return isEqual ? block : withResults(block, new Set([...kept, ...block.copy.block.results]));
  });
}
