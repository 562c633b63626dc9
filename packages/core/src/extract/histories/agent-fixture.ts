import type { TaskResultV1 } from '@analyzer/contracts/analyzer.task-result.v1';
import type { Plan } from '../plan/model.ts';
import type { TaskCheck } from '../result/verify-plan.ts';
import type { PlannedTask } from '../state/model.ts';
import { type ProjectStore, sha256 } from './memory-files-fixture.ts';
import { functionText } from './workspace-fixture.ts';

/** What an agent reads before it works on a task. */
export interface Assignment {
  task: PlannedTask;
  /** The key of the ticket that counts. */
  key: string;
  handoff: Extract<TaskCheck, { handoff: unknown }>['handoff'];
  plan: Plan;
  /** Of the copy in the project of the package. */
  version: number;
}

/** Does the work of a task of a package honestly: the result last, after all files that it lists. */
export function deliver({ task, key, handoff, plan, version }: Assignment, files: ProjectStore): void {
  const family = plan.families.find(({ package_id: id }) => task.brief.includes(id ?? '\0'));
  const target = plan.packages.find(({ package_id: id }) => id === family?.package_id);
  const name = family?.occurrences[0]?.qualified_name ?? '';
  if (family === undefined || target === undefined) throw new Error(`the plan has no family of ${task.task_key}`);
  const folder = `.analyzer-artifacts/${key}`;
  const put = (path: string, content: string) => {
    files.write(path, content);
    return { sha256: sha256(content), bytes: Buffer.byteLength(content) };
  };
  const source = `${target.path}/${name}.js`;
  const before = (path: string): string | null => {
    const content = files.read(path, Number.MAX_SAFE_INTEGER);
    return content === undefined ? null : sha256(content);
  };
  const written = (path: string, content: string): TaskResultV1['changed_files'] => {
    const old = before(path);
    const { sha256: after } = put(path, content);
    return old === after ? [] : [{ path, before: old, after }];
  };
  const isDesign = task.stage === 'design';
  const export_ = { family_id: family.family_id, symbol: name };
  const proposal = {
    schema: 'analyzer.ticket-proposal.v1',
    task_key: key,
    input_digest: handoff.input_digest,
    decision: 'extract_library',
    targets: [{ family_id: family.family_id, package_id: target.package_id }],
    exports: [{ ...export_, signature: `${name}(value, digits)` }],
    rationale: ['Both functions round a value.'],
    evidence_ids: ['E1', 'E2'],
  };
  const artifact = isDesign
    ? { path: 'proposal.json', ...put(`${folder}/proposal.json`, JSON.stringify(proposal)) }
    : { path: 'report.txt', ...put(`${folder}/report.txt`, `${task.stage} of ${key}`) };
  const helper = `import { help } from './help.js';\n${functionText(name, version)}`;
  const result: TaskResultV1 = {
    schema: 'analyzer.task-result.v1',
    task_key: key,
    input_digest: handoff.input_digest,
    handoff_digest: handoff.handoff_digest,
    status: 'done',
    changed_files:
      task.stage === 'package'
        ? [
            ...written(source, helper),
            ...written(`${target.path}/LICENSE`, 'Apache-2.0'),
            ...written(`${target.path}/package.json`, JSON.stringify({ name: target.name, version: '1.0.0' })),
          ]
        : [],
    artifacts: [{ ...artifact, role: 'report' }],
    tests: isDesign
      ? []
      : [{ name: 'unit', command_text: 'npm test', exit_code: 0, log: logOf(put(`${folder}/test.log`, 'passed')) }],
    package: isDesign ? null : { name: target.name, version: '1.0.0' },
    exports: isDesign ? [] : [{ ...export_, path: source }],
    license: task.stage === 'verify' ? { spdx: 'Apache-2.0', evidence: [`${target.path}/LICENSE`] } : null,
    notes: '',
  };
  put(`${folder}/result.json`, JSON.stringify(result));
}

function logOf({ sha256: digest }: { sha256: string }): { path: string; sha256: string } {
  return { path: 'test.log', sha256: digest };
}
