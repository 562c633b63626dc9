import { AnalyzerError, jsonText } from '@analyzer/contracts';
import type { ContextEvidenceV1 } from '@analyzer/contracts/analyzer.context-evidence.v1';
import { validate as isEvidence } from '@analyzer/contracts/analyzer.context-evidence.v1/validate';
import type { ExtractionPlanV1 } from '@analyzer/contracts/analyzer.extraction-plan.v1';
import type { Snapshot } from '#index/port.ts';
import { parsed, propertyOf } from '#packet/check/read-document.ts';
import { gatherDraft } from '#packet/gather.ts';
import { quotedContext, type SourceReaders, unquotedContext } from '#packet/quoted-context.ts';
import { findGroup } from '#query/filters/scope.ts';
import { commonGroup } from '../rebase/common-group.ts';
import type { Subject } from '../result/subjects.ts';
import type { PlannedTask } from '../state/model.ts';

const SCHEMA = 'analyzer.task-context.v1';
/** Characters of the evidence with the instructions of a packet, within the limit of the executor koru. */
const MAX_CHARS = 24_000;
const MAX_GROUPS = 20;

export interface ContextSource extends SourceReaders {
  plan: ExtractionPlanV1;
  snapshot: Snapshot;
}

/** The context file of a task: all of its families and copies, and evidence about the first families. */
export async function contextPack(
  task: PlannedTask,
  { families }: Subject,
  { plan, snapshot, ...readers }: ContextSource,
): Promise<string> {
  const ids = new Set(families.map(({ package_id: id }) => id));
  const packages = plan.packages.filter(({ package_id: id }) => ids.has(id));
  // A group disappears when its copies change; then they can be in another one.
  const groups = families.flatMap(({ group_ids: [leading = ''], occurrences }) => {
    return findGroup(snapshot, leading) ?? commonGroup(snapshot, occurrences)?.id ?? [];
  });
  const document = {
    schema: SCHEMA,
    task_key: task.task_key,
    input_digest: task.input_digest,
    snapshot_id: snapshot.id,
    packages,
    families,
    evidence: await evidenceOf(groups.slice(0, MAX_GROUPS), snapshot, readers),
  };
  return `${jsonText(document, 1)}\n`;
}

/** Evidence about as many of the first groups as fit; null without groups. */
async function evidenceOf(
  groups: readonly number[],
  snapshot: Snapshot,
  readers: SourceReaders,
): Promise<ContextEvidenceV1 | null> {
  for (let count = groups.length; count > 0; count = Math.floor(count / 2)) {
    const some = groups.slice(0, count);
    const draft = gatherDraft(snapshot, some, MAX_CHARS);
    try {
      const budget = { maxChars: MAX_CHARS, limits: {} };
      const packet = await quotedContext(unquotedContext(snapshot, draft, some, budget), readers);
      const evidence = parsed(packet.messages[1]?.content ?? '');
      if (isEvidence(evidence)) return evidence;
      throw new TypeError('the second message of a packet is its evidence');
    } catch (error) {
      // Even the least packet of these groups is too large.
      if (!(error instanceof AnalyzerError) || error.code !== 'invalid_request') throw error;
    }
  }
  return null;
}

/** Ids of the evidence in a context file; undefined if it is another file. */
export function evidenceIds(text: string): ReadonlySet<string> | undefined {
  const document = parsed(text);
  if (propertyOf(document, 'schema') !== SCHEMA) return undefined;
  const evidence = propertyOf(document, 'evidence');
  return new Set(isEvidence(evidence) ? evidence.evidence.map(({ id }) => id) : []);
}
