import type { ObstacleId } from '#languages/draft-rules.ts';
import type { SyntaxNode } from './nodes.ts';
import type { SourceFile } from './source-file.ts';

/** A reason why copies cannot become one function, and where. */
export interface Obstacle {
  id: ObstacleId;
  path?: string;
  line?: number;
  /** The code at that place, shortened. */
  text?: string;
}

const MAX_TEXT_LENGTH = 80;

export function obstacleAt(id: ObstacleId, file: SourceFile, node: SyntaxNode): Obstacle {
  const code = file.source.slice(node.start, node.end).split('\n')[0]?.trim() ?? '';
  return {
    id,
    path: file.path,
    line: file.offsets.line(node.start),
    text: code.length > MAX_TEXT_LENGTH ? `${code.slice(0, MAX_TEXT_LENGTH - 1)}…` : code,
  };
}
