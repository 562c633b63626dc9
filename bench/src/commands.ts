/** A command of the bench. The first line of its file says what it guards and how long it takes, too. */
export interface Command {
  /** One or two words. */
  name: string;
  /** What may follow the name. */
  usage?: string;
  guards: string;
  /** Undefined: not measured. */
  takes?: string;
  /** @param argument the word after the first one */
  run(argument?: string): Promise<void> | void;
}

export const COMMANDS: readonly Command[] = [
  {
    name: 'time',
    guards: 'CPU time and memory of a scan of the standard corpus, beside its floors',
    takes: '2 to 3 minutes by the runs in bench/runs',
    run: async () => (await import('./time/command.ts')).timeCommand(),
  },
  {
    name: 'corpus',
    usage: '[--large]',
    guards: 'the same input for all others: pinned packages, checked by their digests',
    run: async (option) => (await import('./corpus/command.ts')).corpusCommand(option),
  },
  {
    name: 'native',
    usage:
      '[small|large|growth|jobs|files|map|languages] [--path DIR] of languages [--rounds N] [--native FILE] [--floor FILE]',
    guards: 'CPU time and memory of the native engine, beside its parsing alone and jscpd',
    run: async (part) => (await import('./native/command.ts')).nativeCommand(part),
  },
  {
    name: 'cache',
    usage: '[--large] [--rounds N] [--engine NAME] [--native FILE] [--floor FILE]',
    guards: 'CPU time and size of the parse cache of both engines, beside reading alone',
    run: async () => (await import('./cache/command.ts')).cacheCommand(),
  },
  {
    name: 'watch',
    usage: '[--engine NAME] [--files N] [--path DIR]',
    guards: 'the time from the write of a file to the answer of `analyzer watch`',
    run: async () => (await import('./watch/command.ts')).watchCommand(),
  },
  {
    name: 'index',
    guards: 'memory, size and opening time of an index of the large corpus',
    run: async () => (await import('./index/command.ts')).indexCommand(),
  },
  {
    name: 'queries',
    usage: '[--db FILE] [--seed N] [--slowest]',
    guards: 'time and memory of each operation on an index of the large corpus',
    run: async () => (await import('./queries/command.ts')).queriesCommand(),
  },
  {
    name: 'serve',
    usage: '[rest|grpc] [--db FILE] [--rate N] [--seconds N] [--minutes N] of memory, 0 for none [--memory-rate N]',
    guards: 'latency, cancelled requests and memory of the REST and gRPC servers',
    takes: 'more than 20 minutes: the memory of each server is watched for 10',
    run: async () => (await import('./serve/command.ts')).serveCommand(),
  },
  {
    name: 'map',
    usage: '[--db FILE]',
    guards: 'the size of maps and the time to their first control in a browser',
    run: async () => (await import('./map/command.ts')).mapCommand(),
  },
  {
    name: 'map-pictures',
    usage: '[--db FILE]',
    guards: 'docs/pictures, which it draws from a map of the large corpus',
    run: async () => (await import('./map/pictures.ts')).picturesCommand(),
  },
  {
    name: 'terminal-picture',
    guards: 'docs/terminal.svg, which it draws from a scan of a pinned package',
    run: async () => (await import('./terminal-picture/command.ts')).terminalPictureCommand(),
  },
  {
    name: 'plan',
    guards: 'time and memory of a plan of 5,000 families in 300 projects, and its equal bytes',
    run: async () => (await import('./plan/command.ts')).planCommand(),
  },
  {
    name: 'parity',
    usage: '[--fixtures] [--large] [--folder F]… [--diffs] [--native FILE] [--mutants N] [--seed N] [--from N]',
    guards: 'equal bytes of both engines: scans, views, diffs, mutants of the corpus',
    run: async () => (await import('./parity/command.ts')).parityCommand(),
  },
  {
    name: 'truth',
    usage: '[LANGUAGE] [--path DIR] [--language NAME]',
    guards: 'every declaration, import and call, by independent parsers',
    run: async () => (await import('./truth/command.ts')).truthCommand(),
  },
  {
    name: 'record',
    guards: 'fixtures/truth, which tests read: it writes what the independent parsers find',
    run: async () => (await import('./truth/record.ts')).recordCommand(),
  },
  {
    name: 'edges',
    usage: '--path DIR --language ts|php|python [--engine NAME] [--show N]',
    guards: 'the file that each import leads to, by independent resolvers',
    takes: '53 s for 3,123 edges of redis-py with the portable engine at load 6',
    run: async () => (await import('./edges/command.ts')).edgesCommand(),
  },
  {
    name: 'gate',
    usage: '--path REPOSITORY [--commits N] [--engine NAME]',
    guards: 'the findings of `check --against` for commits of a repository, and its CPU time beside that of a scan',
    run: async () => (await import('./gate/command.ts')).gateCommand(),
  },
  {
    name: 'missed',
    usage: '--path CLONE [--engine NAME]',
    guards: 'changes that a copy got later are findings of `analyzer missed` before, and near the start of its list',
    run: async () => (await import('./missed/command.ts')).missedCommand(),
  },
  {
    name: 'draft',
    usage: '--path DIR [--engine NAME] [--at-most N] [--show OBSTACLE|draft] [--types TSCONFIG]',
    guards:
      'each draft of a function passes `git apply` and the parser of its language; the share of groups with a draft, and the obstacles',
    run: async () => (await import('./draft/command.ts')).draftCommand(),
  },
  {
    name: 'draft-behaviour',
    usage: '--path PROJECT --source DIR --test COMMAND --coverage COMMAND --report FILE',
    guards: 'the tests of a project are green with the drafts of its functions, as without them',
    run: async () => (await import('./draft-behaviour/command.ts')).behaviourCommand(),
  },
  {
    name: 'meaning',
    usage: '[LANGUAGE] [--seed N] [--path DIR]',
    guards: 'another stream for each changed token of real functions that changes the program',
    run: async () => (await import('./meaning/command.ts')).meaningCommand(),
  },
  {
    name: 'record-meaning',
    usage: '[LANGUAGE]',
    guards: 'fixtures/meaning, which tests read: it writes changed functions and verdicts',
    run: async (language) => (await import('./meaning/record.ts')).recordMeaning(language),
  },
  {
    name: 'formatters',
    usage: '[LANGUAGE] [--path DIR]',
    guards: 'the fingerprints of real functions that a formatter changes',
    run: async () => (await import('./formatters/command.ts')).formattersCommand(),
  },
  {
    name: 'record-formatters',
    usage: '[LANGUAGE]',
    guards: 'fixtures/formatters, which tests read: it writes functions before and after',
    run: async (language) => (await import('./formatters/record.ts')).recordFormatters(language),
  },
  {
    name: 'renaming',
    usage: '[LANGUAGE] [--path DIR]',
    guards: 'the shapes of real functions whose locals are renamed, and their other bodies',
    run: async () => (await import('./renaming/command.ts')).renamingCommand(),
  },
  {
    name: 'record-renaming',
    usage: '[LANGUAGE]',
    guards: 'fixtures/renaming, which tests read: it writes functions before and after',
    run: async (language) => (await import('./renaming/record.ts')).recordRenaming(language),
  },
  {
    name: 'injected edits',
    usage: '[--path DIR] [--each N] [--only KIND] [--seed N] [--show N] [--alone]',
    guards: 'how many edited copies of real functions are found, beside jscpd and fallow',
    run: async () => (await import('./injected/edits/command.ts')).editsCommand(),
  },
  {
    name: 'injected similar',
    usage: '--path DIR --index DB [--each N] [--only KIND] [--seed N] [--show N]',
    guards: 'how often the operation similar names the original of an edited copy first, and its time',
    run: async () => (await import('./injected/similar/command.ts')).similarCommand(),
  },
  {
    name: 'similar-latency',
    usage: '--path DIR [--db FILE|URL] [--each N] [--rounds N] [--seed N] [--answers]',
    guards: 'the time of the operation similar for functions that the index does not have',
    run: async () => (await import('./similar-latency/command.ts')).similarLatencyCommand(),
  },
  {
    name: 'search',
    usage: '--path DIR --index DB [--each N] [--seed N] [--show N]',
    guards: 'that search ranks documented functions above plain BM25 over the same words, without their doc comments',
    run: async () => (await import('./search/command.ts')).searchCommand(),
  },
  {
    name: 'unbreakable entries',
    usage:
      '[--depths N,N] [--endings NAME,NAME] [--in-turn] [--pairwise] [--entry NAME,NAME] [--only TEXT] [--every N] ' +
      '[--seconds N] [--gigabytes N] [--native FILE]',
    guards: 'no hang, crash or difference on deep nesting, at each entry point of both engines',
    run: async () => (await import('./unbreakable/entries/command.ts')).entriesCommand(),
  },
  {
    name: 'unbreakable families',
    usage: '[--only TEXT] [--entry NAME,NAME] [--sizes N,N] [--native FILE]',
    guards:
      'time, memory and output that grow no faster than the input, in both engines, index, map, check, diff, LSP and workers',
    takes: '20 minutes',
    run: async () => (await import('./unbreakable/families/command.ts')).familiesCommand(),
  },
  {
    name: 'unbreakable inputs',
    usage:
      '[--seed N] [--from N] [--count N] [--jobs N] [--skip-hostile] [--only KIND] [--part I/N] [--seconds S] of a file',
    guards: 'an outcome of the portable engine for each hostile input, mutant and token soup',
    takes: '32 minutes on a busy machine',
    run: async () => (await import('./unbreakable/command.ts')).unbreakableCommand(),
  },
  {
    name: 'unbreakable requests',
    usage: '[--db FILE] [--only mcp,rest,grpc] [--only-texts] [--seed N] [--from N] [--count N]',
    guards: 'an answer of every server to each of 20,000 mutated requests and texts within a second, and its memory',
    takes: '4 minutes on a busy machine',
    run: async () => (await import('./unbreakable/requests/command.ts')).requestsCommand(),
  },
  {
    name: 'crash',
    guards: 'a valid index after each of 100 reindexes that are killed',
    run: async () => (await import('./crash/command.ts')).crashCommand(),
  },
  {
    name: 'crash files',
    usage: '[--path DIR] [--kills N] [--only TEXT]',
    guards: 'whole documents, baselines, maps and caches after each of 300 commands that are killed',
    takes: '15 minutes',
    run: async () => (await import('./crash/files-command.ts')).crashFilesCommand(),
  },
  {
    name: 'crash queue',
    usage: '[--jobs N] [--kills N]',
    guards: 'one result for each job and one complete index of a queue while workers and publications are killed',
    run: async () => (await import('./crash/queue-command.ts')).crashQueueCommand(),
  },
  {
    name: 'dashboard',
    usage: '[load|read|boot|memory|slow|crash]',
    guards: 'rate, latency, memory and kept events of the event backend',
    run: async (part) => (await import('./dashboard/command.ts')).dashboardCommand(part),
  },
  {
    name: 'scale-out queue',
    usage: '[--jobs N]',
    guards: 'one result for each of 3,000 jobs while 25 workers are killed and 5 stall',
    run: async () => (await import('./scale-out/queue.ts')).queueCommand(),
  },
  {
    name: 'scale-out outages',
    usage: '[--projects N] [--kills N] [--restarts N] [--packages DIR]…',
    guards: 'the index of 300 Git repositories while workers are killed, the server restarts and two programs publish',
    run: async () => (await import('./scale-out/outages.ts')).outagesCommand(),
  },
  {
    name: 'scale-out publications',
    usage: '[--publications N]',
    guards: 'one state for each read while an index is published to PostgreSQL 400 times',
    takes: '3 minutes',
    run: async () => (await import('./scale-out/publications.ts')).publicationsCommand(),
  },
  {
    name: 'scale-out events',
    usage: '[--rounds N]',
    guards: 'each event once on three dashboards with one PostgreSQL while they are killed',
    run: async () => (await import('./scale-out/events.ts')).eventsCommand(),
  },
  {
    name: 'scale-out postgres',
    usage: '--db URL [--clients N] [--rate N] [--seed N] [--without KIND]…',
    guards: 'the time of each operation on an index on PostgreSQL that eight clients ask at once',
    run: async () => (await import('./scale-out/postgres.ts')).postgresCommand(),
  },
  {
    name: 'simulate',
    usage: '[--projects N --machines N] [--seed N]',
    guards: 'the days, core hours, storage and price that docs/operate/scale.md states',
    takes: '49 s at load 6',
    run: async () => (await import('./simulate/command.ts')).simulateCommand(),
  },
  {
    name: 'simulate measure',
    usage: '[--packages DIR]…',
    guards:
      'costs of the simulator at three sizes, and its predictions for a fourth one, by real workers and publications',
    run: async () => (await import('./simulate/measure.ts')).measureCommand(),
  },
];

/** Processes that a command starts. */
export const PARTS: readonly Pick<Command, 'name' | 'run'>[] = [
  { name: 'scale-out reader', run: async () => (await import('./scale-out/reader.ts')).readerCommand() },
];

/** The first line of a command's file. */
export function firstLine({ guards, takes = 'not measured' }: Command): string {
  return `// Guards: ${guards}. Takes: ${takes}.`;
}

/** What `--help` prints about commands. */
export function helpOf(commands: readonly Command[]): string {
  const rows = commands.map(({ name, usage, guards, takes = 'not measured' }) => {
    return [`${name}${usage === undefined ? '' : ` ${usage}`}`, `    guards ${guards}`, `    takes ${takes}`].join(
      '\n',
    );
  });
  return `npm run bench -- [COMMAND], by default time\n\n${rows.join('\n')}\n`;
}
