import { type Command, InvalidArgumentError } from 'commander';
import type { PruneFlags } from './flags.ts';

const EXAMPLES = `
Examples:
  analyzer cache prune --cache-dir .analyzer/cache --older-than 30d
  analyzer cache prune --cache-dir ~/.cache/analyzer --max-size 2G

Exit codes:
  0 done, 2 wrong usage, 3 no such folder, 70 internal or not removed
`;

const SIZES: Readonly<Record<string, number>> = { '': 1, k: 1e3, M: 1e6, G: 1e9, T: 1e12 };
const MINUTE_MS = 60_000;
const AGES: Readonly<Record<string, number>> = {
  m: MINUTE_MS,
  h: 60 * MINUTE_MS,
  d: 1440 * MINUTE_MS,
  w: 7 * 1440 * MINUTE_MS,
};

/** Adds `cache`. */
export function addCacheCommands(program: Command): void {
  const cache = program.command('cache').summary('maintain a parse cache').description('Maintain a parse cache.');
  cache
    .command('prune')
    .summary('remove the least recently used entries')
    .description(
      'Remove the least recently used entries of a parse cache. Other processes may use it at the same time.',
    )
    .requiredOption('--cache-dir <dir>', 'folder of the cache')
    .option('--max-size <size>', 'shrink the cache to this size, such as 500M or 2G', sizeOf)
    .option('--older-than <age>', 'remove entries not used for this time, such as 12h, 30d or 8w', ageOf)
    .addHelpText('after', EXAMPLES)
    .action(async (flags: PruneFlags) => {
      const { cachePruneCommand } = await import('./prune.ts');
      await cachePruneCommand(flags);
    });
}

function sizeOf(text: string): number {
  return measured(text, /^(\d+)([kMGT]?)B?$/, SIZES, 'Expected a number of bytes, optionally with k, M, G or T.');
}

function ageOf(text: string): number {
  return measured(text, /^(\d+)([mhdw])$/, AGES, 'Expected a number with m, h, d or w (minutes to weeks).');
}

function measured(text: string, form: RegExp, units: Readonly<Record<string, number>>, help: string): number {
  const [, number, unit = ''] = form.exec(text) ?? [];
  const value = Number(number) * (units[unit] ?? Number.NaN);
  if (!Number.isSafeInteger(value)) throw new InvalidArgumentError(help);
  return value;
}
