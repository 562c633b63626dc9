const COMMANDS: Readonly<Record<string, () => Promise<void> | void>> = {
  corpus: async () => (await import('./corpus/command.ts')).corpusCommand(),
  time: async () => (await import('./time/command.ts')).timeCommand(),
};

const USAGE = `npm run bench -- [what]

  time     (default) time a scan of the corpus and its floors, hold it against the budgets, store the run
  corpus   assemble bench/corpus from pinned packages
`;

const name = process.argv[2] ?? 'time';
const command = COMMANDS[name];
if (command === undefined) {
  process.stderr.write(USAGE);
  process.exitCode = name === '--help' ? 0 : 2;
} else {
  try {
    await command();
  } catch (error) {
    process.stderr.write(`bench ${name}: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
