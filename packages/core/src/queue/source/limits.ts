import { AnalyzerError } from '@analyzer/contracts';

/** Sizes that a source from outside may have on this machine. */
export interface SourceLimits {
  /** Files, folders and links. */
  entries: number;
  /** Bytes of all files. */
  bytes: number;
  /** Bytes that git may receive of a commit, compressed. */
  received: number;
  /** Bytes of a path. */
  path: number;
}

export const SOURCE_LIMITS: SourceLimits = {
  entries: 500_000,
  bytes: 8 * 1024 ** 3,
  received: 2 * 1024 ** 3,
  path: 4_096,
};

/** A source whose content is refused; another attempt cannot succeed. */
export class RefusedSource extends AnalyzerError<'unreadable'> {
  constructor(path: string, reason: string, options?: { cause?: unknown; hint?: string }) {
    super('unreadable', { path, reason }, options);
  }
}
