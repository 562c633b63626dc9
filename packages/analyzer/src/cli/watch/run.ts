import type { WatchTotals, WatchV1 } from '@analyzer/contracts/analyzer.watch.v1';
import type { ElsewhereFinding } from '@analyzer/core/check/model.ts';
import type { Engine } from '@analyzer/core/parse/engine.ts';
import { TerminalStyle } from '@analyzer/core/render/terminal/terminal-style.ts';
import type { BackgroundReview } from '@analyzer/core/review/background.ts';
import { completeOptions } from '@analyzer/core/scan/options.ts';
import { ProjectSession } from '@analyzer/core/session/session.ts';
import { watchProject } from '@analyzer/core/session/watch.ts';
import { openEngine } from '../engine/open.ts';
import { reviewInBackground } from '../engine/review.ts';
import { chosenOptions, countedClasses } from '../options/scan.ts';
import { terminalStyle } from '../options/style.ts';
import { interruptible } from '../output/interrupt.ts';
import { say } from '../output/messages.ts';
import { Progress } from '../output/progress.ts';
import { StreamWriter } from '../output/write-stream.ts';
import type { WatchFlags } from './flags.ts';
import { WATCH_FORMATS } from './formats.ts';
import { SettingsNotes } from './settings-notes.ts';

/** Prints the effect of changed files until it is interrupted. */
export async function watchCommand(path: string, flags: WatchFlags): Promise<void> {
  await interruptible(async (signal) => {
    const engine = openEngine(flags, signal);
    const print = printing(flags, signal);
    let review: BackgroundReview | undefined;
    try {
      const session = await openSession(path, flags, { engine, signal });
      const notes = reviewOf(session, flags, engine, print);
      review = notes;
      const settings = flags.config === false ? undefined : new SettingsNotes(session, say);
      await watchProject(session, {
        signal,
        onStart: () => {
          notes.request();
          return print({ schema: SCHEMA, type: 'started', root: session.name, ...totalsOf(session) });
        },
        onRead: () => settings?.update(),
        onChange: (change) => {
          notes.request();
          const copies = change.copies.map(({ family, ...counts }) => ({ ...counts, ...family }));
          const time = new Date().toISOString();
          return print({ schema: SCHEMA, type: 'changed', time, ...change, copies, totals: totalsOf(session) });
        },
        onProblem: ({ code, message }) => print({ schema: SCHEMA, type: 'problem', code, message }),
      });
    } finally {
      await review?.close();
      await engine.close();
    }
  });
}

function totalsOf({ analyzed: files, families: groups, cycles }: ProjectSession): WatchTotals {
  return { files, groups, cycles: cycles.length };
}

/** Looks in the background for edits that copies lack and for code of other projects, and prints each once. */
function reviewOf(session: ProjectSession, flags: WatchFlags, engine: Engine, print: Print): BackgroundReview {
  const options = completeOptions(chosenOptions(flags));
  const { without } = countedClasses(flags);
  const printed = new Set<string>();
  return reviewInBackground(
    session.location,
    { options, without, engine, flags, contracts: false, index: flags.index },
    {
      onReview: ({ edits: all, elsewhere }) => {
        const edits = all.filter(({ id }) => !printed.has(id));
        for (const { id } of edits) printed.add(id);
        const time = new Date().toISOString();
        if (edits.length > 0) void print({ schema: SCHEMA, type: 'missed', time, edits }).catch(() => undefined);
        const hints = elsewhere.filter((hint) => !printed.has(hintKey(hint)));
        for (const hint of hints) printed.add(hintKey(hint));
        if (hints.length > 0)
          void print({ schema: SCHEMA, type: 'elsewhere', time, found: hints }).catch(() => undefined);
      },
      onProblem: (problem) => say(`Changes are not compared with copies: ${problem}`),
      onIndexProblem: (problem) => say(`New code is not compared with other projects: ${problem}`),
    },
  );
}

/** Stays the same while the lines move. */
function hintKey({ path, qualified_name, original }: ElsewhereFinding): string {
  return JSON.stringify([path, qualified_name, original.project, original.path, original.qualified_name]);
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
      keepsFacts: true,
      ...countedClasses(flags),
      onEvent: (event) => progress.on(event),
      ...(flags.cacheDir !== undefined && { cacheDir: flags.cacheDir }),
    });
  } finally {
    progress.end();
  }
}

type Print = (event: WatchV1) => Promise<void>;

/** Writes events to stdout, one after another. */
function printing(flags: WatchFlags, signal: AbortSignal): Print {
  const stdout = new StreamWriter(process.stdout, signal);
  const style = new TerminalStyle(terminalStyle(flags));
  let last: Promise<void> = Promise.resolve();
  return (event) => {
    const write = async () => stdout.write(await WATCH_FORMATS[flags.format].render(event, style));
    // After a failure the next event fails too.
    last = last.then(write);
    return last;
  };
}
