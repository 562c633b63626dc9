// Guards: fixtures/renaming, which tests read: it writes functions before and after. Takes: not measured.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '../corpus/files.ts';
import { REPOSITORY } from '../folders.ts';
import { openLicence } from '../functions/open.ts';
import { Prints } from '../functions/prints.ts';
import { sampleFunctions } from '../functions/sample.ts';
import { EXCEPTIONS, explanation } from './exceptions.ts';
import { startLocalsReaders } from './readers.ts';
import { renameLocals } from './renaming.ts';

const SEED = 20_251_121;
const PAIRS = 200;
const LONGEST = 900;

interface Pair {
  file: string;
  licence: string;
  dialect?: string;
  original: string;
  renamed: string;
  /** Why the shape changes. */
  exception?: string;
}

/** Writes fixtures/renaming/: functions before and after renaming all their locals. */
export async function recordRenaming(only?: string): Promise<void> {
  const folder = join(REPOSITORY, 'fixtures/renaming');
  mkdirSync(folder, { recursive: true });
  const readers = await startLocalsReaders();
  try {
    for (const language of ['javascript', 'typescript', 'php', 'python', 'bash'] as const) {
      if (only !== undefined && only !== language) continue;
      const { tool } = readers.of[language];
      const about = `Functions of real packages before and after their locals, as ${tool} finds them, were renamed.`;
      const pairs = await pairsOf(language, readers.of[language]);
      writeFileSync(join(folder, `${language}.json`), `${JSON.stringify({ about, pairs }, null, 1)}\n`);
      process.stdout.write(`${language}: ${pairs.length} pairs\n`);
    }
  } finally {
    readers.close();
  }
}

async function pairsOf(language: Language, reader: Parameters<typeof renameLocals>[1]): Promise<Pair[]> {
  const prints = await Prints.load(language);
  const pairs: Pair[] = [];
  const isOpen = (file: string) => openLicence(language, file) !== undefined;
  for await (const sample of sampleFunctions(language, SEED, { accept: isOpen })) {
    const licence = openLicence(language, sample.file);
    if (licence === undefined || sample.source.length > LONGEST) continue;
    const renaming = await renameLocals(sample, reader, prints);
    if ('skipped' in renaming) continue;
    const { dialect } = sample.mode;
    const name = `${sample.file}:${sample.print.line} ${sample.print.name}`;
    const reason = EXCEPTIONS[explanation(language, name, renaming.traits)]?.reason;
    pairs.push({
      ...{ file: sample.file, licence },
      ...(dialect === undefined ? {} : { dialect }),
      ...{ original: sample.source, renamed: renaming.renamed },
      ...(renaming.shapeKept || reason === undefined ? {} : { exception: reason }),
    });
    if (pairs.length === PAIRS) break;
  }
  return pairs;
}
