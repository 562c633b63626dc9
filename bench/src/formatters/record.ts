import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ParseMode } from '@analyzer/core/parse/engine.ts';
import type { Language } from '../corpus/files.ts';
import { REPOSITORY } from '../folders.ts';
import { type Print, Prints } from '../functions/prints.ts';
import { sourceFiles } from '../functions/sources.ts';
import { FORMATTERS } from './formatters.ts';

/** Packages whose licences let small samples stand in our fixtures, by language. */
const OPEN: Readonly<Record<Language, { folder: string; licence: string }[]>> = {
  javascript: [
    { folder: 'npm/lodash/', licence: 'MIT' },
    { folder: 'debian/python3-django/', licence: 'BSD-3-Clause' },
  ],
  typescript: [
    { folder: 'npm/effect/', licence: 'MIT' },
    { folder: 'npm/rxjs/', licence: 'Apache-2.0' },
    { folder: 'npm/@blueprintjs/core/', licence: 'Apache-2.0' },
  ],
  php: [
    { folder: 'debian/php-symfony-console/', licence: 'MIT' },
    { folder: 'debian/php-twig/', licence: 'BSD-3-Clause' },
  ],
  python: [
    { folder: 'debian/python3-django/', licence: 'BSD-3-Clause' },
    { folder: 'debian/python3-networkx/', licence: 'BSD-3-Clause' },
  ],
  bash: [
    { folder: 'debian/git-extras/', licence: 'MIT' },
    { folder: 'debian/ruby-build/', licence: 'MIT' },
    { folder: 'debian/dehydrated/', licence: 'MIT' },
    { folder: 'debian/bats/', licence: 'MIT' },
    { folder: 'debian/shunit2/', licence: 'Apache-2.0' },
  ],
};
const PAIRS = 200;
const PER_FILE = 8;
const LEAST_NODES = 12;
const LONGEST = 900;

interface Pair {
  file: string;
  licence: string;
  dialect?: string;
  original: string;
  formatted: string;
}

/** Writes fixtures/formatters/: functions that a formatter changed, as they were and as they came out. */
export async function recordFormatters(only?: string): Promise<void> {
  const folder = join(REPOSITORY, 'fixtures/formatters');
  mkdirSync(folder, { recursive: true });
  for (const [name, { tool, format }] of Object.entries(FORMATTERS)) {
    const language = languageOf(name);
    if (language === undefined || (only !== undefined && only !== language)) continue;
    const pairs: Pair[] = [];
    const prints = await Prints.load(language);
    for (const file of sourceFiles(language)) {
      const open = OPEN[language].find(({ folder: start }) => file.name.startsWith(start));
      if (open === undefined || pairs.length >= PAIRS) continue;
      const mode: ParseMode = file.dialect === undefined ? { language } : { language, dialect: file.dialect };
      const source = readFileSync(file.path, 'utf8').replace(/^\ufeff/, '');
      const formatted = await format(source, mode).catch(() => undefined);
      if (formatted === undefined) continue;
      const dialect = file.dialect === undefined ? {} : { dialect: file.dialect };
      const found = changed(prints, mode, source, formatted).slice(0, PER_FILE);
      for (const pair of found) pairs.push({ file: file.name, licence: open.licence, ...dialect, ...pair });
    }
    const document = { about: `Functions of real packages before and after ${tool}.`, pairs: pairs.slice(0, PAIRS) };
    writeFileSync(join(folder, `${language}.json`), `${JSON.stringify(document, null, 1)}\n`);
    process.stdout.write(`${language}: ${document.pairs.length} pairs\n`);
  }
}

function languageOf(name: string): Language | undefined {
  const languages: readonly Language[] = ['javascript', 'typescript', 'php', 'python', 'bash'];
  return languages.find((language) => language === name);
}

/** Functions that stand alone, whose text the formatter changed. */
function changed(prints: Prints, mode: ParseMode, source: string, formatted: string) {
  const [before, after] = [prints.read(source, mode), prints.read(formatted, mode)];
  if (before.functions.length !== after.functions.length) return [];
  return before.functions.flatMap((print, index) => {
    const other = after.functions[index];
    if (other === undefined || print.nodes < LEAST_NODES || print.end - print.start > LONGEST) return [];
    const [original, result] = [textOf(source, print, mode), textOf(formatted, other, mode)];
    const bothStand = [original, result].every((text) => standsAlone(prints, mode, text));
    return bothStand && original !== result ? [{ original, formatted: result }] : [];
  });
}

function textOf(source: string, { start, end, kind }: Print, { language }: ParseMode): string {
  const text = source.slice(start, end);
  if (language !== 'php') return `${text}\n`;
  return kind === 'method' ? `<?php\nclass A {\n${text}\n}\n` : `<?php\n${text}\n`;
}

function standsAlone(prints: Prints, mode: ParseMode, text: string): boolean {
  const { whole, functions } = prints.read(text, mode);
  return whole && functions.length > 0;
}
