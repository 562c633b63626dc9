import { AnalyzerError } from '@analyzer/contracts';
import { type GitAnswer, runGit } from '#tree/git/run-git.ts';

/** Commands of Git that change a repository. No hook, no filter and no signing program runs. */
export class GitWork {
  readonly #root: string;
  readonly #signal: AbortSignal | undefined;
  #settings: readonly string[] | undefined;

  /** @param root absolute path of a folder in the repository */
  constructor(root: string, signal?: AbortSignal) {
    this.#root = root;
    this.#signal = signal;
  }

  /** The path of the folder from the root of its repository, with a slash at its end; empty for the root. */
  async prefix(): Promise<string> {
    return (await this.#text(['rev-parse', '--show-prefix'], 'the project is in no Git repository')).trim();
  }

  /** Adds a work tree with a new branch that starts at the commit of this one. */
  async addWorkTree(path: string, branch: string): Promise<void> {
    await this.#text(['worktree', 'add', '--quiet', '-b', branch, path, 'HEAD'], 'Git cannot add a work tree');
  }

  /** Continues on a new branch. */
  async startBranch(branch: string): Promise<void> {
    await this.#text(['switch', '--quiet', '--create', branch], `Git cannot create the branch ${branch}`);
  }

  /** Whether a tracked or new file differs from the commit. */
  async isClean(): Promise<boolean> {
    return (await this.#text(['status', '--porcelain'], 'Git cannot read the work tree')) === '';
  }

  /** Commits files of this folder; nothing if none changed. */
  async commit(paths: readonly string[], message: string): Promise<void> {
    if (paths.length === 0) return;
    const list = `${paths.join('\0')}\0`;
    const from = ['--pathspec-from-file=-', '--pathspec-file-nul'];
    await this.#text(['--literal-pathspecs', 'add', '--all', ...from], 'Git cannot add the files', list);
    const staged = await this.#run(['diff', '--cached', '--quiet']);
    if (staged.code === 0) return;
    const args = ['commit', '--quiet', '--no-verify', '--no-gpg-sign', '--message', message];
    await this.#text(args, 'Git cannot commit the work');
  }

  /** The changes of this folder since a commit, as a patch. */
  async patch(commit: string): Promise<Buffer> {
    const args = ['diff', '--no-ext-diff', '--no-textconv', '--no-color', '--binary', '--relative', commit];
    return (await this.#run(args)).stdout;
  }

  /** The content of a file in a commit; undefined if the commit does not have it. */
  async blob(commit: string, path: string): Promise<Buffer | undefined> {
    const { code, stdout } = await this.#run(['cat-file', 'blob', `${commit}:./${path}`]);
    return code === 0 ? stdout : undefined;
  }

  /** The files of this folder that Git tracks, or would track. */
  async listedFiles(): Promise<string[]> {
    const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
    const text = await this.#text(args, 'Git cannot list the files');
    return text.split('\0').filter((path) => path !== '');
  }

  async #text(args: readonly string[], problem: string, input = ''): Promise<string> {
    const { code, stdout, stderr } = await this.#run(args, input);
    if (code === 0) return stdout.toString('utf8');
    const [reason = ''] = stderr.trim().split('\n');
    const hint = 'Correct it in the repository, then run the command again.';
    throw new AnalyzerError('usage', { problem: `${problem}: ${reason}` }, { hint });
  }

  async #run(args: readonly string[], input = ''): Promise<GitAnswer> {
    this.#settings ??= await this.#withoutFilters();
    return runGit(this.#root, [...this.#settings, ...args], this.#signal, input);
  }

  /** Settings that replace every configured filter by none. */
  async #withoutFilters(): Promise<string[]> {
    const args = ['config', '--name-only', '--null', '--get-regexp', '^filter\\.'];
    const { stdout } = await runGit(this.#root, args, this.#signal);
    const names = stdout
      .toString('utf8')
      .split('\0')
      .flatMap((key) => /^filter\.(.*)\.[^.]*$/s.exec(key)?.[1] ?? []);
    return [...new Set(names)].flatMap((name) => [
      ...['clean', 'smudge', 'process'].flatMap((kind) => ['-c', `filter.${name}.${kind}=`]),
      '-c',
      `filter.${name}.required=false`,
    ]);
  }
}
