import { resolve } from 'node:path';
import { findRelations } from '@analyzer/core/relations/find-relations.ts';
import { completeOptions } from '@analyzer/core/scan/options.ts';
import { quoter } from '@analyzer/core/scan/quote.ts';
import { scan } from '@analyzer/core/scan/scan.ts';
import { findShown } from '@analyzer/core/show/find-shown.ts';
import type { Shown } from '@analyzer/core/show/model.ts';
import { Folder } from '@analyzer/core/tree/folder.ts';
import { openEngine } from '../engine/open.ts';
import { optimizeLater } from '../engine/optimize-later.ts';
import { chosenOptions } from '../options/scan.ts';
import { interruptible } from '../output/interrupt.ts';
import { NewFile } from '../output/new-file.ts';
import { Progress } from '../output/progress.ts';
import { writeStream } from '../output/write-stream.ts';
import type { ShowFlags } from './flags.ts';
import { SHOW_FORMATS } from './formats.ts';

/** Scans a folder and writes the copies of a file, line, folder or group in it. */
export async function showCommand(target: string, path: string, flags: ShowFlags): Promise<void> {
  await interruptible(async (signal, onForcedEnd) => {
    const file = flags.output === undefined ? undefined : new NewFile(flags.output);
    onForcedEnd(() => file?.discard());
    const texts = await SHOW_FORMATS[flags.format].render(await find(target, path, flags, signal), flags);
    if (file === undefined) await writeStream(process.stdout, texts, signal);
    else await file.write(texts, signal);
  });
}

async function find(target: string, path: string, flags: ShowFlags, signal: AbortSignal): Promise<Shown> {
  optimizeLater();
  const source = new Folder(path);
  const engine = openEngine(flags, signal);
  const progress = new Progress(process.stderr);
  try {
    const result = await scan(source, completeOptions(chosenOptions(flags)), {
      engine,
      signal,
      onEvent: (event) => progress.on(event),
      ...(flags.cacheDir !== undefined && { cacheDir: flags.cacheDir }),
    });
    const relations = await findRelations(result, source, signal);
    const wanted = { target, limit: flags.limit };
    return await findShown(result, relations, wanted, quoter(new Map([['', resolve(path)]]), signal));
  } finally {
    progress.end();
    await engine.close();
    await source.close();
  }
}
