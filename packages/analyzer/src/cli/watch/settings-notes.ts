import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { CONFIGURATION_FILE, CONFIGURATION_SCHEMA } from '@analyzer/core/scan/configuration-file.ts';
import type { ProjectSession } from '@analyzer/core/session/session.ts';

/** Members of a configuration file that count wherever it is. */
const COUNTED: readonly string[] = ['schema', '$schema', 'exclude'];

/** Says once of each configuration file in a watched folder that it has no effect, or not before the next start. */
export class SettingsNotes {
  readonly #session: Pick<ProjectSession, 'location' | 'configurationFiles'>;
  readonly #say: (line: string) => void;
  readonly #said = new Set<string>();
  /** Of the folder's own file. */
  readonly #first: string | undefined;

  constructor(session: Pick<ProjectSession, 'location' | 'configurationFiles'>, say: (line: string) => void) {
    this.#session = session;
    this.#say = say;
    this.#first = this.#ownText();
  }

  /** Call it after each reading of the project. */
  update(): void {
    for (const path of this.#session.configurationFiles) {
      if (path !== CONFIGURATION_FILE) {
        this.#once(`${path} has no effect: settings are those of the working folder.`);
      }
    }
    const text = this.#ownText();
    if (text === undefined) return;
    const isWorkingFolder = realpathSync(this.#session.location) === realpathSync('.');
    if (!isWorkingFolder && hasOtherSettings(text)) {
      this.#once(
        `${CONFIGURATION_FILE} of the watched folder: only its exclusions have an effect, other settings are those of the working folder.`,
      );
    }
    if (text === this.#first) return;
    if (!text.includes(CONFIGURATION_SCHEMA)) {
      this.#once(`${CONFIGURATION_FILE} has no effect: its "schema" is not "${CONFIGURATION_SCHEMA}".`);
    } else if (isWorkingFolder) {
      this.#once(`${CONFIGURATION_FILE} has changed: only its exclusions have an effect until watch starts again.`);
    }
  }

  #once(line: string): void {
    if (this.#said.has(line)) return;
    this.#said.add(line);
    this.#say(line);
  }

  #ownText(): string | undefined {
    if (!this.#session.configurationFiles.includes(CONFIGURATION_FILE)) return undefined;
    try {
      return readFileSync(join(this.#session.location, CONFIGURATION_FILE), 'utf8');
    } catch {
      return undefined;
    }
  }
}

function hasOtherSettings(text: string): boolean {
  try {
    const settings: unknown = JSON.parse(text);
    if (typeof settings !== 'object' || settings === null) return false;
    return 'schema' in settings && settings.schema === CONFIGURATION_SCHEMA && Object.keys(settings).some(isOther);
  } catch {
    // The session reports what is not JSON.
    return false;
  }
}

function isOther(name: string): boolean {
  return !COUNTED.includes(name);
}
