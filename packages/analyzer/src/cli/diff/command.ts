import { type Command, Option } from 'commander';
import { addEngine } from '../options/engine.ts';
import { addOutputFile, addStyle } from '../options/output.ts';
import { addAnalysis, addCache, addJobs, addSelection } from '../options/scan.ts';
import { decimal, wholeNumber } from '../options/values.ts';
import type { DiffFlags } from './flags.ts';

const EXAMPLES = `
Examples:
  analyzer diff ../shop-1.4 ../shop-1.5            what a release changed
  analyzer diff main:. .                           what this branch changed
  analyzer diff v1.4:src v1.5:src --detail full    between two revisions
  analyzer diff main:. . --format markdown         for a code review
  analyzer diff main:. . --format json -o diff.json

REV:PATH names a folder of a git repository at a revision. It is read from git's
objects; the work tree is not touched and nothing of the repository is run.

Exit codes:
  0 done, 1 --check and the sides differ, 2 wrong usage or --strict and
  incomplete, 3 not found, 70 internal or output failed, 130 interrupted
`;

/** The comparison of two projects. */
export function addDiff(program: Command): void {
  const diff = program
    .command('diff')
    .summary('compare two folders or revisions: what became of the code')
    .description(
      'Compare two projects: declarations added, removed, changed, moved or renamed, imports, cycles and copies that came or went, and files. Nothing in them is executed.',
    )
    .argument('<before>', 'a folder, or REV:PATH')
    .argument('<after>', 'a folder, or REV:PATH')
    .configureHelp({ optionDescription: (option) => option.description })
    .optionsGroup('Output:')
    .addOption(
      new Option('--detail <level>', 'files, declarations (default), or full: no list is cut')
        .choices(['files', 'declarations', 'full'])
        .default('declarations'),
    )
    .addOption(
      new Option(
        '--format <format>',
        'terminal (default), json (analyzer.diff.v1), dot (Graphviz), sarif (2.1.0) or markdown',
      )
        .choices(['terminal', 'json', 'dot', 'sarif', 'markdown'])
        .default('terminal'),
    );
  addStyle(addOutputFile(diff)).option('--check', 'exit 1 when the sides differ');
  addSelection(diff);
  addAnalysis(diff)
    .option(
      '--threshold <t>',
      'least similarity of a removed and an added file, above 0, up to 1 (default 0.7)',
      decimal,
    )
    .option('--max-pairs <n>', 'pairs of files that the search looks at (default 20000)', wholeNumber(0))
    .option('--strict', 'exit 2 when a file of a parsed language is not analysed whole');
  addJobs(addCache(addEngine(diff)))
    .addHelpText('after', EXAMPLES)
    .action(async (before: string, after: string, flags: DiffFlags) => {
      const { diffCommand } = await import('./run.ts');
      await diffCommand(before, after, flags);
    });
}
