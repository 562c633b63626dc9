import { DRAFT_LIMITS, type ObstacleId } from '#languages/draft-rules.ts';
import type { Copy } from './copy.ts';
import type { Edit } from './edits.ts';
import type { Parameter } from './holes.ts';
import type { SyntaxNode } from './nodes.ts';
import type { Obstacle } from './obstacle.ts';
import type { SourceFile } from './source-file.ts';

/** Lines that a patch removes less those that it adds. */
export function savedBy(edits: ReadonlyMap<SourceFile, readonly Edit[]>): number {
  let saved = 0;
  for (const [{ source }, its] of edits) {
    for (const { from, to, text } of its) {
      const added = from === to ? (text.match(/[^\s][^\n]*/g) ?? []).length : text.split('\n').length;
      saved += (from === to ? 0 : source.slice(from, to).split('\n').length) - added;
    }
  }
  return saved;
}

/** Lines of a function besides its body: its header and doc comment, and brackets. */
const FRAME_LINES: Readonly<Record<string, number>> = { python: 2, javascript: 3, typescript: 3, php: 4 };

/** A bound that is known before the function has a place. @param holes of the first copy, which are parameters */
export function linesSavedAtMost(copies: readonly Copy[], holes: readonly SyntaxNode[]): number {
  const [leader] = copies;
  if (leader === undefined) return 0;
  const { source, language } = leader.file;
  const textLines = (from: number, to: number) => source.slice(from, to).match(/[^\s][^\n]*/g)?.length ?? 0;
  const inHoles = holes.reduce((sum, { start, end }) => sum + Math.max(0, textLines(start, end) - 1), 0);
  const results = leader.block === undefined || leader.block.results.length === 0 ? 0 : 1;
  const written = textLines(leader.from, leader.to) - inHoles + (FRAME_LINES[language] ?? 0) + results;
  const replaced = copies.reduce((sum, { file, from, to }) => sum + file.source.slice(from, to).split('\n').length, 0);
  const imports = new Set(copies.map(({ file }) => file)).size - 1;
  return replaced - copies.length - written - imports;
}

/**
 * Why a right draft is not shown: readers refuse such ones.
 *
 * @param passed variables that each call passes besides the parameters, as far as they are known
 */
export function displayObstacle(
  {
    parameters,
    copies,
    passed = [],
  }: { parameters: readonly Parameter[]; copies: readonly Copy[]; passed?: readonly unknown[] },
  savedLines: number,
): Obstacle | undefined {
  const limits = DRAFT_LIMITS;
  const isMostlyGiven = copies.some(({ body }, at) => {
    const given = parameters.reduce((sum, { places, values }) => sum + places.length * (values[at]?.size ?? 0), 0);
    return (body.size - given) * 100 < body.size * limits.outside_percent;
  });
  const functions = parameters.filter(({ kind }) => kind === 'function').length;
  const isOfBlocks = copies.some(({ block }) => block !== undefined);
  const results = copies[0]?.block?.results.length ?? 0;
  const names = parameters.length + (isOfBlocks ? passed.length + results : 0);
  const least = Math.max(
    (isOfBlocks ? limits.min_saved_block_lines : limits.min_saved_lines) + Math.max(0, names - limits.few_names),
    parameters.length < limits.many_parameters ? 0 : parameters.length * limits.min_saved_lines_by_many,
    functions * limits.min_saved_lines_by_function,
  );
  const id: ObstacleId | undefined = isMostlyGiven
    ? 'mostly_parameters'
    : functions > 0 && parameters.length > limits.max_parameters
      ? 'too_many_parameters'
      : savedLines < least
        ? 'no_lines_saved'
        : undefined;
  return id && { id };
}
