import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readInputFile } from '#tree/input-file.ts';

const SECRET_NAME = /TOKEN|SECRET|PASSW|PASSPHRASE|API_?KEY|ACCESS_?KEY|PRIVATE_?KEY|CREDENTIAL|_AUTH$/i;
/** Shorter values occur in other texts. */
const MIN_LENGTH = 8;
const LARGEST_FILE = 1024 * 1024;
const STORE = '.planfile';
const SETTING = /^[ \t]*(?:export[ \t]+)?["']?([A-Za-z_][A-Za-z0-9_-]{0,99})["']?[ \t]*[:=][ \t]*(.{1,4000})$/gm;

/**
 * The secrets that an executor could print: values of environment variables with the name of a secret, and of such
 * settings in the files from which the tracker reads its token.
 *
 * @param root absolute path of the project
 */
export function secretValues(environment: NodeJS.ProcessEnv, root: string): string[] {
  const values = new Set<string>();
  const add = (name: string, value: string): void => {
    if (!SECRET_NAME.test(name)) return;
    // Programs print a long value, such as a key, line by line.
    for (const line of value.split('\n').map((part) => part.trim())) if (isSecret(line)) values.add(line);
  };
  for (const [name, value = ''] of Object.entries(environment)) add(name, value);
  for (const text of trackerSettings(root)) {
    for (const [, name = '', value = ''] of text.matchAll(SETTING)) add(name, unquoted(value));
  }
  return [...values];
}

/** A reference to a variable is not a secret. */
function isSecret(value: string): boolean {
  return value.length >= MIN_LENGTH && !value.startsWith('$');
}

function unquoted(value: string): string {
  const [, quoted] = /^(?:"([^"]*)"|'([^']*)')/.exec(value)?.filter((part) => part !== undefined) ?? [];
  return quoted ?? value.replace(/\s+#.*$/, '').trim();
}

function trackerSettings(root: string): string[] {
  return [root, join(root, STORE)].flatMap((folder) =>
    namesIn(folder)
      .filter((name) => name === '.env' || /\.planfile\.ya?ml$/.test(name))
      .map((name) => textOf(join(folder, name))),
  );
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Empty if it cannot be read: then the executor cannot read it either. */
function textOf(path: string): string {
  try {
    return readInputFile(path, { limit: LARGEST_FILE, follow: true })?.toString('utf8') ?? '';
  } catch {
    return '';
  }
}
