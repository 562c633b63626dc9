import { existsSync } from 'node:fs';

/** Arguments of the program itself; the shortcut leaves them alone. */
const OWN = new Set(['help', '-h', '--help', '-V', '--version']);

/**
 * Lets `analyzer <path>` and `analyzer --detail full <path>` mean `analyzer scan …`. A word that is neither a command
 * nor anything on disk is left to the parser, which knows similar commands.
 */
export function withShortcut(args: readonly string[], commands: readonly string[]): string[] {
  const [first = ''] = args;
  if (commands.includes(first) || OWN.has(first)) return [...args];
  const isPath = first.startsWith('-') || first.includes('/') || existsSync(first);
  return isPath ? ['scan', ...args] : [...args];
}
