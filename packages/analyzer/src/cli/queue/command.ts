import { type Command, Option } from 'commander';
import { keepOption } from '../options/db.ts';
import { addEngine } from '../options/engine.ts';
import { formatOption } from '../options/format.ts';
import { addCache, addCopies, addJobs, addSelection } from '../options/scan.ts';
import { wholeNumber } from '../options/values.ts';
import type { EnqueueFlags, PublishFlags, QueueFlags, StatusFlags, WorkerFlags } from './flags.ts';
import { STATUS_FORMATS } from './formats.ts';

const DEFAULT_LEASE = 60;
const MAX_LEASE = 86_400;
const MAX_JOBS = 64;
const DEFAULT_DAYS = 30;
const MAX_DAYS = 36_500;
const LAST_PORT = 65_535;

const ENQUEUE_EXAMPLES = `
Examples:
  analyzer enqueue ~/work/api ~/work/web --queue postgres://team@db/analyzer
  analyzer enqueue https://git.example/team/api.git#v2 --queue "$QUEUE"
  analyzer enqueue releases/*.tar.gz --queue "$QUEUE"
  analyzer enqueue ~/work --discover --queue "$QUEUE"
  analyzer enqueue --list repositories.txt --queue "$QUEUE"

Exit codes:
  0 done, 2 wrong usage or a name that another source has, 3 not found,
  7 the server does not answer, 70 internal, 130 interrupted
`;

const WORKER_EXAMPLES = `
Examples:
  analyzer worker --queue postgres://team@db/analyzer --jobs 4
  analyzer worker --queue "$QUEUE" --once && \\
    analyzer queue publish --queue "$QUEUE" --db shared.db

Exit codes:
  0 done or stopped, 2 wrong usage, 3 no such database or no permission,
  7 the server does not answer, 70 internal
`;

const QUEUE_EXAMPLES = `
Examples:
  analyzer queue --queue postgres://team@db/analyzer
  analyzer queue publish --queue "$QUEUE" --db shared.db
  analyzer queue retry --queue "$QUEUE"
  analyzer queue forget api --queue "$QUEUE"

Exit codes:
  0 done, 2 wrong usage, 3 no such database or project, 4 a damaged part,
  7 busy or the server does not answer, 70 internal or not written
`;

/** Adds `enqueue`, `worker` and `queue`. */
export function addQueueCommands(program: Command): void {
  addEnqueue(program);
  addWorker(program);
  addQueue(program);
}

function queueOption(): Option {
  return new Option('--queue <url>', 'PostgreSQL database of the queue, postgres://…').makeOptionMandatory();
}

function statusPort(): Option {
  return new Option(
    '--status-port <port>',
    'serve /healthz and /metrics on this port of 127.0.0.1; 0 selects a free one',
  ).argParser(wholeNumber(0, LAST_PORT));
}

function addEnqueue(program: Command): void {
  const enqueue = program
    .command('enqueue')
    .summary('add projects to a queue of workers')
    .description(
      'Add projects to a queue, for workers that index them. A source is a folder, a .tar, .tar.gz, .tgz or .zip archive, or the URL of a git repository with an optional #revision. Nothing in it is executed.',
    )
    .argument('[sources...]', 'folders, archives and URLs of git repositories')
    .configureHelp({ optionDescription: (option) => option.description })
    .optionsGroup('Queue:')
    .addOption(queueOption())
    .option('--list <file>', 'read more sources from a file, one on each line; - is standard input')
    .option('--label <name>', 'name of the project (default: name of the folder or archive, path of the repository)')
    .addOption(new Option('--discover', 'search the folders for projects, up to five levels deep').conflicts('label'));
  addCopies(addSelection(enqueue))
    .addHelpText('after', ENQUEUE_EXAMPLES)
    .action(async (sources: string[], flags: EnqueueFlags) => {
      const { enqueueCommand } = await import('./enqueue.ts');
      await enqueueCommand(sources, flags);
    });
}

function addWorker(program: Command): void {
  const worker = program
    .command('worker')
    .summary('index the projects of a queue')
    .description('Index the projects of a queue until it is stopped. Any number of workers can run on any machines.')
    .configureHelp({ optionDescription: (option) => option.description })
    .optionsGroup('Queue:')
    .addOption(queueOption())
    .addOption(
      new Option('--jobs <n>', 'projects to index at once, 1 to 64 (default 1)')
        .argParser(wholeNumber(1, MAX_JOBS))
        .default(1),
    )
    .option('--once', 'end when the queue has no job that is ready or runs')
    .addOption(
      new Option(
        '--lease <seconds>',
        `a job of a worker that does not answer is given to another one after this time (default ${DEFAULT_LEASE})`,
      )
        .argParser(wholeNumber(1, MAX_LEASE))
        .default(DEFAULT_LEASE),
    )
    .addOption(
      new Option(
        '--keep-jobs <days>',
        `remove finished jobs that no project needs after these days (default ${DEFAULT_DAYS})`,
      )
        .argParser(wholeNumber(0, MAX_DAYS))
        .default(DEFAULT_DAYS),
    )
    .addOption(statusPort());
  addCache(addEngine(worker))
    .addHelpText('after', WORKER_EXAMPLES)
    .action(async (flags: WorkerFlags) => {
      const { workerCommand } = await import('./worker.ts');
      await workerCommand(flags);
    });
}

function addQueue(program: Command): void {
  const queue = program
    .command('queue')
    .summary('show and maintain a queue of workers')
    .description('Show and maintain a queue of workers.')
    .addHelpText('after', QUEUE_EXAMPLES);
  queue
    .command('status', { isDefault: true })
    .summary('show progress, rates and failures (default)')
    .description('Show progress, rates and failures of a queue.')
    .configureHelp({ optionDescription: (option) => option.description })
    .addOption(queueOption())
    .addOption(formatOption(STATUS_FORMATS))
    .action(async (flags: StatusFlags) => {
      const { statusCommand } = await import('./queue.ts');
      await statusCommand(flags);
    });
  queue
    .command('retry')
    .summary('try dead jobs again')
    .description('Try dead jobs again: those whose attempts all failed, and refused sources.')
    .addOption(queueOption())
    .action(async (flags: QueueFlags) => {
      const { retryCommand } = await import('./queue.ts');
      await retryCommand(flags);
    });
  queue
    .command('forget')
    .summary('remove a project and all its stored versions')
    .description(
      'Remove a project from the queue, with its jobs and all its stored versions. Publish again to remove it from the index.',
    )
    .argument('<project>', 'name of the project')
    .addOption(queueOption())
    .action(async (label: string, flags: QueueFlags) => {
      const { forgetCommand } = await import('./queue.ts');
      await forgetCommand(label, flags);
    });
  addPublish(queue);
}

function addPublish(queue: Command): void {
  const publish = queue
    .command('publish')
    .summary('write an index of all indexed projects')
    .description('Write an index of all indexed projects of a queue; it replaces the earlier one.')
    .configureHelp({ optionDescription: (option) => option.description })
    .addOption(queueOption())
    .requiredOption('--db <file>', 'index file, or the URL of a PostgreSQL database')
    .addOption(keepOption())
    .addOption(statusPort());
  addJobs(addEngine(publish)).action(async (flags: PublishFlags) => {
    const { publishCommand } = await import('./publish.ts');
    await publishCommand(flags);
  });
}
