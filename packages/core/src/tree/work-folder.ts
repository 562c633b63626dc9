import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';

/** What the files are for; part of the folder's name. */
export type Work = 'worker' | 'parts';

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
