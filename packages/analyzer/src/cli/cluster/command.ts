import { ENGINE_NAMES } from '@analyzer/core/cluster/group/engine.ts';
import { type Command, Option } from 'commander';
import { collect, groupKinds, wholeNumber } from '../options/values.ts';
import type { GroupFlags } from './flags.ts';

const EXAMPLES = `
Examples:
  analyzer workspace export --db a.db --format parquet -o a
  analyzer workspace export --db b.db --format parquet -o b
  analyzer cluster group --engine duckdb --from a --from b -o groups
  analyzer cluster group --engine spark --master spark://host:7077 --from a -o groups

The root is that of \`analyzer workspace verify --kinds\` for an index of the
same projects.

Exit codes:
  0 done, 1 some are left out, 2 wrong usage, no such export or the folder exists,
  3 no such folder or engine, 4 the engine failed, 70 internal or not written,
  130 interrupted
`;

/** Adds `cluster`. */
export function addCluster(program: Command): void {
  const cluster = program
    .command('cluster')
    .summary('find the groups of many indexes with another engine')
    .description('Find the groups of many indexes with another engine.');
  cluster
    .command('group')
    .summary('group the functions of Parquet exports')
    .description('Group the functions of Parquet exports with a SQL engine of this machine, and compute the root.')
    .configureHelp({ optionDescription: (option) => option.description })
    .addOption(new Option('--engine <name>', 'duckdb, spark or clickhouse').choices(ENGINE_NAMES).makeOptionMandatory())
    .addOption(new Option('--from <dir>', 'folder of an export (repeatable)').argParser(collect).makeOptionMandatory())
    .requiredOption('-o, --output <dir>', 'folder to write; only an empty folder or earlier groups are replaced')
    .addOption(
      new Option('--kinds <kinds>', 'kinds of groups, with a comma (default: all that the exports have)').argParser(
        groupKinds,
      ),
    )
    .addOption(
      new Option('--threads <n>', 'threads of duckdb and clickhouse (default: one for each core)').argParser(
        wholeNumber(1, 1024),
      ),
    )
    .addOption(
      new Option(
        '--max-component <n>',
        '5-grams of similar declarations that are grouped together (default 16000000)',
      ).argParser(wholeNumber(1)),
    )
    .addOption(
      new Option('--max-class <n>', 'units of blocks that are grouped together (default 4000000)').argParser(
        wholeNumber(1),
      ),
    )
    .option('--master <url>', 'master of Spark (default local-cluster[2,1,1024]: two worker processes)')
    .addHelpText('after', EXAMPLES)
    .action(async (flags: GroupFlags) => {
      const { groupCommand } = await import('./group.ts');
      await groupCommand(flags);
    });
}
