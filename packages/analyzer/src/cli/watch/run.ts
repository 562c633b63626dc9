import type { WatchV1 } from '@analyzer/contracts/analyzer.watch.v1';
import { TerminalStyle } from '@analyzer/core/render/terminal/terminal-style.ts';
import { completeOptions } from '@analyzer/core/scan/options.ts';
import { ProjectSession } from '@analyzer/core/session/session.ts';
import { watchProject } from '@analyzer/core/session/watch.ts';
import { openEngine } from '../engine/open.ts';
import { chosenOptions, countedClasses } from '../options/scan.ts';
import { terminalStyle } from '../options/style.ts';
import { interruptible } from '../output/interrupt.ts';
import { Progress } from '../output/progress.ts';
import { StreamWriter } from '../output/write-stream.ts';
import type { WatchFlags } from './flags.ts';
import { WATCH_FORMATS } from './formats.ts';

/** Prints the effect of changed files until it is interrupted. */
export async function watchCommand(path: string, flags: WatchFlags): Promise<void> {
  await interruptible(async (signal) => {
    const engine = openEngine(flags, signal);
    const print = printing(flags, signal);
    try {
      const session = await openSession(path, flags, { engine, signal });
      await watchProject(session, {
        signal,
        onStart: () => {
          const { name: root, analyzed: files, families: groups, cycles } = session;
          return print({ schema: SCHEMA, type: 'started', root, files, groups, cycles: cycles.length });
        },
        onChange: (change) => {
          const copies = change.copies.map(({ family, ...counts }) => ({ ...counts, ...family }));
          return print({ schema: SCHEMA, type: 'changed', ...change, copies });
        },
        onProblem: ({ code, message }) => print({ schema: SCHEMA, type: 'problem', code, message }),
      });
    } finally {
      await engine.close();
    }
  });
}

const SCHEMA = 'analyzer.watch.v1';

async function openSession(
  path: string,
  flags: WatchFlags,
  context: Pick<Parameters<typeof ProjectSession.open>[2], 'engine' | 'signal'>,
): Promise<ProjectSession> {
  const progress = new Progress(process.stderr);
  try {
    return await ProjectSession.open(path, completeOptions(chosenOptions(flags)), {
      ...context,
      allImports: flags.cycles === 'all',
      ...countedClasses(flags),
      onEvent: (event) => progress.on(event),
      ...(flags.cacheDir !== undefined && { cacheDir: flags.cacheDir }),
    });
  } finally {
    progress.end();
  }
}

/** Writes one event to stdout. */
function printing(flags: WatchFlags, signal: AbortSignal): (event: WatchV1) => Promise<void> {
  const stdout = new StreamWriter(process.stdout, signal);
  const style = new TerminalStyle(terminalStyle(flags));
  return async (event) => stdout.write(await WATCH_FORMATS[flags.format].render(event, style));
}
