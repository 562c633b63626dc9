import { AnalyzerError } from '@analyzer/contracts';
import type { Baseline } from '@analyzer/core/check/model.ts';
import type { ScanOptions } from '@analyzer/core/scan/model.ts';
import { COPY_SIZES, completeOptions, isCopySize } from '@analyzer/core/scan/options.ts';
import { OPTIONS_OF_CHECK, SETTING_FLAGS } from '../options/configuration.ts';
import { chosenOptions, type ScanChoices } from '../options/scan.ts';

/** The options of a baseline, overridden by choices. */
export function overriding({ options }: Baseline, choices: ScanChoices): ScanOptions {
  return completeOptions({ ...options, ...explicit(choices) });
}

/**
 * The options of a baseline: findings of scans with other options cannot be compared with it.
 *
 * @throws AnalyzerError `usage` if a choice differs
 */
export function optionsOfBaseline(baseline: Baseline, choices: ScanChoices): ScanOptions {
  const own = completeOptions(baseline.options);
  const chosen = overriding(baseline, choices);
  for (const key of Object.keys(explicit(choices)).filter(isOption)) {
    if (JSON.stringify(own[key]) === JSON.stringify(chosen[key])) continue;
    throw new AnalyzerError(
      'usage',
      {
        problem: `${sourceOf(key, choices)} differs from the baseline: it was written with ${shown(key, own)}, not ${shown(key, chosen)}`,
      },
      {
        hint: 'Omit it, since a baseline contains its options, or write the baseline again: analyzer baseline --accept all.',
      },
    );
  }
  return own;
}

/** Where the value of a choice is from, as a user writes it. */
function sourceOf(key: CheckOption, choices: ScanChoices): string {
  if (key === 'config') return '--no-config';
  const { option } = SETTING_FLAGS[key];
  const { configured } = choices;
  const origin = configured?.applied.get(key);
  if (configured === undefined || origin === undefined) return option;
  const { check } = configured.settings;
  const isOfCheck = OPTIONS_OF_CHECK.some((name) => name === key && check?.[name] !== undefined);
  const setting = `${isOfCheck ? 'check.' : ''}${key} of ${configured.file.path}`;
  return origin === 'file' ? setting : `${setting} with ${option}`;
}

/** Explicitly set options. */
function explicit(choices: ScanChoices): Partial<ScanOptions> {
  const { all, exclude, source_roots, test_globs, generated_globs, ...rest } = chosenOptions(choices);
  return {
    ...rest,
    ...(choices.all !== undefined && all !== undefined && { all }),
    ...(choices.exclude !== undefined && exclude !== undefined && { exclude }),
    ...(choices.sourceRoot !== undefined && source_roots !== undefined && { source_roots }),
    ...(choices.testGlob !== undefined && test_globs !== undefined && { test_globs }),
    ...(choices.generatedGlob !== undefined && generated_globs !== undefined && { generated_globs }),
  };
}

/** An index alone has `trust_suppressions` and `workspace`. */
type CheckOption = Exclude<keyof ScanOptions, 'trust_suppressions' | 'workspace'>;

function isOption(key: string): key is CheckOption {
  return key === 'config' || Object.hasOwn(SETTING_FLAGS, key);
}

function shown(key: CheckOption, options: ScanOptions): string {
  const value = options[key] ?? (isCopySize(key) ? COPY_SIZES[key] : []);
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(', ');
  return String(value);
}
