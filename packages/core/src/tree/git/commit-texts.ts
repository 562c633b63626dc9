import { runGit } from './run-git.ts';

/** Header and subject of a commit; a stranger wrote all of it. */
export interface CommitText {
  subject: string;
  author: string;
  /** Seconds since 1970. */
  committed: number;
}

/** @returns by commit; commits that cannot be read are missing */
export async function readCommits(
  folder: string,
  commits: readonly string[],
  signal?: AbortSignal,
): Promise<Map<string, CommitText>> {
  const request = commits.map((it) => `${it}\n`).join('');
  const { stdout } = await runGit(folder, ['cat-file', '--batch'], signal, request);
  const found = new Map<string, CommitText>();
  for (let at = 0; at < stdout.length; ) {
    const end = stdout.indexOf(0x0a, at);
    if (end < 0) break;
    const [id = '', kind, size] = stdout.toString('latin1', at, end).split(' ');
    at = end + 1;
    if (size === undefined) continue;
    if (kind === 'commit') found.set(id, textOf(stdout.subarray(at, at + Number(size)).toString()));
    at += Number(size) + 1;
  }
  return found;
}

function textOf(commit: string): CommitText {
  const blank = commit.indexOf('\n\n');
  const header = blank < 0 ? commit : commit.slice(0, blank);
  const [subject = ''] =
    blank < 0
      ? []
      : commit
          .slice(blank + 2)
          .replace(/^\n+/, '')
          .split('\n');
  const author = /^author (.*?) ?<[^>\n]*> /m.exec(header)?.[1] ?? '';
  const committed = Number(/^committer .*> (\d+) [-+]\d+$/m.exec(header)?.[1] ?? 0);
  return { subject: subject.trim(), author, committed };
}
