import type { ContextData } from '@analyzer/contracts/query/context.data';
import { groupInput } from '#drafts/group-input.ts';
import type { DraftInput } from '#drafts/input.ts';
import type { Snapshot } from '#index/port.ts';
import { redacted } from '#query/redact/secrets.ts';
import type { ContextDraft, DraftOccurrence, GroupDraft, Source, SourceRange } from './draft.ts';
import { type Budget, fitContext } from './fit.ts';

/** Reads source of an indexed file if its content has not changed; `size` if file or source are too large to show. */
export type QuoteSource = (
  request: SourceRange & { project: string; path: string; sha256: string },
) => Promise<{ text: string } | { missing: 'changed' | 'unreadable' | 'size' }>;

/** Writes one function for the copies of a group, from files that are as they were indexed. */
export type WriteDraft = (input: DraftInput) => Promise<GroupDraft>;

/** What reads the files of projects. */
export interface SourceReaders {
  quote: QuoteSource;
  write: WriteDraft;
}

/** Groups of a packet that are drafted, the first ones. */
const MAX_DRAFTS = 10;

/** An answer without its source. It contains local paths: the caller completes it and never passes it on. */
export interface UnquotedContext {
  unquoted: true;
  draft: ContextDraft;
  budget: Budget;
  /** Paths of the projects on this machine, by label. */
  roots: [label: string, root: string][];
  /** What the drafts of the first groups need; undefined for a group that cannot have one. */
  inputs: (DraftInput | undefined)[];
}

const ROOTS = 'SELECT label, root FROM local_root JOIN project ON project.id = project_id ORDER BY project_id';

/** @param groups integer ids, in the order of the draft */
export function unquotedContext(
  snapshot: Snapshot,
  draft: ContextDraft,
  groups: readonly number[],
  budget: Budget,
): UnquotedContext {
  const roots = snapshot.all(ROOTS, [], (row): [string, string] => [row.text('label'), row.text('root')]);
  const inputs = groups.slice(0, MAX_DRAFTS).map((group) => groupInput(snapshot, group));
  return { unquoted: true, draft, budget, roots, inputs };
}

export function isUnquoted(data: object): data is UnquotedContext {
  return 'unquoted' in data;
}

/**
 * Adds source and drafts to a packet and fits it again.
 *
 * @throws AnalyzerError as `fitContext`
 */
export async function quotedContext(
  { draft, budget, inputs }: UnquotedContext,
  { quote, write }: SourceReaders,
): Promise<ContextData> {
  const quotes: Source[] = [];
  let chars = 0;
  for (const occurrence of draft.occurrences) {
    // No more can fit.
    if (chars > budget.maxChars) break;
    const source = await sourceOf(occurrence, quote);
    quotes.push(source);
    chars += source.text?.length ?? 0;
  }
  const drafts = new Map<number, GroupDraft>();
  for (const [group, input] of inputs.entries()) if (input !== undefined) drafts.set(group, await write(input));
  return fitContext(draft, budget, { quotes, drafts });
}

async function sourceOf({ project, path, sha256, range }: DraftOccurrence, quote: QuoteSource): Promise<Source> {
  const quotation = await quote({ project, path, sha256, ...range });
  if ('missing' in quotation) return { status: quotation.missing, text: null };
  return { status: 'shown', text: redacted(quotation.text) };
}
