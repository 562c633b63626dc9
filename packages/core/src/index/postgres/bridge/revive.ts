import { AnalyzerError } from '@analyzer/contracts';
import type { Failure } from './messages.ts';

/** The error of a reply, as the thread threw it. */
export function errorOf({ message, known }: Failure): AnalyzerError {
  if (known === undefined) return new AnalyzerError('internal', { problem: message });
  const { code, details, hint } = known;
  const options = hint === undefined ? {} : { hint };
  const { path = '', reason = '', what = '', name = '', problem = message } = details;
  switch (code) {
    case 'unreadable':
    case 'unusable_index':
      return new AnalyzerError(code, { path, reason }, options);
    case 'not_found':
      return new AnalyzerError(code, { what, name }, options);
    case 'cancelled':
      return new AnalyzerError(code, {}, options);
    case 'usage':
    case 'busy':
    case 'unavailable':
      return new AnalyzerError(code, { problem }, options);
    default:
      return new AnalyzerError('internal', { problem: message }, options);
  }
}
