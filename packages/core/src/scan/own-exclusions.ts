import { AnalyzerError } from '@analyzer/contracts';
import { isList, isTable, type Json, parseJson, textAt } from '#relate/settings/json.ts';
import { SettingError } from '#relate/settings/setting-error.ts';
import { Glob } from '#tree/globs/glob.ts';
import { NOT_A_FILE } from '#tree/read-start.ts';
import type { TreeSource } from '#tree/source.ts';
import { CONFIGURATION_FILE, CONFIGURATION_MEBIBYTES, CONFIGURATION_SCHEMA } from './configuration-file.ts';

const HINT = `Fix or remove it, or use --no-config, which ignores ${CONFIGURATION_FILE}.`;

/**
 * The globs that the configuration file of a scanned folder excludes. No other setting of that file applies: the folder
 * may belong to another team.
 *
 * @throws AnalyzerError `unreadable`; `usage` for a file of this program that is not valid
 */
export async function ownExclusions(source: TreeSource): Promise<Glob[]> {
  const read = await source.readOwn(CONFIGURATION_FILE, CONFIGURATION_MEBIBYTES * 1024 * 1024);
  // Links are not followed in a scanned folder.
  if (read === undefined || read === NOT_A_FILE) return [];
  if (typeof read === 'string') {
    throw new AnalyzerError('unreadable', { path: CONFIGURATION_FILE, reason: read }, { hint: HINT });
  }
  // A file of another program is not parsed.
  return Buffer.from(read.buffer, read.byteOffset, read.length).includes(CONFIGURATION_SCHEMA) ? excludedBy(read) : [];
}

function excludedBy(bytes: Uint8Array): Glob[] {
  const settings = parse(bytes);
  if (!isTable(settings) || textAt(settings, 'schema') !== CONFIGURATION_SCHEMA) return [];
  const exclude = settings.get('exclude');
  if (exclude === undefined) return [];
  if (exclude === null || !isList(exclude)) throw invalid('/exclude must be a list');
  return exclude.map((glob, index) => {
    if (typeof glob !== 'string' || glob === '') throw invalid(`/exclude/${index} must be a glob`);
    return new Glob(glob, `${CONFIGURATION_FILE} /exclude/${index}`);
  });
}

function parse(bytes: Uint8Array): Json {
  try {
    return parseJson(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch (error) {
    throw invalid(error instanceof SettingError ? error.message : 'it is not UTF-8');
  }
}

function invalid(problem: string): AnalyzerError {
  return new AnalyzerError('usage', { problem: `${CONFIGURATION_FILE}: ${problem}` }, { hint: HINT });
}
