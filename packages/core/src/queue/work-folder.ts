import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';

/** Names of the folders of this machine, without characters that end a name. */
const PREFIX = `analyzer-worker-${hostname().replace(/[^\w.]/g, '_')}-`;
const RANDOM = /^(\d+)-\w{6}$/;

/** A folder for the files of one job. */
export class WorkFolder {
  readonly path: string;

  constructor() {
    this.path = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }

  /** Removes the folders of workers of this user that ended without removing them. */
  static removeAbandoned(): void {
    const above = tmpdir();
    for (const name of readdirSync(above)) {
      const [, pid] = (name.startsWith(PREFIX) && RANDOM.exec(name.slice(PREFIX.length))) || [];
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
