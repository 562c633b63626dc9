import { AnalyzerError } from '@analyzer/contracts';
import { Journal } from '@analyzer/core/extract/dispatch/journal.ts';
import { checkedRepositories } from '@analyzer/core/extract/hosting/check-repositories.ts';

import { GITHUB } from '@analyzer/core/extract/hosting/planfile/planfile-hosting.ts';
import { currentPlan, type ExtractionState } from '@analyzer/core/extract/state/model.ts';
import { readState, StateFile } from '@analyzer/core/extract/state/state-file.ts';
import { type PublishableTask, publishableTask, publishTask } from '@analyzer/core/extract/work/publish-task.ts';
import { visible } from '@analyzer/core/render/visible.ts';
import { interruptible } from '../output/interrupt.ts';
import { writeStream } from '../output/write-stream.ts';
import type { PublishTaskFlags } from './flags.ts';
import { type GitHubAccess, GitHubPullRequests } from './github-pull-requests.ts';
import { withProjects } from './with-projects.ts';

/** Says what would be sent, or pushes the branch of a task and opens its pull request. */
export async function publishCommand(key: string, flags: PublishTaskFlags): Promise<void> {
  await interruptible(async (signal) => {
    const access = flags.execute ? accessOf(process.env) : undefined;
    const file = await StateFile.lock(flags.state);
    try {
      const state = file.read() ?? readState(flags.state);
      await withProjects(state, flags, async (projects) => {
        const task = await publishableTask(key, new Journal(file, state), projects, signal);
        const repository = await repositoryOf(state, task.project, flags.state, signal);
        const requests = access && new GitHubPullRequests(access, repository, signal);
        const done = requests && (await publishTask(task, projects.rootOf(task.project), requests, signal));
        await writeStream(process.stdout, linesOf(task, repository, done), signal);
      });
    } finally {
      file.release();
    }
  });
}

type Done = Awaited<ReturnType<typeof publishTask>> | undefined;

function linesOf({ branch, commit, title }: PublishableTask, repository: string, done: Done): string[] {
  const request = done === undefined ? title : `${done.url}${done.isOpen ? ' (open before)' : ''}`;
  const facts = [
    [done === undefined ? 'would push' : 'pushed', `${branch} (${commit.slice(0, 12)}) to ${repository}`],
    [done === undefined ? 'would open' : 'opened', request],
  ];
  const lines = facts.map(([label = '', value = '']) => `${label.padEnd(10)} ${visible(value)}\n`);
  return done === undefined ? [...lines, 'nothing is sent without --execute\n'] : lines;
}

/** @throws AnalyzerError `invalid_file` if the remote origin is not the repository of the configuration */
async function repositoryOf(
  state: ExtractionState,
  project: string,
  path: string,
  signal: AbortSignal,
): Promise<string> {
  const checkouts = state.checkouts.filter((checkout) => checkout.project === project);
  const location = { path, pointer: `/plans/${state.plans.length - 1}/config` };
  const sources = { checkouts, trackerRepository: async () => undefined, host: GITHUB, signal };
  const found = await checkedRepositories(currentPlan(state).config, sources, location);
  const repository = found.get(project);
  if (repository === undefined) throw new RangeError(`the project ${project} has no repository`);
  return repository;
}

/** The address is another one for tests and GitHub Enterprise. */
function accessOf({
  GH_TOKEN,
  GITHUB_TOKEN,
  GITHUB_API_URL = 'https://api.github.com',
}: NodeJS.ProcessEnv): GitHubAccess {
  const token = GH_TOKEN || GITHUB_TOKEN;
  const refuse = (problem: string, hint: string) => new AnalyzerError('usage', { problem }, { hint });
  if (!token)
    throw refuse('the pull request needs a token', 'Set GH_TOKEN, for example to the output of `gh auth token`.');
  const url = URL.canParse(GITHUB_API_URL) ? new URL(GITHUB_API_URL) : undefined;
  const isLocal = url?.protocol === 'http:' && url.hostname === '127.0.0.1';
  if (url === undefined || !(url.protocol === 'https:' || isLocal)) {
    throw refuse('GITHUB_API_URL is not an address with https', 'Remove it, or set it to https://api.github.com.');
  }
  return { api: GITHUB_API_URL.replace(/\/+$/, ''), token };
}
