import { draftWriter } from '@analyzer/core/drafts/packet-draft.ts';
import { isUnwritten, writtenDraft } from '@analyzer/core/drafts/write-draft.ts';
import { isUnwrittenEvidence, writtenEvidence } from '@analyzer/core/drafts/write-evidence.ts';
import { isUnquoted, quotedContext } from '@analyzer/core/packet/quoted-context.ts';
import { isUnquotedSubject, quotedSubject } from '@analyzer/core/query/explore/source.ts';
import { quoter } from '@analyzer/core/scan/quote.ts';
import { openTreeEngine } from '../engine/open.ts';

/**
 * Completes an answer that needs source of the indexed projects; returns any other unchanged.
 *
 * @throws AnalyzerError `cancelled`, `invalid_request`, `result_too_large`; errors of an engine
 */
export async function completeSource(data: object, signal?: AbortSignal): Promise<object> {
  if (isUnquotedSubject(data)) return quotedSubject(data, quoter(new Map(data.roots), signal));
  if (!isUnquoted(data) && !isUnwritten(data) && !isUnwrittenEvidence(data)) return data;
  const engine = openTreeEngine({}, signal);
  try {
    if (isUnwritten(data)) return await writtenDraft(data, engine, signal);
    if (isUnwrittenEvidence(data)) return await writtenEvidence(data, engine, signal);
    const quote = quoter(new Map(data.roots), signal);
    return await quotedContext(data, { quote, write: draftWriter(engine, signal) });
  } finally {
    await engine.close();
  }
}
