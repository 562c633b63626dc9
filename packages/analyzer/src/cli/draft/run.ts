import { AnalyzerError, EXIT } from '@analyzer/contracts';
import { Drafter } from '@analyzer/core/generalize/draft-group.ts';
import { scanSource } from '@analyzer/core/generalize/draft-source.ts';
import type { Draft } from '@analyzer/core/generalize/model.ts';
import { obstacleText } from '@analyzer/core/render/draft/wording.ts';
import { commandArgument } from '@analyzer/core/render/terminal/shell-argument.ts';
import { visible } from '@analyzer/core/render/visible.ts';
import type { Scan } from '@analyzer/core/scan/model.ts';
import { completeOptions } from '@analyzer/core/scan/options.ts';
import { scan } from '@analyzer/core/scan/scan.ts';
import { openEngine, openTreeEngine } from '../engine/open.ts';
import { optimizeLater } from '../engine/optimize-later.ts';
import { chosenOptions } from '../options/scan.ts';
import { interruptible } from '../output/interrupt.ts';
import { say } from '../output/messages.ts';
import { NewFile } from '../output/new-file.ts';
import { Progress } from '../output/progress.ts';
import { writeStream } from '../output/write-stream.ts';
import type { DraftFlags } from './flags.ts';
import { DRAFT_FORMATS } from './formats.ts';
import { listDrafts, listTexts, requireListFlags } from './list.ts';

/** Scans a folder, drafts one function for a group of it, or for all, and writes the result. */
export async function draftCommand(group: string | undefined, path: string, flags: DraftFlags): Promise<void> {
  if (flags.list === true) requireListFlags(flags, group !== undefined);
  else if (group === undefined) throw noGroup();
  await interruptible(async (signal, onForcedEnd) => {
    const file = flags.output === undefined ? undefined : new NewFile(flags.output);
    onForcedEnd(() => file?.discard());
    const write = async (texts: Iterable<string>): Promise<void> => {
      if (file === undefined) await writeStream(process.stdout, texts, signal);
      else await file.write(texts, signal);
    };
    if (group === undefined) {
      const list = await listDrafts(await scanFolder(path, flags, signal), path, flags, signal);
      await write(listTexts(list, flags));
      if (list.drafts.length === 0) process.exitCode = EXIT.findings;
      return;
    }
    const draft = await draftOf(group, path, flags, signal);
    await write(await DRAFT_FORMATS[flags.format].render(draft, flags));
    if (draft.written !== undefined) return;
    if (flags.format === 'patch' && draft.obstacle !== undefined)
      say(visible(`no draft: ${obstacleText(draft.obstacle)}`));
    process.exitCode = EXIT.findings;
  });
}

function noGroup(): AnalyzerError {
  return new AnalyzerError(
    'usage',
    { problem: 'draft needs the id of a group, or --list' },
    { hint: 'See `analyzer draft --help`.' },
  );
}

async function draftOf(id: string, path: string, flags: DraftFlags, signal: AbortSignal): Promise<Draft> {
  const scanned = await scanFolder(path, flags, signal);
  const group = scanned.groups.find((it) => it.id === id);
  if (group === undefined) {
    throw new AnalyzerError(
      'not_found',
      { what: 'group', name: id },
      {
        hint: `List the groups with \`analyzer ${commandArgument(path)} --detail full\`; ids change with the code and with the options.`,
      },
    );
  }
  const engine = openTreeEngine(flags, signal);
  try {
    return await new Drafter(scanSource(scanned), path, engine, signal).draft(group, flags.into);
  } finally {
    await engine.close();
  }
}

async function scanFolder(path: string, flags: DraftFlags, signal: AbortSignal): Promise<Scan> {
  optimizeLater();
  const engine = openEngine(flags, signal);
  const progress = new Progress(process.stderr);
  try {
    return await scan(path, completeOptions(chosenOptions(flags)), {
      engine,
      signal,
      withoutCalls: true,
      onEvent: (event) => progress.on(event),
      ...(flags.cacheDir !== undefined && { cacheDir: flags.cacheDir }),
    });
  } finally {
    progress.end();
    await engine.close();
  }
}
