import type { Command } from 'commander';
import { addOutputFile } from '../options/output.ts';
import type { CatalogFlags } from './flags.ts';
import { planfileOption, stateOption } from './state-option.ts';

const EXAMPLES = `
Examples:
  analyzer tickets catalog -o next.json
  analyzer workspace index projects --discover
  analyzer tickets plan --config next.json -o next-plan.json

The configuration of the current plan, with the created packages that are
verified, and with a route for each copy whose package a route-review task chose.
The command names packages whose results are only consistent. Then the next plan uses these packages.

Exit codes:
  0 done, 2 wrong usage or the file exists, 3 no such state file,
  4 the tracker fails, 70 internal or not written, 130 interrupted
`;

/** Adds `tickets catalog`. */
export function addCatalog(tickets: Command): void {
  const catalog = tickets
    .command('catalog')
    .summary('write the configuration of the next plan')
    .description(
      'Write the configuration of the next plan (analyzer.extraction-config.v1), with the packages that are verified.',
    )
    .configureHelp({ optionDescription: (option) => option.description })
    .addOption(stateOption())
    .addOption(planfileOption());
  addOutputFile(catalog)
    .addHelpText('after', EXAMPLES)
    .action(async (flags: CatalogFlags) => {
      const { catalogCommand } = await import('./catalog.ts');
      await catalogCommand(flags);
    });
}
