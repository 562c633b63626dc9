import { readFileSync } from 'node:fs';
import { AnalyzerError } from '@analyzer/contracts';
import type { ManifestBaselineV1 } from '@analyzer/contracts/analyzer.manifest-baseline.v1';
import { validate } from '@analyzer/contracts/analyzer.manifest-baseline.v1/validate';
import type { ManifestReportV1 } from '@analyzer/contracts/analyzer.manifest-report.v1';
import { compareBytes } from '@analyzer/contracts/order';
import { NewFile } from './new-file.ts';
import { reasonOf } from './system-reason.ts';

/**
 * The problems that a baseline allows.
 *
 * @returns undefined when there is no such file
 * @throws AnalyzerError `invalid_file`
 */
export function readBaseline(path: string): ReadonlySet<string> | undefined {
  const text = textOf(path);
  if (text === undefined) return undefined;
  const value = parsed(text);
  if (validate(value)) return new Set(value.problems);
  throw new AnalyzerError(
    'invalid_file',
    { path, problem: 'it is no baseline' },
    { hint: 'Its schema is analyzer.manifest-baseline.v1; --write-baseline makes one.' },
  );
}

/** Writes a first baseline with every problem; one that is there loses what is no longer found, and gains nothing. */
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
  await file.write([`${JSON.stringify(baseline, null, 2)}\n`], signal);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (!isSystemError(error)) throw error;
    if (error.code === 'ENOENT') return undefined;
    throw new AnalyzerError(
      'invalid_file',
      { path, problem: `it can't be read: ${reasonOf(error)}` },
      { cause: error },
    );
  }
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}
