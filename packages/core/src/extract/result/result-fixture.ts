import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TaskResultV1 } from '@analyzer/contracts/analyzer.task-result.v1';
import type { TicketProposalV1 } from '@analyzer/contracts/analyzer.ticket-proposal.v1';
import { onTestFinished } from 'vitest';
import type { Expectation, Family, Task } from './model.ts';
import { resultFiles } from './result-files.ts';
import { sources } from './source-fixture.ts';
import { verifyResult } from './verify-result.ts';

const DIGITS = {
  design: 'a',
  package: 'b',
  verify: 'c',
  release: '9',
  migrate: 'd',
  validate: 'e',
  'route-review': 'f',
};
const DIGEST = '5'.repeat(64);
const HANDOFF = '7'.repeat(64);

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function familyOf(digit: string): Family {
  const occurrence = {
    node_id: `n_${digit.repeat(20)}`,
    project: 'shop',
    path: 'src/cart.ts',
    qualified_name: 'roundTo',
    start_line: 1,
    end_line: 9,
    sha256: sha256('cart'),
  };
  return {
    family_id: `f_${digit.repeat(20)}`,
    group_ids: [`g_${digit.repeat(20)}`],
    package_id: 'money',
    occurrences: [occurrence, { ...occurrence, project: 'billing' }],
  };
}

const FAMILIES = [familyOf('1'), familyOf('2')];
export const FAMILY_IDS = FAMILIES.map(({ family_id: id }) => id);

/** A project on disk with the result of one task about the package @shop/money with two families. */
export class ResultCase {
  readonly root: string;
  readonly expected: Expectation;
  readonly result: TaskResultV1;
  readonly proposal: TicketProposalV1;

  /** Writes a result that is accepted. */
  constructor(stage: Task['stage']) {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'analyzer-result-')));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    this.root = join(folder, 'shop');
    const key = `${stage}-${DIGITS[stage].repeat(20)}`;
    this.expected = expectationOf(key, stage);
    this.write('packages/money/LICENSE', 'Apache');
    this.write('packages/money/src/round.ts', 'export function roundTo() {}');
    this.write(this.in('money-1.2.0.tgz'), 'BZhack');
    this.write(this.in('logs/unit.log'), 'all passed');
    this.proposal = proposalOf(key);
    const isProposal = stage === 'design' || stage === 'route-review';
    this.result = resultOf(key, isProposal, stage === 'package' || stage === 'migrate');
    if (isProposal) this.writeProposal();
    else this.writeResult();
  }

  /** Path of a file in the artifact folder, relative to the project. */
  in(path: string): string {
    return `.analyzer-artifacts/${this.expected.key}/${path}`;
  }

  write(path: string, content: string): void {
    mkdirSync(dirname(join(this.root, path)), { recursive: true });
    writeFileSync(join(this.root, path), content);
  }

  /** Writes the result, with a change of some properties. */
  writeResult(change: Partial<Record<keyof TaskResultV1, unknown>> = {}): void {
    this.write(this.in('result.json'), JSON.stringify({ ...this.result, ...change }));
  }

  /** Writes the proposal and lists it in the result. */
  writeProposal(change: Partial<Record<keyof TicketProposalV1, unknown>> = {}): void {
    const text = JSON.stringify({ ...this.proposal, ...change });
    this.write(this.in('proposal.json'), text);
    const artifacts = this.result.artifacts.filter(({ path }) => path !== 'proposal.json');
    artifacts.push({ path: 'proposal.json', sha256: sha256(text), bytes: Buffer.byteLength(text), role: 'report' });
    this.writeResult({ artifacts });
  }

  remove(path: string): void {
    rmSync(join(this.root, path), { recursive: true });
  }

  /** Reason and file of each refusal; empty if the result is accepted. */
  async verify(change: Partial<Expectation> = {}): Promise<string[]> {
    const verdict = await verifyResult({ ...this.expected, ...change }, resultFiles(this.root, sources));
    return 'refusals' in verdict ? verdict.refusals.map(({ reason, file }) => `${reason} ${file}`) : [];
  }
}

function expectationOf(key: string, stage: Task['stage']): Expectation {
  const task = {
    task_key: key,
    stage,
    project: 'shop',
    title: 'a task',
    after: [],
    input_digest: DIGEST,
    brief: 'a task',
    context: [],
  };
  const target = {
    package_id: 'money',
    name: '@shop/money',
    project: 'shop',
    path: 'packages/money',
    language: 'typescript',
    kind: 'package' as const,
    is_new: true,
  };
  const hasPackage = stage === 'design' || stage === 'package' || stage === 'verify';
  return {
    key,
    task,
    handoffDigest: HANDOFF,
    earlierHandoffs: new Set(),
    package: hasPackage ? target : null,
    families: FAMILIES,
    exported: FAMILIES,
    candidates: ['money', 'prices'],
    version: stage === 'verify' ? '1.2.0' : null,
    release: undefined,
    before: new Map([['src/cart.ts', new Set([sha256('cart')])]]),
    later: new Map(),
    observed: {
      changes: { unknown: 'no Git' },
      copies: [],
      base: undefined,
      findings: { unknown: 'no Git' },
    },
    kept: new Set(),
    designed: new Map(),
    targets: new Map(),
    migration: undefined,
    testsBefore: undefined,
    packages: [target],
    evidence: new Set(['E1', 'E2', 'E3']),
  };
}

function resultOf(key: string, isProposal: boolean, changesFiles: boolean): TaskResultV1 {
  const log = { path: 'logs/unit.log', sha256: sha256('all passed') };
  const round = sha256('export function roundTo() {}');
  return {
    schema: 'analyzer.task-result.v1',
    task_key: key,
    input_digest: DIGEST,
    handoff_digest: HANDOFF,
    status: 'done',
    changed_files: changesFiles ? [{ path: 'packages/money/src/round.ts', before: null, after: round }] : [],
    artifacts: [{ path: 'money-1.2.0.tgz', sha256: sha256('BZhack'), bytes: 6, role: 'package' }],
    tests: isProposal ? [] : [{ name: 'unit', command_text: 'npm test', exit_code: 0, log }],
    package: isProposal ? null : { name: '@shop/money', version: '1.2.0' },
    exports: isProposal
      ? []
      : FAMILY_IDS.map((id) => ({ family_id: id, symbol: 'roundTo', path: 'packages/money/src/round.ts' })),
    license: isProposal ? null : { spdx: 'Apache-2.0', evidence: ['packages/money/LICENSE'] },
    notes: '',
  };
}

function proposalOf(key: string): TicketProposalV1 {
  return {
    schema: 'analyzer.ticket-proposal.v1',
    task_key: key,
    input_digest: DIGEST,
    decision: 'extract_library',
    targets: FAMILY_IDS.map((id) => ({ family_id: id, package_id: 'new' })),
    exports: FAMILY_IDS.map((id) => ({ family_id: id, symbol: 'roundTo', signature: null })),
    rationale: ['Both functions round a price.'],
    evidence_ids: ['E1', 'E2'],
  };
}
