import { AnalyzerError } from '@analyzer/contracts';

export function unavailable(problem: string, cause?: unknown): AnalyzerError {
  const hint = 'Check the installation of planfile, and the path of --planfile.';
  return new AnalyzerError('tracker_unavailable', { problem }, { hint, cause });
}
