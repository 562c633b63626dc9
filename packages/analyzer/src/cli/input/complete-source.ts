import { isUnquoted, quotedContext } from '@analyzer/core/packet/quoted-context.ts';
import { quoter } from '@analyzer/core/scan/quote.ts';

/**
 * Completes an answer that needs source of the indexed projects; returns any other unchanged.
 *
 * @throws AnalyzerError `cancelled`, `invalid_request`, `result_too_large`
 */
export async function completeSource(data: object, signal?: AbortSignal): Promise<object> {
  return isUnquoted(data) ? quotedContext(data, quoter(new Map(data.roots), signal)) : data;
}
