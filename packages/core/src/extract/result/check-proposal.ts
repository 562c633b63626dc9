import type { TaskResultV1 } from '@analyzer/contracts/analyzer.task-result.v1';
import type { TicketProposalV1 } from '@analyzer/contracts/analyzer.ticket-proposal.v1';
import { validate as isProposal } from '@analyzer/contracts/analyzer.ticket-proposal.v1/validate';
import { artifactFolder, type Expectation, type Refuse } from './model.ts';
import { readDocument } from './read-document.ts';
import type { ResultFiles } from './result-files.ts';

/** Reads and checks the answer of a design or route-review task. The result must list it as an artifact. */
export async function checkProposal(
  result: TaskResultV1,
  expected: Expectation,
  files: ResultFiles,
  refuse: Refuse,
): Promise<TicketProposalV1 | undefined> {
  const folder = artifactFolder(expected.key);
  const path = `${folder}/proposal.json`;
  const listed = result.artifacts.find((artifact) => artifact.path === 'proposal.json');
  if (listed === undefined) refuse('no_proposal', `${folder}/result.json`, 'the artifacts do not list proposal.json');
  const reasons = { missing: 'no_proposal', invalid: 'invalid_proposal' } as const;
  const document = await readDocument(files, path, isProposal, reasons, refuse);
  if (document === undefined) return undefined;
  const proposal = document.value;
  if (proposal.task_key !== expected.key) {
    refuse('other_task', path, `it answers ${proposal.task_key}, expected ${expected.key}`);
  }
  if (proposal.input_digest !== expected.task.input_digest) {
    refuse('other_input', path, `its input_digest is ${proposal.input_digest}, expected ${expected.task.input_digest}`);
  }
  if (proposal.decision === 'needs_review') refuse('needs_review', path, 'a person must decide');
  checkTargets(proposal, expected, path, refuse);
  for (const id of proposal.evidence_ids) {
    if (!(expected.evidence?.has(id) ?? true)) refuse('unknown_evidence', path, `the context has no evidence ${id}`);
  }
  return proposal;
}

function checkTargets(proposal: TicketProposalV1, expected: Expectation, path: string, refuse: Refuse): void {
  if (proposal.decision === 'needs_review') return;
  const families = new Set(expected.families.map(({ family_id: id }) => id));
  const packages = packagesOf(expected);
  const targets = new Map<string, string>();
  for (const { family_id: id, package_id: target } of proposal.targets) {
    if (!families.has(id)) refuse('other_target', path, `the task is not about the family ${id}`);
    else if (targets.has(id)) refuse('other_target', path, `the family ${id} has two targets`);
    else if (!packages.has(target)) {
      refuse('other_target', path, `${target} is not a package of the task; possible are ${[...packages].join(', ')}`);
    }
    targets.set(id, target);
  }
  const exported = new Set(proposal.exports.map(({ family_id: id }) => id));
  for (const id of exported) {
    const target = targets.get(id);
    if (target === undefined || target === 'keep_local') {
      refuse('unknown_export', path, `the family ${id} has an export but no package`);
    }
  }
  for (const id of families) {
    const target = targets.get(id);
    if (target === undefined) refuse('other_target', path, `the family ${id} has no target`);
    else if (target !== 'keep_local' && !exported.has(id)) {
      refuse('missing_export', path, `the family ${id} has no export`);
    }
  }
}

function packagesOf({ package: wanted, candidates }: Expectation): Set<string> {
  if (wanted === null) return new Set([...candidates, 'new', 'keep_local']);
  return new Set([wanted.package_id, ...(wanted.is_new ? ['new'] : []), 'keep_local']);
}
