import { AnalyzerError } from '@analyzer/contracts';
import type { NewPullRequest, PullRequest, PullRequests } from '@analyzer/core/extract/hosting/pull-requests.ts';
import { redacted } from '@analyzer/core/query/redact/secrets.ts';

export interface GitHubAccess {
  /** Address of the API, `https://api.github.com`. */
  api: string;
  token: string;
}

const WITHIN_MS = 30_000;
/** Of an answer. */
const MAX_CHARACTERS = 1024 * 1024;
const TOKEN =
  'Check the token in GH_TOKEN or GITHUB_TOKEN: it must permit to read and write pull requests of the repository.';

/** The pull requests of a repository of GitHub, by its REST API, version 2022-11-28. */
export class GitHubPullRequests implements PullRequests {
  readonly #access: GitHubAccess;
  readonly #repository: string;
  readonly #signal: AbortSignal | undefined;

  /** @param repository organization/repository */
  constructor(access: GitHubAccess, repository: string, signal?: AbortSignal) {
    this.#access = access;
    this.#repository = repository;
    this.#signal = signal;
  }

  async open({ branch, title, text }: NewPullRequest): Promise<PullRequest> {
    const [owner = ''] = this.#repository.split('/');
    const of = new URLSearchParams({ state: 'open', head: `${owner}:${branch}` });
    const known = await this.#request('GET', `/pulls?${of}`);
    const [first] = Array.isArray(known) ? known : [];
    if (first !== undefined) return { ...this.#pullRequest(first), isOpen: true };
    const base = property(await this.#request('GET', ''), 'default_branch');
    if (typeof base !== 'string') throw this.#failure('the answer names no default branch');
    const created = await this.#request('POST', '/pulls', { title, body: text, head: branch, base });
    return { ...this.#pullRequest(created), isOpen: false };
  }

  #pullRequest(answer: unknown): Omit<PullRequest, 'isOpen'> {
    const [number, url] = [property(answer, 'number'), property(answer, 'html_url')];
    if (typeof number === 'number' && typeof url === 'string') return { number, url };
    throw this.#failure('the answer is not a pull request');
  }

  async #request(method: string, path: string, body?: object): Promise<unknown> {
    const { api, token } = this.#access;
    const limit = AbortSignal.timeout(WITHIN_MS);
    try {
      const response = await fetch(`${api}/repos/${this.#repository}${path}`, {
        method,
        headers: {
          accept: 'application/vnd.github+json',
          authorization: `Bearer ${token}`,
          'user-agent': 'analyzer',
          'x-github-api-version': '2022-11-28',
        },
        redirect: 'error',
        signal: this.#signal === undefined ? limit : AbortSignal.any([limit, this.#signal]),
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      const answer: unknown = text.length > MAX_CHARACTERS ? undefined : parsed(text);
      if (response.ok) return answer;
      const message = property(answer, 'message');
      const reason = typeof message === 'string' ? `: ${message.slice(0, 200)}` : '';
      throw this.#failure(`it answers ${response.status}${reason}`);
    } catch (error) {
      if (error instanceof AnalyzerError) throw error;
      if (this.#signal?.aborted) throw new AnalyzerError('cancelled', {});
      throw this.#failure(limit.aborted ? `no answer within ${WITHIN_MS / 1000} s` : 'no connection', error);
    }
  }

  #failure(reason: string, cause?: unknown): AnalyzerError {
    const problem = redacted(`the hosting service of ${this.#repository} opened no pull request: ${reason}`);
    return new AnalyzerError('tracker_unavailable', { problem }, { hint: TOKEN, cause });
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function property(answer: unknown, name: string): unknown {
  return typeof answer === 'object' && answer !== null ? Reflect.get(answer, name) : undefined;
}
