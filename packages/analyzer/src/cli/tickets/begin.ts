import { Journal } from '@analyzer/core/extract/dispatch/journal.ts';
import { readState, StateFile } from '@analyzer/core/extract/state/state-file.ts';
import { type BegunTask, beginTask } from '@analyzer/core/extract/work/begin-task.ts';
import { visible } from '@analyzer/core/render/visible.ts';
import { interruptible } from '../output/interrupt.ts';
import { writeStream } from '../output/write-stream.ts';
import type { StateFlags } from './flags.ts';
import { withProjects } from './with-projects.ts';

/** Begins a task and prints where and what to do. */
export async function beginCommand(key: string, flags: StateFlags): Promise<void> {
  await interruptible(async (signal) => {
    const file = await StateFile.lock(flags.state);
    try {
      const state = file.read() ?? readState(flags.state);
      const journal = new Journal(file, state);
      const begun = await withProjects(state, flags, (projects) => beginTask(key, journal, projects, signal));
      await writeStream(process.stdout, [textOf(begun)], signal);
    } finally {
      file.release();
    }
  });
}

function textOf({ key, stage, project, title, folder, branch, files, brief }: BegunTask): string {
  const facts = [
    ['begun', `${key} (${stage}) in ${project}: ${title}`],
    ['folder', folder],
    ...(branch === null ? [] : [['branch', branch]]),
    ...files.map(({ label, path }) => [label, path]),
  ];
  const lines = facts.map(([label = '', value = '']) => `${label.padEnd(9)} ${visible(value)}`);
  return [...lines, '', ...brief.split('\n').map((line) => visible(line)), ''].join('\n');
}
