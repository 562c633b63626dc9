import { corpusCommand } from './corpus/command.ts';

const COMMANDS: Readonly<Record<string, (argument?: string) => Promise<void> | void>> = {
  cache: async () => (await import('./cache/command.ts')).cacheCommand(),
  corpus: corpusCommand,
  edges: async () => (await import('./edges/command.ts')).edgesCommand(),
  truth: async () => (await import('./truth/command.ts')).truthCommand(),
  meaning: async () => (await import('./meaning/command.ts')).meaningCommand(),
  formatters: async () => (await import('./formatters/command.ts')).formattersCommand(),
  renaming: async () => (await import('./renaming/command.ts')).renamingCommand(),
  'record-meaning': async (language) => (await import('./meaning/record.ts')).recordMeaning(language),
  'record-renaming': async (language) => (await import('./renaming/record.ts')).recordRenaming(language),
  'record-formatters': async (language) => (await import('./formatters/record.ts')).recordFormatters(language),
  queries: async () => (await import('./queries/command.ts')).queriesCommand(),
  crash: async () => (await import('./crash/command.ts')).crashCommand(),
  dashboard: async (part) => (await import('./dashboard/command.ts')).dashboardCommand(part),
  index: async () => (await import('./index/command.ts')).indexCommand(),
  map: async () => (await import('./map/command.ts')).mapCommand(),
  'map-pictures': async () => (await import('./map/pictures.ts')).picturesCommand(),
  'terminal-picture': async () => (await import('./terminal-picture/command.ts')).terminalPictureCommand(),
  injected: async (what) => {
    if (what !== 'edits') throw new Error('part must be edits');
    await (await import('./injected/edits/command.ts')).editsCommand();
  },
  native: async (part) => (await import('./native/command.ts')).nativeCommand(part),
  parity: async () => (await import('./parity/command.ts')).parityCommand(),
  plan: async () => (await import('./plan/command.ts')).planCommand(),
  record: async () => (await import('./truth/record.ts')).recordCommand(),
  serve: async () => (await import('./serve/command.ts')).serveCommand(),
  'scale-out': async (part) => {
    if (part === 'root') await (await import('./scale-out/root.ts')).rootCommand();
    else if (part === 'store') await (await import('./scale-out/root.ts')).storeCommand();
    else if (part === 'queue') await (await import('./scale-out/queue.ts')).queueCommand();
    else if (part === 'publications') await (await import('./scale-out/publications.ts')).publicationsCommand();
    else if (part === 'reader') await (await import('./scale-out/reader.ts')).readerCommand();
    else if (part === 'postgres') await (await import('./scale-out/postgres.ts')).postgresCommand();
    else if (part === 'events') await (await import('./scale-out/events.ts')).eventsCommand();
    else throw new Error('part must be root, queue, publications, events or postgres');
  },
  simulate: async (part) => {
    if (part === 'measure') await (await import('./simulate/measure.ts')).measureCommand();
    else (await import('./simulate/command.ts')).simulateCommand();
  },
  time: async () => (await import('./time/command.ts')).timeCommand(),
  watch: async () => (await import('./watch/command.ts')).watchCommand(),
  unbreakable: async (part) => {
    if (part !== 'inputs') await (await import('./unbreakable/entries/command.ts')).entriesCommand();
    if (part !== 'entries') await (await import('./unbreakable/command.ts')).unbreakableCommand();
  },
};

