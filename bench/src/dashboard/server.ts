import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../packages/dashboard/bin/dashboard.js', import.meta.url));
const bare = fileURLToPath(new URL('bare-server.js', import.meta.url));

export interface Started {
  child: ChildProcess;
  port: number;
  /** From the start to the printed address, in milliseconds. */
  bootMs: number;
}

export function startDashboard(folder: string, ...args: string[]): Promise<Started> {
  return start([program, '--port', '0', '--data-dir', folder, ...args]);
}

export function startBare(file: string): Promise<Started> {
  return start([bare, file]);
}

function start(args: readonly string[]): Promise<Started> {
  const began = performance.now();
  const child = spawn(process.execPath, [...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stderr?.on('data', (data) => {
    output += data;
  });
  return new Promise((resolve, reject) => {
    child.stdout?.once('data', (data) => {
      const port = Number(new URL(String(data).trim()).port);
      resolve({ child, port, bootMs: performance.now() - began });
    });
    child.once('exit', () => reject(new Error(output)));
  });
}

export function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill(signal);
  });
}

/** Memory of a process in megabytes, as Linux counts it. */
export function residentMb(child: ChildProcess): number {
  return statusOf(child, 'VmRSS') / 1024;
}

/** The most memory that a process had until now, in megabytes. */
export function peakMb(child: ChildProcess): number {
  return statusOf(child, 'VmHWM') / 1024;
}

/** Processor time of a process in milliseconds, in steps of 10 ms. */
export function processorMs({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** In kilobytes. */
function statusOf({ pid }: ChildProcess, key: string): number {
  return Number(new RegExp(`${key}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
}
