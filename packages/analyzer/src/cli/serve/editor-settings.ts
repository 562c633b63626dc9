import { AnalyzerError } from '@analyzer/contracts';
import type { ConfigV1 } from '@analyzer/contracts/analyzer.config.v1';
import { validate } from '@analyzer/contracts/analyzer.config.v1/validate';
import { nearest } from '@analyzer/contracts/nearest';
import { fieldErrorOf } from '@analyzer/contracts/schema-problem';
import { CONFIGURATION_SCHEMA } from '@analyzer/core/scan/configuration-file.ts';
import { completeOptions } from '@analyzer/core/scan/options.ts';
import { Glob } from '@analyzer/core/tree/globs/glob.ts';
import type { SettingName } from '../options/configuration.ts';
import type { LspFlags } from './lsp-flags.ts';

/** The settings that an editor can send: those of a configuration file that `lsp` has as options, and the index. */
const NAMES = [
  'profile',
  'all',
  'gitignore',
  'exclude',
  'test_globs',
  'generated_globs',
  'source_roots',
  'max_bytes',
  'min_nodes',
  'min_near_nodes',
  'min_block_nodes',
  'min_block_shape_nodes',
  'kinds',
  'without',
  'include',
  'contracts',
  'index',
] as const;

type EditorSettings = Pick<ConfigV1, Exclude<(typeof NAMES)[number], 'include' | 'index'>> &
  Pick<NonNullable<ConfigV1['check']>, 'include'> & { index?: string };

/**
 * Flags with the settings of an editor. A flag of the command line has precedence over a setting of the same name, a setting
 * over one of the configuration file; globs of all are excluded.
 *
 * @param value as the editor sent it
 * @returns also what is wrong with the value: settings with a problem have no effect
 */
export function withEditorSettings(flags: LspFlags, value: unknown): { flags: LspFlags; problems: string[] } {
  const { settings, problems } = settingsOf(value);
  const applied = flags.configured?.applied;
  const isFree = (name: SettingName, flag: unknown) => flag === undefined || applied?.get(name) === 'file';
  const { all, gitignore, include, exclude = [] } = settings;
  const set: LspFlags = {
    ...(settings.profile && isFree('profile', flags.profile) && { profile: settings.profile }),
    ...(settings.test_globs && isFree('test_globs', flags.testGlob) && { testGlob: settings.test_globs }),
    ...(settings.generated_globs &&
      isFree('generated_globs', flags.generatedGlob) && { generatedGlob: settings.generated_globs }),
    ...(settings.source_roots && isFree('source_roots', flags.sourceRoot) && { sourceRoot: settings.source_roots }),
    ...(settings.max_bytes !== undefined && isFree('max_bytes', flags.maxBytes) && { maxBytes: settings.max_bytes }),
    ...(settings.min_nodes && isFree('min_nodes', flags.minNodes) && { minNodes: settings.min_nodes }),
    ...(settings.min_near_nodes && isFree('min_near_nodes', flags.minNear) && { minNear: settings.min_near_nodes }),
    ...(settings.min_block_nodes &&
      isFree('min_block_nodes', flags.minBlock) && { minBlock: settings.min_block_nodes }),
    ...(settings.min_block_shape_nodes &&
      isFree('min_block_shape_nodes', flags.minBlockShape) && { minBlockShape: settings.min_block_shape_nodes }),
    ...(settings.kinds && isFree('kinds', flags.kinds) && { kinds: settings.kinds }),
    ...(settings.without && isFree('without', flags.without) && { without: settings.without }),
    ...(settings.contracts && isFree('contracts', flags.contracts) && { contracts: settings.contracts }),
    ...(settings.index !== undefined && flags.index === undefined && { index: settings.index }),
    ...(include && flags.include === undefined && { include }),
    ...(exclude.length > 0 && { exclude: [...(flags.exclude ?? []), ...exclude] }),
    ...(all === true && { all }),
    ...(gitignore === false && { gitignore }),
  };
  return { flags: { ...flags, ...set }, problems };
}

/** The valid settings of a value, and a sentence for each other one. */
function settingsOf(value: unknown): { settings: EditorSettings; problems: string[] } {
  if (value === undefined || value === null) return { settings: {}, problems: [] };
  if (typeof value !== 'object' || Array.isArray(value)) {
    return { settings: {}, problems: ['the settings are not an object'] };
  }
  const problems: string[] = [];
  let settings: EditorSettings = {};
  for (const [key, its] of Object.entries(value)) {
    const name = NAMES.find((known) => known === key);
    if (name === undefined) {
      const known = nearest(key, NAMES);
      problems.push(
        `unknown setting ${key}${known === undefined ? `; known are ${NAMES.join(', ')}` : `; did you mean ${known}?`}`,
      );
      continue;
    }
    if (name === 'index') {
      if (typeof its === 'string' && its !== '') settings = { ...settings, index: its };
      else problems.push('the setting index must be a file or URL');
      continue;
    }
    const config: unknown = {
      schema: CONFIGURATION_SCHEMA,
      ...(name === 'include' ? { check: { include: its } } : { [name]: its }),
    };
    if (!validate(config)) {
      const [first] = validate.errors ?? [];
      const error = first && fieldErrorOf(first);
      problems.push(
        `the setting ${error?.pointer.replace(/^\/(?:check\/)?/, '') ?? name} ${error?.message ?? 'is not valid'}`,
      );
      continue;
    }
    const { schema: _, check, ...rest } = config;
    const problem = problemOf(rest);
    if (problem === undefined) settings = { ...settings, ...rest, ...(check?.include && { include: check.include }) };
    else problems.push(`the setting ${name}: ${problem}`);
  }
  return { settings, problems };
}

/** What no schema states: globs and folders. */
function problemOf({
  exclude = [],
  test_globs = [],
  generated_globs = [],
  source_roots = [],
}: EditorSettings): string | undefined {
  try {
    for (const glob of [...exclude, ...test_globs, ...generated_globs]) new Glob(glob, 'settings');
    completeOptions({ source_roots });
    return undefined;
  } catch (error) {
    if (error instanceof AnalyzerError) return error.message;
    throw error;
  }
}
