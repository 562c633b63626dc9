import type { ConfigV1 } from '@analyzer/contracts/analyzer.config.v1';
import type { Command } from 'commander';
import type { ConfigurationChoice } from './configuration.ts';
import { readConfiguration } from './read-configuration.ts';

/** Commands to which the settings in `check` apply. */
const GATES: ReadonlySet<string> = new Set(['check', 'baseline']);

/**
 * Adds the settings of the configuration file to the flags of a command. A flag overrides the setting of the same name;
 * globs of both are excluded.
 *
 * @param warn as in `readConfiguration`
 * @throws AnalyzerError as `readConfiguration`
 */
export function applyConfiguration(command: Command, warn: (line: string) => void): void {
  const choice: ConfigurationChoice = command.opts();
  const configured = readConfiguration(choice, warn);
  if (configured === undefined) return;
  command.setOptionValueWithSource('configured', configured, 'config');
  const { all }: { all?: true } = command.opts();
  for (const [option, value] of settingsFor(command.name(), configured.settings)) {
    const isKnown = command.options.some((it) => it.attributeName() === option);
    if (!isKnown || value === undefined) continue;
    if (option === 'exclude') {
      if (all !== true) command.setOptionValueWithSource(option, [...value, ...chosenGlobs(command)], 'config');
    } else if (!isFlag(command, option)) {
      command.setOptionValueWithSource(option, value, 'config');
    }
  }
}

/** The settings by the names of their flags; undefined for those that are absent or the default. */
function settingsFor(command: string, settings: ConfigV1) {
  const { check = {}, ...common } = settings;
  const {
    profile,
    all,
    gitignore,
    exclude,
    test_globs,
    generated_globs,
    source_roots,
    max_bytes,
    min_nodes,
    kinds,
    cycles,
  } = {
    cycles: undefined,
    ...common,
    ...(GATES.has(command) ? check : {}),
  };
  return [
    ['profile', profile],
    ['all', all === true ? true : undefined],
    ['gitignore', gitignore === false ? false : undefined],
    ['exclude', exclude],
    ['testGlob', test_globs],
    ['generatedGlob', generated_globs],
    ['sourceRoot', source_roots],
    ['maxBytes', max_bytes],
    ['minNodes', min_nodes],
    ['kinds', kinds],
    ['cycles', cycles],
  ] as const;
}

function chosenGlobs(command: Command): string[] {
  const { exclude = [] }: { exclude?: string[] } = command.opts();
  return exclude;
}

function isFlag(command: Command, option: string): boolean {
  return command.getOptionValueSource(option) === 'cli';
}
