import { COMMANDS, helpOf, PARTS } from './commands.ts';

const words = process.argv.slice(2);
const isAsked = words.includes('--help');
const [first = 'time', second] = words;
const all = [...COMMANDS, ...PARTS];
const command = all.find(({ name }) => name === `${first} ${second}`) ?? all.find(({ name }) => name === first);
if (command === undefined || isAsked) {
  const parts = COMMANDS.filter(({ name }) => `${name} `.startsWith(`${first} `));
  (isAsked ? process.stdout : process.stderr).write(helpOf(parts.length > 0 ? parts : COMMANDS));
  process.exitCode = isAsked ? 0 : 2;
} else {
  try {
    await command.run(second);
  } catch (error) {
    process.stderr.write(`bench ${command.name}: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
