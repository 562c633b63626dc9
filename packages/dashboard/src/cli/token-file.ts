import { AnalyzerError } from '@analyzer/contracts';
import { TOKEN_LEAST, Tokens } from '../http/tokens.ts';
import { readPrivateFile } from '../settings/private-file.ts';

const NEW_TOKEN = `Tokens have at least ${TOKEN_LEAST} characters; \`openssl rand -hex 32\` prints one.`;

/**
 * @param file path of the token file, if set
 * @param forAll value of DASHBOARD_TOKEN
 * @throws AnalyzerError with file, line and remedy
 */
export function readTokens(file: string | undefined, forAll: string | undefined): Tokens {
  const text = file === undefined ? undefined : readPrivateFile(file);
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
