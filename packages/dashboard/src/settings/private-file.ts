import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { AnalyzerError } from '@analyzer/contracts';

/** Permission bits that let other users of the machine read or write. */
const OTHERS = 0o006;

/**
 * Reads a file of secrets through one descriptor: the checked file is the file that is read.
 *
 * @throws AnalyzerError if it is not a regular file, or other users can read or change it
 */
export function readPrivateFile(file: string): string {
  let descriptor: number | undefined;
  try {
    // Opening a FIFO must not wait for a writer.
    descriptor = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) throw new AnalyzerError('unreadable', { path: file, reason: 'it is not a regular file' });
    if (process.platform !== 'win32' && (stat.mode & OTHERS) !== 0) {
      const mode = (stat.mode & 0o777).toString(8).padStart(3, '0');
      const problem = `other users of this machine can read or change the file (mode ${mode})`;
      throw new AnalyzerError('invalid_file', { path: file, problem }, { hint: 'Run `chmod 600` on it.' });
    }
    return readFileSync(descriptor, 'utf8');
  } catch (error) {
    if (error instanceof AnalyzerError) throw error;
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new AnalyzerError('unreadable', { path: file, reason });
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
