// Guards: fixtures/truth, which tests read: it writes what the independent parsers find. Takes: not measured.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES } from '../corpus/files.ts';
import { startReaders } from './readers.ts';
import { RECORDED, type RecordedReading, recordedFiles, toRecord } from './recording.ts';

/** Writes the results of the independent readers to `fixtures/truth`, for tests that run without them. */
export async function recordCommand(): Promise<void> {
  const readers = await startReaders();
  try {
    for (const language of LANGUAGES) {
      const reader = readers.of[language];
      const files: Record<string, RecordedReading> = {};
      for (const { name, path } of recordedFiles(language)) {
        const reading = await reader.read(readFileSync(path, 'utf8'), path);
        if (reading === undefined) throw new Error(`${reader.tool} does not accept ${path}`);
        files[name] = toRecord(reading);
      }
      const text = JSON.stringify({ reader: reader.tool, files }, null, 1);
      writeFileSync(join(RECORDED, `${language}.json`), `${text}\n`);
    }
  } finally {
    readers.close();
  }
}
