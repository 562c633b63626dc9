import type { DiffV1 } from '@analyzer/contracts/analyzer.diff.v1';
import { validate as isDiff } from '@analyzer/contracts/analyzer.diff.v1/validate';
import { invalidFile, violation } from '../check/packet-evidence.ts';
import { readDocument } from '../check/read-document.ts';

/**
 * Reads the diff of either engine.
 *
 * @param path as the user wrote it, for errors
 * @throws AnalyzerError `invalid_file`, `unsupported_schema`
 */
export function readDiff(text: string, path: string): DiffV1 {
  const origin = { path, hint: 'Write it with `analyzer diff <before> <after> --format json`.' };
  const value = readDocument(text, 'analyzer.diff.v1', origin);
  if (isDiff(value)) return value;
  throw invalidFile(origin, violation(isDiff.errors ?? []));
}
