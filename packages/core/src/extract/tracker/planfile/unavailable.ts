import { AnalyzerError } from '@analyzer/contracts';

const INSTALLATION = 'Check the installation of planfile, and the path of --planfile.';

export function unavailable(
  problem: string,
  { cause, hint = INSTALLATION }: { cause?: unknown; hint?: string } = {},
): AnalyzerError {
  return new AnalyzerError('tracker_unavailable', { problem }, { hint, cause });
}
