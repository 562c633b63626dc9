import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { join } from 'node:path';
import { ANALYZER, BENCH } from '../folders.ts';

export type Protocol = 'rest' | 'grpc';

export interface Started {
  child: ChildProcess;
  port: number;
  stop(): Promise<void>;
}

/** Priority of the measured processes, if the system permits it: the machine runs other programs. */
const PRIORITY = -10;

/** Starts `analyzer serve` on a free port. */
export function startServer(protocol: Protocol, db: string): Promise<Started> {
  return start([ANALYZER, 'serve', protocol, '--db', db, '--port', '0']);
}

/** Starts a server that answers every request with this number of bytes. */
export function startBare(bytes: number): Promise<Started> {
  return start([join(BENCH, 'dist/bare-rest.js'), String(bytes)]);
}

function start(args: readonly string[]): Promise<Started> {
  const child = spawn(process.execPath, [...args], { stdio: ['ignore', 'ignore', 'pipe'] });
  prefer(child.pid);
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      child.once('close', () => resolve());
      child.kill('SIGTERM');
    });
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error(`${args.join(' ')} ended`)));
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      const port = /127\.0\.0\.1:(\d+)/.exec(text)?.[1];
      if (port !== undefined) resolve({ child, port: Number(port), stop });
    });
  });
}

/** @returns whether the system permits it */
export function prefer(pid: number | undefined): boolean {
  try {
    if (getPriority(pid) <= PRIORITY) return true;
    setPriority(pid ?? 0, PRIORITY);
    return true;
  } catch {
    return false;
  }
}

/** Resident memory of a process, in MB. */
export function residentMb({ pid }: ChildProcess): number {
  const kb = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kb) / 1024;
}

/** User and system time of a process, in seconds. */
export function cpuSeconds({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
