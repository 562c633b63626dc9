import { existsSync } from 'node:fs';

/** Arguments of the program itself, which the shortcut does not change. */
const OWN = new Set(['help', '-h', '--help', '-V', '--version']);

/**
 * Expands `analyzer <path>` and `analyzer --detail full <path>` to `analyzer scan …`. A word that is neither a command
 * nor a path is unchanged, so that commander suggests similar commands.
 */
export function withShortcut(args: readonly string[], commands: readonly string[]): string[] {
  const [first = ''] = args;
  if (commands.includes(first) || OWN.has(first)) return [...args];
  const isPath = first.startsWith('-') || first.includes('/') || existsSync(first);
  return isPath ? ['scan', ...args] : [...args];
}
