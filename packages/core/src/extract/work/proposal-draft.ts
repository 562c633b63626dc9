import type { ExtractionPlanV1 } from '@analyzer/contracts/analyzer.extraction-plan.v1';
import type { TicketProposalV1 } from '@analyzer/contracts/analyzer.ticket-proposal.v1';
import { validate as isProposal } from '@analyzer/contracts/analyzer.ticket-proposal.v1/validate';
import { parsed } from '#packet/check/read-document.ts';
import type { Projects } from '../dispatch/survey.ts';
import type { ProjectFiles } from '../files/project-files.ts';
import { evidenceIds } from '../materialize/context-pack.ts';
import { CONTEXT } from '../materialize/task-draft.ts';
import { artifactFolder, type Family, REFUSED, type Task } from '../result/model.ts';
import { subjectsOf } from '../result/subjects.ts';
import { revisionOf } from '../state/model.ts';

const LARGEST_CONTEXT = 64 * 1024 * 1024;
const MIN_EVIDENCE = 2;

type Export = TicketProposalV1['exports'][number];

/**
 * Writes a proposal for a person to complete: it has no rationale. It is that of the design that is revised, else it moves
 * every family with the name and the parameters of its first copy. A proposal that exists stays.
 */
export async function writeProposalDraft(
  key: string,
  task: Task,
  plan: ExtractionPlanV1,
  { filesOf, folderOf }: Projects,
): Promise<void> {
  const path = `${artifactFolder(key)}/proposal.json`;
  const folder = folderOf(task.project);
  if (folder.list(artifactFolder(key)).some(({ name }) => name === 'proposal.json')) return;
  const revised = revisedProposal(key, task, folder);
  if (revised !== undefined) return folder.write(path, revised);
  const families = subjectsOf(plan).get(task.task_key)?.families ?? [];
  const [context] = task.context;
  const text = context === undefined ? undefined : folder.read(`${CONTEXT}/${context}`, LARGEST_CONTEXT);
  const ids = text === undefined ? undefined : evidenceIds(text.toString('utf8'));
  const exports: Export[] = [];
  for (const family of families) exports.push(await exportOf(family, filesOf));
  const draft: TicketProposalV1 = {
    schema: 'analyzer.ticket-proposal.v1',
    task_key: key,
    input_digest: task.input_digest,
    decision: 'extract_library',
    targets: families.map(({ family_id, package_id }) => ({ family_id, package_id: package_id ?? 'new' })),
    exports,
    rationale: [],
    evidence_ids: [...(ids ?? [])].slice(0, MIN_EVIDENCE),
  };
  folder.write(path, `${JSON.stringify(draft, null, 2)}\n`);
}

/** The proposal that a person revises, as it was; undefined without one, or if it does not fit the task any more. */
function revisedProposal(key: string, { task_key: base, input_digest: digest }: Task, folder: ProjectFiles) {
  for (let revision = revisionOf(key) - 1; revision > 0; revision--) {
    const old = revision === 1 ? base : `${base}-r${revision}`;
    const proposal = parsed(folder.read(`${REFUSED}/${old}/proposal.json`, LARGEST_CONTEXT)?.toString('utf8') ?? '');
    if (!isProposal(proposal) || proposal.input_digest !== digest) continue;
    return `${JSON.stringify({ ...proposal, task_key: key, rationale: [] }, null, 2)}\n`;
  }
  return undefined;
}

async function exportOf(family: Family, filesOf: Projects['filesOf']): Promise<Export> {
  const [first] = family.occurrences;
  const symbol = first?.qualified_name.split(/[.\\]/).at(-1) ?? family.family_id;
  const parsed = first && (await filesOf(first.project)?.parse(first.path));
  const facts = parsed !== undefined && 'facts' in parsed ? parsed.facts : undefined;
  const declared = facts?.declarations.find(({ qualified_name: name }) => name === first?.qualified_name);
  const signature =
    declared?.kind === 'function'
      ? `${symbol}(${declared.parameters.join(', ')})${declared.returns === undefined ? '' : returns(declared.returns, family)}`
      : null;
  return { family_id: family.family_id, symbol, signature };
}

function returns(type: string, { occurrences: [first] }: Family): string {
  return /\.pyi?$/.test(first?.path ?? '') ? ` -> ${type}` : `: ${type}`;
}
