import { AnalyzerError } from '@analyzer/contracts';
import type { ContextData } from '@analyzer/contracts/query/context.data';
import { fits, type SizeLimits, sizeOf } from '#query/answer/size.ts';
import { invalidRequest } from '#query/request/field-errors.ts';
import { type Addition, additionsOf, leastOccurrences } from './additions.ts';
import { composeEvidence } from './compose.ts';
import type { ContextDraft, Sources } from './draft.ts';
import { messagesOf, packetOf } from './packet.ts';

/** Additions that do not fit before the search ends; smaller ones may follow. */
const MAX_FAILURES = 16;

export interface Budget {
  /** Characters of both message contents. */
  maxChars: number;
  /** Of the whole packet. */
  limits: SizeLimits;
}

/**
 * The packet with as many parts of the draft as fit, by rank.
 *
 * @param sources undefined without source
 * @throws AnalyzerError `invalid_request` with the least limit; `result_too_large` if the least packet exceeds the limits
 */
export function fitContext(draft: ContextDraft, { maxChars, limits }: Budget, sources?: Sources): ContextData {
  const build = (additions: readonly Addition[]) => {
    const evidence = composeEvidence(draft, additions, sources);
    const messages = messagesOf(evidence);
    return { chars: messages.chars, packet: () => packetOf(evidence, messages, { maxChars, draft, sources }) };
  };
  const isLimited = limits.maxChars !== undefined || limits.maxBytes !== undefined;
  const fitting = (additions: readonly Addition[]): boolean => {
    const { chars, packet } = build(additions);
    return chars <= maxChars && (!isLimited || fits(sizeOf(packet()), limits));
  };
  const least = build([]);
  if (least.chars > maxChars) throw tooSmall(least.chars);
  if (isLimited && !fits(sizeOf(least.packet()), limits)) throw tooLarge(least.chars);
  return build(select(additionsOf(draft, sources), leastOccurrences(draft), fitting)).packet();
}

/** The longest fitting prefix, found by binary search, then single additions. Occurrences follow each other. */
function select(
  all: readonly Addition[],
  least: number,
  fitting: (additions: readonly Addition[]) => boolean,
): Addition[] {
  let prefix = 0;
  for (let tooMany = all.length + 1; tooMany - prefix > 1; ) {
    const middle = Math.floor((prefix + tooMany) / 2);
    if (fitting(all.slice(0, middle))) prefix = middle;
    else tooMany = middle;
  }
  const chosen = all.slice(0, prefix);
  let occurrences = least + chosen.filter(({ kind }) => kind === 'occurrence').length;
  let failures = 0;
  for (const addition of all.slice(prefix)) {
    if (failures === MAX_FAILURES) break;
    if (addition.kind === 'occurrence') {
      if (addition.occurrence !== occurrences) continue;
    } else if ('occurrence' in addition && addition.occurrence >= occurrences) continue;
    if (!fitting([...chosen, addition])) failures++;
    else {
      chosen.push(addition);
      if (addition.kind === 'occurrence') occurrences++;
    }
  }
  return chosen;
}

function tooSmall(least: number): AnalyzerError {
  const message = `max_chars must be at least ${least} for this packet`;
  return invalidRequest(
    [{ pointer: '/params/max_chars', code: 'out_of_range', message }],
    `Send max_chars ${least} or more, or fewer groups.`,
  );
}

function tooLarge(least: number): AnalyzerError {
  const problem = 'even the smallest packet is larger than the default limit of this interface';
  return new AnalyzerError('result_too_large', { problem }, { hint: `Send max_chars, at least ${least}.` });
}
