import { type ChildProcess, spawn } from 'node:child_process';
import { watch } from 'node:fs';

/** A build writes several files; it is complete after this time without a change, in milliseconds. */
const QUIET_MS = 400;

/**
 * Runs the server in a process of its own and restarts it when a file of the program changes. The next server starts
 * after the previous one has ended and released the data folder and the port.
 *
 * @param args the command line without `--reload`
 * @param folder of the program
 */
export async function reloadCommand(args: readonly string[], folder: string): Promise<void> {
  let child: ChildProcess | undefined;
  let ending = false;
  let changed = false;
  const start = (): void => {
    changed = false;
    const [program = ''] = process.argv.slice(1);
    const started = spawn(process.execPath, [program, ...args], { stdio: 'inherit' });
    child = started;
    started.once('exit', (code) => {
      child = undefined;
      if (ending) finish(code ?? 1);
      // A server that failed is restarted after the next change, which may fix it.
      else if (changed) start();
    });
  };
  const reload = (): void => {
    changed = true;
    if (child === undefined) start();
    else child.kill('SIGTERM');
  };
  let timer: NodeJS.Timeout | undefined;
  const watcher = watch(folder, { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(reload, QUIET_MS);
  });
  let finish: (code: number) => void = () => undefined;
  const finished = new Promise<number>((resolve) => {
    finish = resolve;
  });
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      ending = true;
      if (child === undefined) finish(0);
      else child.kill(name);
    });
  }
  start();
  process.exitCode = await finished;
  clearTimeout(timer);
  watcher.close();
}
