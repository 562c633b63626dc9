import { AnalyzerError } from '@analyzer/contracts';

/**
 * Converts the error of a server that cannot listen on a port.
 *
 * @param option of the command that sets the port
 */
export function listenError(error: unknown, port: number, option = '--port'): unknown {
  if (!(error instanceof Error)) return error;
  const code = 'code' in error ? String(error.code) : error.message;
  if (code.includes('EADDRINUSE')) {
    const hint = `Stop the program that uses it, or choose another one with ${option}; 0 selects a free one.`;
    return new AnalyzerError('busy', { problem: `port ${port} is in use` }, { hint, cause: error });
  }
  if (code.includes('EACCES')) {
    const hint = `Choose a port from 1024 with ${option}.`;
    return new AnalyzerError('usage', { problem: `port ${port} needs administrator rights` }, { hint, cause: error });
  }
  return error;
}
