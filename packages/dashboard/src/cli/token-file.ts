import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { AnalyzerError } from '@analyzer/contracts';
import { TOKEN_LEAST, Tokens } from '../http/tokens.ts';

/** Permission bits that let other users of the machine read or write. */
const OTHERS = 0o006;
const NEW_TOKEN = `Tokens have at least ${TOKEN_LEAST} characters; \`openssl rand -hex 32\` prints one.`;

/**
 * @param file path of the token file, if set
 * @param forAll value of DASHBOARD_TOKEN
 * @throws AnalyzerError with file, line and remedy
 */
export function readTokens(file: string | undefined, forAll: string | undefined): Tokens {
  const text = file === undefined ? undefined : textOf(file);
  const tokens = parsed(file ?? 'DASHBOARD_TOKEN', text, forAll);
  if (file === undefined || tokens.required) return tokens;
  throw new AnalyzerError('invalid_file', { path: file, problem: 'the file has no token' }, { hint: NEW_TOKEN });
}

function parsed(path: string, text: string | undefined, forAll: string | undefined): Tokens {
  const invalid = (source: string, error: unknown): AnalyzerError => {
    const problem = error instanceof Error ? error.message : String(error);
    return new AnalyzerError('invalid_file', { path: source, problem }, { hint: NEW_TOKEN });
  };
  try {
    Tokens.read(undefined, forAll);
  } catch (error) {
    throw invalid('DASHBOARD_TOKEN', error);
  }
  try {
    return Tokens.read(text, forAll);
  } catch (error) {
    throw invalid(path, error);
  }
}

/** Reads the file through one descriptor: the checked file is the file that is read. */
function textOf(file: string): string {
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
