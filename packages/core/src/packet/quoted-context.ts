import type { ContextData } from '@analyzer/contracts/query/context.data';
import type { Snapshot } from '#index/port.ts';
import { redacted } from '#query/redact/secrets.ts';
import type { ContextDraft, DraftOccurrence, Source, SourceRange } from './draft.ts';
import { type Budget, fitContext } from './fit.ts';

/** Reads source of an indexed file if its content has not changed; `size` if file or source are too large to show. */
export type QuoteSource = (
  request: SourceRange & { project: string; path: string; sha256: string },
) => Promise<{ text: string } | { missing: 'changed' | 'unreadable' | 'size' }>;

/** An answer without its source. It contains local paths: the caller completes it and never passes it on. */
export interface UnquotedContext {
  unquoted: true;
  draft: ContextDraft;
  budget: Budget;
  /** Paths of the projects on this machine, by label. */
  roots: [label: string, root: string][];
}

const ROOTS = 'SELECT label, root FROM local_root JOIN project ON project.id = project_id ORDER BY project_id';

export function unquotedContext(snapshot: Snapshot, draft: ContextDraft, budget: Budget): UnquotedContext {
  const roots = snapshot.all(ROOTS, [], (row): [string, string] => [row.text('label'), row.text('root')]);
  return { unquoted: true, draft, budget, roots };
}

export function isUnquoted(data: object): data is UnquotedContext {
  return 'unquoted' in data;
}

/**
 * Adds source to a packet and fits it again.
 *
 * @throws AnalyzerError as `fitContext`
 */
export async function quotedContext({ draft, budget }: UnquotedContext, quote: QuoteSource): Promise<ContextData> {
  const sources: Source[] = [];
  let chars = 0;
  for (const occurrence of draft.occurrences) {
    // No more can fit.
    if (chars > budget.maxChars) break;
    const source = await sourceOf(occurrence, quote);
    sources.push(source);
    chars += source.text?.length ?? 0;
  }
  return fitContext(draft, budget, sources);
}

async function sourceOf({ project, path, sha256, range }: DraftOccurrence, quote: QuoteSource): Promise<Source> {
  const quotation = await quote({ project, path, sha256, ...range });
  if ('missing' in quotation) return { status: quotation.missing, text: null };
  return { status: 'shown', text: redacted(quotation.text) };
}
