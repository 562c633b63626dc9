import { createPortableEngine } from '@analyzer/core/parse/portable/engine.ts';
import type { CodeReader } from '@analyzer/core/query/code.ts';
import { CODE_LIMITS, CodeParser } from '@analyzer/core/similar/code-parser.ts';

/**
 * Opens a parser for source text of requests; its process starts with the first one.
 *
 * @param workerPath worker program of the portable engine
 */
export function openCodeReader(workerPath: string): CodeReader {
  return new CodeParser(() => createPortableEngine({ jobs: 1, workerPath, limits: CODE_LIMITS }));
}
