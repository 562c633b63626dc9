import { AnalyzerError, jsonText } from '@analyzer/contracts';
import type { ManifestBaselineV1 } from '@analyzer/contracts/analyzer.manifest-baseline.v1';
import { validate } from '@analyzer/contracts/analyzer.manifest-baseline.v1/validate';
import type { ManifestReportV1 } from '@analyzer/contracts/analyzer.manifest-report.v1';
import { compareBytes } from '@analyzer/contracts/order';
import { decidedKeys, entryKeys } from '@analyzer/core/conformance/check.ts';
import { readInputFile } from '@analyzer/core/tree/input-file.ts';
import { NewFile } from '../output/new-file.ts';

/** Far more problems than a user can read. */
const MAX_BYTES = 64 * 1024 * 1024;

/** What an earlier check allowed and decided. */
export interface Baseline {
  problems: ReadonlySet<string>;
  decided: ReadonlySet<string>;
}

/**
 * Reads the problems that a baseline allows.
 *
 * @returns undefined if there is no such file
 * @throws AnalyzerError `invalid_file`, `unreadable`
 */
export function readBaseline(path: string): Baseline | undefined {
  const bytes = readInputFile(path, { limit: MAX_BYTES + 1, follow: true });
  if (bytes === undefined) return undefined;
  if (bytes.length > MAX_BYTES) throw new AnalyzerError('unreadable', { path, reason: 'it is larger than 64 MiB' });
  const value = parsed(bytes.toString());
  if (validate(value)) return { problems: new Set(value.problems), decided: new Set(value.decided) };
  throw new AnalyzerError(
    'invalid_file',
    { path, problem: 'it is not a baseline' },
    { hint: 'Its schema must be analyzer.manifest-baseline.v1; --write-baseline creates one.' },
  );
}

/**
 * Writes a first baseline with all problems; removes fixed problems from an existing baseline, and adds none. Entries that
 * are decided are added; those that no longer are stay, unless `allowsUndecided`.
 */
export async function writeBaseline(
  path: string,
  {
    before,
    report,
    allowsUndecided,
  }: { before: Baseline | undefined; report: ManifestReportV1; allowsUndecided: boolean },
  signal: AbortSignal,
): Promise<void> {
  const keys = report.problems.map(({ key }) => key).filter((key) => before?.problems.has(key) ?? true);
  const decided = [...decidedKeys(report), ...(allowsUndecided ? [] : stillUndecided(before, report))];
  const baseline: ManifestBaselineV1 = {
    schema: 'analyzer.manifest-baseline.v1',
    problems: [...new Set(keys)].sort(compareBytes),
    decided: [...new Set(decided)].sort(compareBytes),
  };
  const file = new NewFile(path, () => before !== undefined);
  await file.write([`${jsonText(baseline, 2)}\n`], signal);
}

/** Keys of entries of the manifest that were decided and no longer are. */
function stillUndecided(before: Baseline | undefined, report: ManifestReportV1): string[] {
  const entries = new Set(entryKeys(report));
  return [...(before?.decided ?? [])].filter((key) => entries.has(key));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
