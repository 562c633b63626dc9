import { type Command, Option } from 'commander';
import { addConfiguration } from '../options/configuration.ts';
import { formatOption } from '../options/format.ts';
import { addOutputFile, addStyle } from '../options/output.ts';
import { addAnalysis, addJobs, addSelection } from '../options/scan.ts';
import type { DiffFlags, ExplainFlags, InitFlags } from './flags.ts';
import { DIFF_FORMATS } from './formats.ts';

/** Adds `manifest init`. */
export function addInit(manifest: Command): void {
  const init = manifest
    .command('init')
    .summary('propose a manifest for code')
    .description(
      'Propose a manifest for code, of at most 30 contracts that hold today: layers, cycles, exports, tests, effects.',
    )
    .argument('[project]', 'folder of the code (default: current folder)')
    .configureHelp({ optionDescription: (option) => option.description });
  addOutputFile(init);
  addSelection(addConfiguration(init));
  addAnalysis(init);
  addJobs(init).action(async (project: string | undefined, flags: InitFlags) => {
    const { manifestInitCommand } = await import('./init.ts');
    await manifestInitCommand(project, flags);
  });
}

/** Adds `manifest explain`. */
export function addExplain(manifest: Command): void {
  const explain = manifest
    .command('explain')
    .summary('show a contract with its matches')
    .description('Show a contract, or the contracts of a file, with matches and decisions.')
    .argument('<name>', 'id of a contract, or a file')
    .argument('[manifest]', 'JSON or YAML file, or a folder with contracts.json or similar (default: current folder)')
    .argument('[project]', 'folder of the code (default: the folder given as manifest, or current folder)')
    .configureHelp({ optionDescription: (option) => option.description })
    .addOption(
      new Option(
        '--effects <how>',
        'open, or closed: effects that a contract does not list are problems (default: as the manifest says)',
      ).choices(['open', 'closed']),
    );
  addSelection(addConfiguration(addStyle(explain)));
  addAnalysis(explain);
  addJobs(explain).action(
    async (name: string, path: string | undefined, project: string | undefined, flags: ExplainFlags) => {
      const { manifestExplainCommand } = await import('./explain.ts');
      await manifestExplainCommand(name, path, project, flags);
    },
  );
}

/** Adds `manifest diff`. */
export function addDiff(manifest: Command): void {
  manifest
    .command('diff')
    .summary('compare two manifests')
    .description('List the contracts that were added, removed, loosened or tightened between two manifests.')
    .argument('<before>', 'the older manifest')
    .argument('<after>', 'the newer manifest')
    .configureHelp({ optionDescription: (option) => option.description })
    .addOption(formatOption(DIFF_FORMATS))
    .action(async (before: string, after: string, flags: DiffFlags) => {
      const { manifestDiffCommand } = await import('./diff.ts');
      await manifestDiffCommand(before, after, flags);
    });
}
