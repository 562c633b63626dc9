import { createHash } from 'node:crypto';
import { MISSED_ORDER } from '#languages/missed-rules.ts';
import type { CommitText } from '#tree/git/commit-texts.ts';
import type { Candidate } from './commit-search.ts';
import { describeHunk, type HunkContext } from './describe-hunk.ts';
import {
  CHANGE_CLASSES,
  type ChangeClass,
  EVIDENCES,
  type Missed,
  type MissedFinding,
  type MissedHunk,
  type MissedOptions,
} from './model.ts';
import { type FileEdits, weigh } from './weigh.ts';

/** The places that a commit did not reach. */
export interface FoundInCommit {
  commit: string;
  /** Among the commits of the history, newest first. */
  number: number;
  /** Changes of code in it. */
  hunks: number;
  candidates: Candidate[];
}

export interface Description extends HunkContext {
  options: MissedOptions;
  /** By commit of the history: the files of today that it changed. */
  together: readonly ReadonlySet<string>[];
  textOf(commit: string): CommitText;
  newest: string;
}

const DAY = 86_400;

/** The findings in their order: one for each commit and target. */
export async function describeFindings(
  found: readonly FoundInCommit[],
  context: Description,
): Promise<Pick<Missed, 'findings' | 'apart'>> {
  const apart: Partial<Record<ChangeClass, number>> = {};
  const findings: (MissedFinding & { number: number })[] = [];
  for (const commit of found) {
    const targets = new Map<string, Candidate[]>();
    for (const it of commit.candidates) targets.set(it.target, [...(targets.get(it.target) ?? []), it]);
    for (const [target, candidates] of targets) {
      const finding = await describe(commit, target, candidates, context);
      const isListed = finding.class === 'behavior' || context.options.include.includes(finding.class);
      if (isListed) findings.push({ ...finding, number: commit.number });
      else apart[finding.class] = (apart[finding.class] ?? 0) + 1;
    }
  }
  findings.sort((a, b) => b.weight - a.weight || a.number - b.number || (a.target < b.target ? -1 : 1));
  return { findings: findings.map(({ number, ...finding }) => finding), apart };
}

/** How often commits other than one changed the changed files, the file of the copy, and both. */
function editsOf(
  commits: readonly ReadonlySet<string>[],
  number: number,
  origins: ReadonlySet<string>,
  target: string,
): FileEdits {
  const edits = { together: 0, apart: 0 };
  for (const [at, files] of commits.entries()) {
    if (at === number) continue;
    const isOrigin = [...origins].some((it) => it !== target && files.has(it));
    if (isOrigin && files.has(target)) edits.together++;
    else if (isOrigin || (files.has(target) && !origins.has(target))) edits.apart++;
  }
  return edits;
}

async function describe(
  { commit, hunks, number, candidates: all }: FoundInCommit,
  target: string,
  candidates: readonly Candidate[],
  context: Description,
): Promise<MissedFinding> {
  const { subject, author, committed } = context.textOf(commit);
  const described: MissedHunk[] = [];
  for (const candidate of candidates) described.push(await describeHunk(candidate, target, subject, context));
  const origins = new Set(candidates.map(({ file }) => file.today));
  const edits = editsOf(context.together, number, origins, target);
  const isAligned = candidates.every(({ place }) => place.around !== undefined);
  const targets = new Set(all.flatMap((it) => (isAligned || it.place.around === undefined ? [it.target] : []))).size;
  const days = (context.textOf(context.newest).committed - committed) / DAY;
  const listed = described.filter((it) => it.class === 'behavior');
  const counted = listed.length > 0 ? candidates.filter((_, at) => described[at]?.class === 'behavior') : candidates;
  const weighed = weigh(counted, { subject, hunks, days, edits, targets }, context.vocabulary);
  const changed = CHANGE_CLASSES.find((name) => described.some((it) => it.class === name)) ?? 'behavior';
  return {
    id: `m_${createHash('sha256').update(`${commit}\n${target}`).digest('hex').slice(0, 20)}`,
    commit,
    date: new Date(committed * 1000).toISOString().replace('.000Z', 'Z'),
    subject,
    ...(context.options.authors && { author }),
    target,
    class: changed === 'behavior' && weighed.weight < MISSED_ORDER.likely_weight ? 'unlikely' : changed,
    evidence: EVIDENCES.find((name) => described.some((it) => it.evidence === name)) ?? 'similar',
    ...weighed,
    hunks: described,
  };
}