const USAGE = `npm run bench -- [what]

  time     (default) time a scan of the corpus and its floors, compare it with the budgets, store the run
  cache    scans without, into and from a parse cache beside reading alone: time and size; [--large] [--rounds N]
           [--engine NAME] [--native FILE] [--floor FILE]
  truth    [language] compare every declaration, import and call of the corpus with an independent reader's;
           [--path DIR] of any folder instead; [--language NAME]
  edges    compare the file that each import leads to with an independent resolver's; --path DIR --language ts|php
           [--engine NAME] [--show N]
  meaning  [language] change one token in real functions: the stream must change; [--seed N]
           [--path DIR] functions of any folder
  formatters  [language] format real files: functions must keep their fingerprints; [--path DIR]
  record-meaning  [language] write changed functions in fixtures/meaning
  renaming  [language] rename all locals in real functions: function-shape must stay, function-body change;
           [--path DIR]
  record-renaming  [language] write renamed functions in fixtures/renaming
  record-formatters  [language] write formatted functions of real files in fixtures/formatters
  map      make and open the map of the large corpus and of one project: size, time to the first control; [--db FILE]
  map-pictures  write docs/pictures from a map of the large corpus; [--db FILE]
  native   the native engine beside jscpd and its own parsing alone: time and memory; [small|large|jobs|files|map|
           languages] [--path DIR] of languages [--rounds N] [--native FILE] [--floor FILE]
  parity   scan fixtures and corpus with both engines and diff pairs, print the first difference of each; [--fixtures]
           [--large] [--folder F]… [--diffs] [--native FILE] [--mutants N] [--seed N] [--from N]
  plan     plan the extraction of 5,000 families in 300 projects: time, memory, the same bytes twice
  simulate  [measure] days, core hours, storage and price of indexing 100,000 and 10 million projects with many workers;
           [--projects N --machines N] [--seed N]; measure: the costs and three runs of real workers
  record   write what the readers find in fixtures/truth
  unbreakable  [entries|inputs]
           entries: every nesting shape through every entry point of both engines; [--depths N,N] [--endings NAME,NAME]
           [--in-turn] [--entry NAME,NAME] [--only TEXT] [--every N] [--seconds N] [--gigabytes N] [--native FILE]
           inputs: hostile inputs and mutants of the corpus through the portable engine; [--seed N] [--from N]
           [--count N] [--jobs N] [--skip-hostile] [--only KIND] [--part I/N] [--seconds S]
  queries  ask an index of the large corpus real questions; [--db FILE] [--seed N] [--slowest]
  index    index the large corpus in one run: memory, size of the index, seconds by phase
  dashboard  the event backend: rate, latency, boot, memory, slow clients, kills; [load|read|boot|memory|slow|crash]
  crash    kill a reindex at a hundred moments: a complete index must remain each time
  injected edits  copy real functions with edits, and run the analyzer, jscpd and fallow on them; [--path DIR] [--each N]
           [--only KIND] [--seed N] [--show N]
  serve    [rest|grpc] the servers under load: latency, cancelled requests, memory; [--db FILE] [--rate N] [--seconds N]
           [--minutes N]: of the memory, 0 for none; [--memory-rate N]: its requests per second, default rate / 3
  watch    the time from the write of a file to the answer of \`analyzer watch\`; [--engine NAME] [--files N] [--path DIR]
  scale-out  root: group generated rows in shuffled orders with SQLite, DuckDB, ClickHouse and Spark: one root;
           [--rows N] [--seed N] [--layout ranges|shuffled] [--engine NAME]… [--threads N]… [--folder DIR]; NODE_PATH
           and PATH find the engines
           queue: workers index 3,000 projects while 25 are killed and 5 stall; [--jobs N]
           publications: 400 publications to PostgreSQL while four processes read; no read may see two of them;
           [--publications N]
           events: three dashboards with one PostgreSQL, of which each is killed many times; none may lose or
           repeat an event; [--rounds N]
           postgres: eight clients ask an index on a server at once; --db URL [--clients N] [--rate N] [--seed N]
           [--without KIND]…
  corpus   assemble bench/corpus from pinned packages; --large: bench/corpus-large, from more of them
`;

const [name = 'time', argument] = process.argv.slice(2);
const command = COMMANDS[name];
if (command === undefined) {
  process.stderr.write(USAGE);
  process.exitCode = name === '--help' ? 0 : 2;
} else {
  try {
    await command(argument);
  } catch (error) {
    process.stderr.write(`bench ${name}: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
