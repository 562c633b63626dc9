import { type Command, Option } from 'commander';
import { collect, wholeNumber } from '../options/values.ts';
import type { StateFlags, SubmitFlags } from './flags.ts';
import { planfileOption, stateOption } from './state-option.ts';

const MAX_EXIT_CODE = 255;

const BEGIN_EXAMPLES = `
Examples:
  analyzer tickets begin package-f2a4c9bfbafe229ec4f9

The first task of a project gets a Git work tree in .analyzer/work, each task a
branch of its own there; the checkout does not change, and no hook or filter
runs. Edit the code, then run \`analyzer tickets submit\`.

Exit codes:
  0 done, 2 the task is not ready or the repository has no commit,
  3 no such task or file, 4 the tracker fails or planned files are not committed,
  7 another process uses the state file, 70 internal or not written,
  130 interrupted
`;

const SUBMIT_EXAMPLES = `
Examples:
  analyzer tickets submit design-5955aaadc5567da5e830 --rationale "Equal copies."
  analyzer tickets submit package-f2a4c9bfbafe229ec4f9 --tests report.xml
  analyzer tickets submit migrate-0f8bb7a2e5b5d3ea8c40 --tests test.log \\
    --command "make test" --exit-code 0
  analyzer tickets submit release-17ab0d3c1bb1eeb4f8f5 --change-note "New: roundTo."

The command commits the work to the branch of the task, computes hashes and
changed files, writes the result, and checks it. A refused result changes
nothing: correct the work and submit again. It runs nothing of the project.

Exit codes:
  0 complete, 1 the result is refused or a person must decide, 2 wrong usage,
  3 no such task or file, 4 the tracker fails, 7 another process uses the state
  file, 70 internal or not written, 130 interrupted
`;

/** Adds `tickets begin`. */
export function addBegin(tickets: Command): void {
  tickets
    .command('begin')
    .summary('begin a task in a work tree of its own')
    .description('Begin a ready task: prepare a Git work tree and a branch, and print what to do.')
    .argument('<task_key>', 'key of the task')
    .configureHelp({ optionDescription: (option) => option.description })
    .addOption(stateOption())
    .addOption(planfileOption())
    .addHelpText('after', BEGIN_EXAMPLES)
    .action(async (key: string, flags: StateFlags) => {
      const { beginCommand } = await import('./begin.ts');
      await beginCommand(key, flags);
    });
}

/** Adds `tickets submit`. */
export function addSubmit(tickets: Command): void {
  tickets
    .command('submit')
    .summary('deliver the work on a task')
    .description('Deliver the work on a task that was begun, and check it.')
    .argument('<task_key>', 'key of the task')
    .configureHelp({ optionDescription: (option) => option.description })
    .addOption(stateOption())
    .addOption(planfileOption())
    .optionsGroup('Tests:')
    .option('--tests <file>', 'report of the tests in the format JUnit XML, or a log (repeatable)', collect)
    .option('--command <text>', 'the command that wrote the log; nothing runs it')
    .addOption(new Option('--exit-code <n>', 'exit code of that command').argParser(wholeNumber(0, MAX_EXIT_CODE)))
    .optionsGroup('Result:')
    .option(
      '--rationale <text>',
      'why a design decides so; one paragraph of at most 250 characters (repeatable)',
      collect,
    )
    .option('--keep <copy>', 'copy that stays after a migration, as "path#name: reason" (repeatable)', collect)
    .option('--package-version <version>', 'version of the package (default: that of its manifest)')
    .option('--license <spdx>', 'licence of the package, for a verify task (default: that of its manifest)')
    .option('--license-file <path>', 'file of the project that shows it (default: its LICENSE; repeatable)', collect)
    .option('--change-note <text>', 'what a release has for the users of the package')
    .option('--notes <text>', 'remarks for people')
    .addHelpText('after', SUBMIT_EXAMPLES)
    .action(async (key: string, flags: SubmitFlags) => {
      const { submitCommand } = await import('./submit.ts');
      await submitCommand(key, flags);
    });
}
