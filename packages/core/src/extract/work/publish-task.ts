import { createHash } from 'node:crypto';
import { AnalyzerError } from '@analyzer/contracts';
import type { TaskResultV1 } from '@analyzer/contracts/analyzer.task-result.v1';
import { redacted } from '#query/redact/secrets.ts';
import { runGit } from '#tree/git/run-git.ts';
import type { Journal } from '../dispatch/journal.ts';
import { currentStates } from '../dispatch/run-tasks.ts';
import type { Projects } from '../dispatch/survey.ts';
import type { TaskStatus } from '../dispatch/task-states.ts';
import { neutralText } from '../hosting/neutral-text.ts';
import { originOf } from '../hosting/origin.ts';
import type { PullRequest, PullRequests } from '../hosting/pull-requests.ts';
import { changesFiles, taskOf } from './begin-task.ts';
import { GitWork } from './git-work.ts';
import { branchOf } from './work-tree.ts';

/** The branch of a complete task, and the pull request that it would get. */
export interface PublishableTask {
  key: string;
  project: string;
  branch: string;
  /** Id of its last commit. */
  commit: string;
  title: string;
  text: string;
}

/**
 * A task whose work can be published: it is complete, and its branch in the repository has the files of the result.
 *
 * @param key of the task in the plan, or of its ticket
 * @throws AnalyzerError `not_found`, `usage`, `tracker_unavailable`, `cancelled`
 */
export async function publishableTask(
  key: string,
  journal: Journal,
  projects: Projects,
  signal?: AbortSignal,
): Promise<PublishableTask> {
  const one = taskOf(key, await currentStates(journal, projects));
  const { task, recorded, state, reason, check } = one;
  const refuse = (problem: string, hint: string) => new AnalyzerError('usage', { problem }, { hint });
  if (!changesFiles(task.stage)) throw refuse(`${key} changes no file`, 'Publish the tasks after it.');
  if (state !== 'complete') {
    throw refuse(
      `${key} is not complete, but ${state}: ${reason}`,
      `Begin and submit it: \`analyzer tickets explain ${key}\`.`,
    );
  }
  const branch = branchOf(recorded?.task_key ?? task.task_key);
  const root = projects.rootOf(task.project);
  const commit = await commitOf(root, branch, signal);
  if (commit === undefined) {
    throw refuse(
      `the repository of ${task.project} has no branch ${branch}`,
      'Only work that was begun with `tickets begin` has a branch.',
    );
  }
  const other =
    check.state === 'verified' ? await otherFile(check.delivery.result, commit, new GitWork(root, signal)) : undefined;
  if (other !== undefined) {
    const hint = 'Begin and submit the task again, or set the branch back to the work that was submitted.';
    throw refuse(`${other} of ${branch} is not as in the result of the task`, hint);
  }
  const title = redacted(neutralText(task.title));
  return { key, project: task.project, branch, commit, title, text: redacted(neutralText(textOf(one, commit))) };
}

/** The first file of a commit that differs from a result; undefined if none does. */
async function otherFile(
  { changed_files: files }: TaskResultV1,
  commit: string,
  git: GitWork,
): Promise<string | undefined> {
  for (const { path, after } of files) {
    const blob = await git.blob(commit, path);
    const hash = blob === undefined ? null : createHash('sha256').update(blob).digest('hex');
    if (hash !== after) return path;
  }
  return undefined;
}

async function commitOf(root: string, branch: string, signal?: AbortSignal): Promise<string | undefined> {
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `refs/heads/${branch}^{commit}`];
  const { code, stdout } = await runGit(root, args, signal);
  return code === 0 ? stdout.toString('utf8').trim() : undefined;
}

/** What a reviewer must know; the code speaks for itself. */
function textOf({ task, recorded, reason }: TaskStatus, commit: string): string {
  return [
    `Task \`${recorded?.task_key ?? task.task_key}\` (${task.stage}) of an extraction of repeated code: ${reason}.`,
    '',
    `The branch has this work and that of the tasks before it in this project, up to ${commit.slice(0, 12)}.`,
    '',
  ].join('\n');
}

/** Only with a server, encrypted. */
const PROTOCOLS = 'https:ssh';
const PUSH = ['push', '--quiet', '--no-verify', '--no-recurse-submodules', '--no-follow-tags', '--no-signed'];

/**
 * Pushes one branch to the remote `origin`, never forced, and opens its pull request. No hook runs; how to connect and to
 * log in is as the user configured it for Git.
 *
 * @param root absolute path of the project, whose remote `origin` was compared with the configuration
 * @throws AnalyzerError `tracker_unavailable` if the server or the service refuses or does not answer; `cancelled`
 */
export async function publishTask(
  { branch, commit, title, text, project }: PublishableTask,
  root: string,
  pullRequests: PullRequests,
  signal?: AbortSignal,
): Promise<PullRequest> {
  const origin = await originOf(root, signal);
  if ('problem' in origin) throw new AnalyzerError('tracker_unavailable', { problem: origin.problem }, {});
  const args = [...PUSH, '--end-of-options', origin.address, `${commit}:refs/heads/${branch}`];
  const { code, stderr } = await runGit(root, args, signal, '', PROTOCOLS);
  if (code !== 0) {
    // The first line can be the address.
    const reason = stderr.split('\n').find((line) => /rejected|denied|fatal|error/i.test(line)) ?? 'it names no reason';
    const problem = redacted(
      `git did not push ${branch} of ${project}: ${reason.replaceAll(origin.address, 'origin').trim()}`,
    );
    const hint = 'Try `git fetch origin` in the project. A branch that others changed is not overwritten.';
    throw new AnalyzerError('tracker_unavailable', { problem }, { hint });
  }
  return pullRequests.open({ branch, title, text });
}
