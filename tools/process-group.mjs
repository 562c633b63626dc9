import { spawn } from 'node:child_process';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs a Node program in a process group of its own, and ends the complete group when the program ends or this process
 * is asked to end. The program itself may wait for a process and then handles no signal.
 *
 * @param {string[]} args the program and its arguments
 * @returns {Promise<number>} the exit code; 130 after a signal
 */
export function runGroup(args) {
  const child = spawn(process.execPath, args, { detached: true, stdio: ['ignore', 'inherit', 'inherit'] });
  const end = () => endGroup(child.pid);
  for (const signal of SIGNALS) process.on(signal, end);
  process.on('exit', end);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      end();
      for (const signal of SIGNALS) process.off(signal, end);
      process.off('exit', end);
      resolve(code ?? 130);
    });
  });
}

function endGroup(id) {
  if (id === undefined) return;
  try {
    process.kill(-id, 'SIGKILL');
  } catch (error) {
    // The group has no process any more.
    if (error.code !== 'ESRCH') throw error;
  }
}
