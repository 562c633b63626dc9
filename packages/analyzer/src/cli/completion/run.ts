import type { Command } from 'commander';
import { writeStream } from '../output/write-stream.ts';
import { bashCompletion } from './bash.ts';
import { fishCompletion } from './fish.ts';
import { commandsOf } from './model.ts';
import { zshCompletion } from './zsh.ts';

const SHELLS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion };

export async function printCompletion(program: Command, shell: keyof typeof SHELLS): Promise<void> {
  await writeStream(process.stdout, [SHELLS[shell](commandsOf(program))], new AbortController().signal);
}
