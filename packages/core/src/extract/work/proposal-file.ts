import { AnalyzerError } from '@analyzer/contracts';
import type { ResultFolder } from './result-folder.ts';

const LARGEST_PROPOSAL = 16 * 1024 * 1024;

/**
 * Completes the proposal of a design: who answers what, and the rationale if it is given. The rest is as the person wrote it.
 *
 * @throws AnalyzerError `usage`
 */
export function completeProposal(
  key: string,
  inputDigest: string,
  rationale: readonly string[],
  folder: ResultFolder,
): void {
  const text = folder.read('proposal.json', LARGEST_PROPOSAL)?.toString('utf8');
  const hint = 'Edit the proposal that `analyzer tickets begin` wrote, or begin again to see its path.';
  if (text === undefined) throw new AnalyzerError('usage', { problem: 'the result has no proposal.json' }, { hint });
  let written: unknown;
  try {
    written = JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : '';
    throw new AnalyzerError('usage', { problem: `proposal.json is not JSON: ${reason}` }, { hint, cause: error });
  }
  const own = { schema: 'analyzer.ticket-proposal.v1', task_key: key, input_digest: inputDigest };
  const reasons = rationale.length === 0 ? {} : { rationale };
  const complete = { ...own, ...(typeof written === 'object' ? written : {}), ...own, ...reasons };
  if (!('rationale' in complete) || (Array.isArray(complete.rationale) && complete.rationale.length === 0)) {
    const remedy = 'Say why with --rationale, or in the proposal.';
    throw new AnalyzerError('usage', { problem: 'the proposal has no rationale' }, { hint: remedy });
  }
  folder.add('proposal.json', `${JSON.stringify(complete, null, 2)}\n`, 'report');
}
