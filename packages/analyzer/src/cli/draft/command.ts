import { EASES, type Ease } from '@analyzer/core/generalize/ease.ts';
import { FILE_CLASSES } from '@analyzer/core/scan/file-classes.ts';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { addConfiguration } from '../options/configuration.ts';
import { addEngine } from '../options/engine.ts';
import { formatOption } from '../options/format.ts';
import { addOutputFile, addStyle } from '../options/output.ts';
import { addCache, addCopies, addJobs, addSelection } from '../options/scan.ts';
import { fileClasses } from '../options/values.ts';
import type { DraftFlags } from './flags.ts';
import { DRAFT_FORMATS } from './formats.ts';

const EXAMPLES = `
Examples:
  analyzer draft g_1e8a3382ef2bfbd3ea63             the function, its calls and the patch
  analyzer draft g_1e8a3382ef2bfbd3ea63 src         a group of the folder src
  analyzer draft g_1e8a3382ef2bfbd3ea63 --format patch | git apply --directory=src
  analyzer draft g_1e8a3382ef2bfbd3ea63 --into src/shared.py
  analyzer draft --list src                         all groups of src

A draft is shown only if the parsed function, with the arguments of each call
in place, is equal to each copy. Run your tests before you commit it. This
command changes no file.

Exit codes:
  0 done, 1 no draft (the reason is shown), 2 wrong usage, 3 not found,
  70 internal or output failed, 130 interrupted
`;

function easeOption(): Option {
  return new Option('--ease <list>', 'with --list, only drafts of these eases: identical, values, functions').argParser(
    (text: string): Ease[] => {
      const names = text.split(',');
      const unknown = names.find((name) => !EASES.some((ease) => ease === name));
      if (unknown !== undefined) throw new InvalidArgumentError(`Allowed are ${EASES.join(', ')}.`);
      return EASES.filter((ease) => names.includes(ease));
    },
  );
}

/** Adds `draft`. */
export function addDraft(program: Command): void {
  const draft = program
    .command('draft')
    .summary('write one function for the copies of a group')
    .description(
      'Write the function that the copies of a group share, and the call in each copy, as a patch. Python, JavaScript, TypeScript and PHP.',
    )
    .argument('[group]', 'id of a group of functions: g_ and 20 hex digits; none with --list')
    .argument('[path]', 'folder that was scanned (default: current folder)')
    .configureHelp({ optionDescription: (option) => option.description })
    .optionsGroup('Draft:')
    .option('--into <file>', 'write the function into this file of a copy (default: the file with most copies)')
    .option('--list', 'draft all groups of product code: the easiest ones first, then by lines saved')
    .addOption(easeOption())
    .option(
      '--include <classes>',
      `with --list, also copies in such files, with commas: ${FILE_CLASSES.join(', ')}, or all`,
      fileClasses,
    )
    .optionsGroup('Output:')
    .addOption(formatOption(DRAFT_FORMATS, ', or '));
  addStyle(addOutputFile(draft));
  addSelection(addConfiguration(draft));
  addCopies(draft);
  addJobs(addCache(addEngine(draft)))
    .addHelpText('after', EXAMPLES)
    .action(async (group: string | undefined, path: string | undefined, flags: DraftFlags) => {
      const { draftCommand } = await import('./run.ts');
      const [id, folder] = flags.list === true && path === undefined ? [undefined, group] : [group, path];
      await draftCommand(id, folder ?? '.', flags);
    });
}
