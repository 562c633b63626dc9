import { type Command, InvalidArgumentError } from 'commander';

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

/** What the command line gives to `cache prune`. */
export interface PruneFlags {
  cacheDir: string;
  /** In bytes. */
  maxSize?: number;
  /** In milliseconds. */
  olderThan?: number;
}

/** `cache`. */
export function addCacheCommands(program: Command): void {
  const cache = program.command('cache').summary('look after a parse cache').description('Look after a parse cache.');
  cache
    .command('prune')
    .summary('remove what has not been used for long')
    .description('Remove what has not been used for longest from a parse cache. Others may use it meanwhile.')
    .requiredOption('--cache-dir <dir>', 'the cache')
    .option('--max-size <size>', 'remove until this much is left, such as 500M or 2G', sizeOf)
    .option('--older-than <age>', 'remove what was used last so long ago, such as 12h, 30d or 8w', ageOf)
    .addHelpText('after', EXAMPLES)
    .action(async (flags: PruneFlags) => {
      const { cachePruneCommand } = await import('./prune.ts');
      await cachePruneCommand(flags);
    });
}

function sizeOf(text: string): number {
  return measured(text, /^(\d+)([kMGT]?)B?$/, SIZES, 'It is a number of bytes, or one with k, M, G or T.');
}

function ageOf(text: string): number {
  return measured(text, /^(\d+)([mhdw])$/, AGES, 'It is a number with m, h, d or w for minutes to weeks.');
}

function measured(text: string, form: RegExp, units: Readonly<Record<string, number>>, help: string): number {
  const [, number, unit = ''] = form.exec(text) ?? [];
  const value = Number(number) * (units[unit] ?? Number.NaN);
  if (!Number.isSafeInteger(value)) throw new InvalidArgumentError(help);
  return value;
}
