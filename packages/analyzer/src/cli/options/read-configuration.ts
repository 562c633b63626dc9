import { validate } from '@analyzer/contracts/analyzer.config.v1/validate';
import { SettingsFile } from '@analyzer/core/discovery/settings-file.ts';
import { requireSide } from '@analyzer/core/lists/intended-mirror.ts';
import {
  CONFIGURATION_FILE,
  CONFIGURATION_MEBIBYTES,
  CONFIGURATION_SCHEMA,
} from '@analyzer/core/scan/configuration-file.ts';
import { completeOptions } from '@analyzer/core/scan/options.ts';
import { Glob } from '@analyzer/core/tree/globs/glob.ts';
import type { Configuration, ConfigurationChoice } from './configuration.ts';

/**
 * Reads the configuration file that `--config` names, or that of the working folder.
 *
 * @param warn receives the reason why a file of the working folder has no effect
 * @returns undefined without a file, or with one of another program
 * @throws AnalyzerError `not_found` and `unreadable`; `invalid_file` with the location of the problem
 */
export function readConfiguration(
  { config }: ConfigurationChoice,
  warn: (line: string) => void,
): Configuration | undefined {
  if (config === false) return undefined;
  const path = config ?? CONFIGURATION_FILE;
  const file = new SettingsFile(path, {
    what: 'configuration file',
    schema: CONFIGURATION_SCHEMA,
    mebibytes: CONFIGURATION_MEBIBYTES,
    follow: config !== undefined,
  });
  const value = config === undefined ? file.read() : file.readExisting();
  if (value === undefined) return undefined;
  if (config === undefined && !isOurs(value)) {
    warn(
      `${path} has no effect: its "schema" is not "${CONFIGURATION_SCHEMA}". It may belong to another program; --no-config ignores it.`,
    );
    return undefined;
  }
  const settings = file.validated(value, validate);
  for (const name of ['exclude', 'test_globs', 'generated_globs'] as const) {
    for (const [index, glob] of (settings[name] ?? []).entries()) {
      file.at(`/${name}/${index}`, () => new Glob(glob, name));
    }
  }
  for (const [index, folder] of (settings.source_roots ?? []).entries()) {
    file.at(`/source_roots/${index}`, () => completeOptions({ source_roots: [folder] }));
  }
  for (const [index, mirror] of (settings.mirrors ?? []).entries()) {
    for (const side of mirror.between.keys()) {
      file.at(`/mirrors/${index}/between/${side}`, () => requireSide(mirror, side));
    }
  }
  return { file, settings };
}

function isOurs(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'schema' in value && value.schema === CONFIGURATION_SCHEMA;
}
