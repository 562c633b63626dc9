import { AnalyzerError, jsonText } from '@analyzer/contracts';
import type { ManifestBaselineV1 } from '@analyzer/contracts/analyzer.manifest-baseline.v1';
import { validate } from '@analyzer/contracts/analyzer.manifest-baseline.v1/validate';
import type { ManifestReportV1 } from '@analyzer/contracts/analyzer.manifest-report.v1';
import { compareBytes } from '@analyzer/contracts/order';
import { readInputFile } from '@analyzer/core/tree/input-file.ts';
import { NewFile } from '../output/new-file.ts';

/** Far more problems than a user can read. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Reads the problems that a baseline allows.
 *
 * @returns undefined if there is no such file
 * @throws AnalyzerError `invalid_file`, `unreadable`
 */
export function readBaseline(path: string): ReadonlySet<string> | undefined {
  const bytes = readInputFile(path, { limit: MAX_BYTES + 1, follow: true });
  if (bytes === undefined) return undefined;
  if (bytes.length > MAX_BYTES) throw new AnalyzerError('unreadable', { path, reason: 'it is larger than 64 MiB' });
  const value = parsed(bytes.toString());
  if (validate(value)) return new Set(value.problems);
  throw new AnalyzerError(
    'invalid_file',
    { path, problem: 'it is not a baseline' },
    { hint: 'Its schema must be analyzer.manifest-baseline.v1; --write-baseline creates one.' },
  );
}

/** Writes a first baseline with all problems; removes fixed problems from an existing baseline, and adds none. */
export async function writeBaseline(
  path: string,
  before: ReadonlySet<string> | undefined,
  { problems }: ManifestReportV1,
  signal: AbortSignal,
): Promise<void> {
  const keys = new Set(problems.map(({ key }) => key).filter((key) => before?.has(key) ?? true));
  const baseline: ManifestBaselineV1 = {
    schema: 'analyzer.manifest-baseline.v1',
    problems: [...keys].sort(compareBytes),
  };
  const file = new NewFile(path, () => before !== undefined);
  await file.write([`${jsonText(baseline, 2)}\n`], signal);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
