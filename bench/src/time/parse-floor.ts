import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Adapter } from '@analyzer/core/parse/portable/adapters/adapter.ts';
import { loadAdapters } from '../adapters.ts';
import { type CorpusFile, corpusFiles, type Language } from '../corpus/files.ts';
import { CORPUS } from '../folders.ts';

/**
 * Parsing alone: the engine's own adapters read every file into a flat tree, which is dropped.
 * Arguments: the number of processes; a child process also gets the number of its share of the files.
 */
const [jobs, share] = process.argv.slice(2).map(Number);
if (jobs === undefined) throw new Error('how many processes?');
if (share === undefined) {
  const file = process.argv[1] ?? '';
  const children = Array.from({ length: jobs }, (_, index) =>
    spawn(process.execPath, [file, String(jobs), String(index)], { stdio: 'inherit' }),
  );
  for (const [code, signal] of await Promise.all(children.map((child) => once(child, 'close')))) {
    if (code !== 0) throw new Error(`a parsing process ended with ${signal ?? code}`);
  }
} else {
  parseAll(
    corpusFiles().filter((_, index) => index % jobs === share),
    await loadAdapters(),
  );
}

function parseAll(files: CorpusFile[], adapters: Readonly<Record<Language, Adapter>>): void {
  const utf8 = new TextDecoder();
  for (const { path, language, dialect } of files) {
    const source = utf8.decode(readFileSync(join(CORPUS, path)));
    adapters[language].parse(
      source,
      dialect === undefined ? { language } : { language, dialect },
      Number.POSITIVE_INFINITY,
    );
  }
}
