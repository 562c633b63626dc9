import { type Command, Option } from 'commander';
import { addConfiguration } from '../options/configuration.ts';
import { addEngine } from '../options/engine.ts';
import { formatOption } from '../options/format.ts';
import { addOutputFile, addStyle } from '../options/output.ts';
import { addCache, addCopies, addJobs, addSelection, addWithout } from '../options/scan.ts';
import { decimal, wholeNumber } from '../options/values.ts';
import type { DiffFlags } from './flags.ts';
import { DIFF_FORMATS } from './formats.ts';

const EXAMPLES = `
Examples:
  analyzer diff ../shop-1.4 ../shop-1.5            changes of a release
  analyzer diff main...                            changes of this branch since it left main
  analyzer diff main                               differences from main itself
  analyzer diff v1.4..v1.5                         changes between two revisions
  analyzer diff v1.4:src v1.5:src --detail full    the same of one folder
  analyzer diff main --format markdown             for a code review
  analyzer diff main --format json -o diff.json

REV:PATH is a folder of a git repository at a revision. It is read from git's
objects; the work tree is not touched and nothing in the repository is run.
One argument is for the current folder: REV compares REV:. with it, A..B
compares A:. with B:.; A...B compares their merge base with B, REV... with the
work tree.

Exit codes:
  0 done, 1 with --check: the sides differ, 2 wrong usage or --strict and
  incomplete, 3 not found, 70 internal or output failed, 130 interrupted
`;

/** Adds `diff`. */
export function addDiff(program: Command): void {
  const diff = program
    .command('diff')
    .summary('compare the code of two folders or revisions')
    .description(
      'Compare two projects: declarations added, removed, changed, moved or renamed, imports, cycles and copies added or removed, and files. Nothing in them is executed.',
    )
    .argument('<before>', 'folder, REV:PATH, REV, REV... or A..B')
    .argument('[after]', 'folder or REV:PATH')
    .configureHelp({ optionDescription: (option) => option.description })
    .optionsGroup('Output:')
    .addOption(
      new Option('--detail <level>', 'files, declarations (default), or full (no limit of lists)')
        .choices(['files', 'declarations', 'full'])
        .default('declarations'),
    )
    .addOption(formatOption(DIFF_FORMATS));
  addStyle(addOutputFile(diff)).option('--check', 'exit with 1 if the sides differ');
  addSelection(addConfiguration(diff));
  addWithout(addCopies(diff), 'list no changes that only files of these classes have')
    .option(
      '--threshold <t>',
      'minimum similarity of a removed and an added file, above 0, at most 1 (default 0.7)',
      decimal,
    )
    .option('--max-pairs <n>', 'maximum number of file pairs to compare (default 20000)', wholeNumber(0))
    .option('--missed', 'list edits that merge cleanly into a copy that does not have them')
    .option('--strict', 'exit with 2 if a file of a parsed language is not completely analyzed');
  addJobs(addCache(addEngine(diff)))
    .addHelpText('after', EXAMPLES)
    .action(async (first: string, second: string | undefined, flags: DiffFlags) => {
      const [{ sidesOf }, { diffCommand }, { withMergeBase }] = await Promise.all([
        import('./sides.ts'),
        import('./run.ts'),
        import('./merge-base.ts'),
      ]);
      const sides = sidesOf(first, second);
      const { before, after } = second === undefined ? await withMergeBase(sides) : sides;
      await diffCommand(before, after, flags);
    });
}
