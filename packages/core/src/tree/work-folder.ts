import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { AnalyzerError } from '@analyzer/contracts';
import { failureOf } from './failure.ts';

/** What the files are for; part of the folder's name. */
export type Work = 'worker' | 'parts' | 'index' | 'group';

/** Start of the names of the folders of this machine, without characters that end a name. */
const prefixOf = (work: Work) => `analyzer-${work}-${hostname().replace(/[^\w.]/g, '_')}-`;
const RANDOM = /^(\d+)-\w{6}$/;

/** A temporary folder that only this user can open. */
export class WorkFolder {
  /** Absolute. */
  readonly path: string;

  constructor(work: Work) {
    this.path = mkdtempSync(join(tmpdir(), `${prefixOf(work)}${process.pid}-`));
  }

  /** @throws AnalyzerError `output_failed` if the system refuses to create it */
  static create(work: Work): WorkFolder {
    try {
      return new WorkFolder(work);
    } catch (error) {
      throw temporaryFilesError(error);
    }
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }

  /** Removes the folders of processes of this user that ended without removing them. */
  static removeAbandoned(work: Work): void {
    const above = tmpdir();
    const prefix = prefixOf(work);
    for (const name of readdirSync(above)) {
      const [, pid] = (name.startsWith(prefix) && RANDOM.exec(name.slice(prefix.length))) || [];
      if (pid === undefined || isRunning(Number(pid)) || !isOwn(join(above, name))) continue;
      rmSync(join(above, name), { recursive: true, force: true });
    }
  }
}

/**
 * The user-visible error of a temporary file that cannot be written.
 *
 * @throws the error itself if it is not from a system call
 */
export function temporaryFilesError(cause: unknown): AnalyzerError {
  const { code, reason } = failureOf(cause);
  return new AnalyzerError(
    'output_failed',
    { path: 'temporary files', reason: `${code === 'ENOENT' ? 'no such folder' : reason}: ${tmpdir()}` },
    { hint: 'Free space there, or set TMPDIR to a folder where this user may write.', cause },
  );
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}

function isOwn(path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat?.isDirectory() === true && stat.uid === process.getuid?.();
}
