// Guards: fixtures/formatters, which tests read: it writes functions before and after. Takes: not measured.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ParseMode } from '@analyzer/core/parse/engine.ts';
import { REPOSITORY } from '../folders.ts';
import { openLicence } from '../functions/open.ts';
import { type Print, Prints } from '../functions/prints.ts';
import { reasonOf } from './exceptions.ts';
import { FORMATTERS, filesOf, KINDS, languageOf } from './formatters.ts';

const PAIRS = 200;
const PER_FILE = 8;
const MIN_NODES = 12;
const LONGEST = 900;

interface Pair {
  file: string;
  licence: string;
  dialect?: string;
  original: string;
  formatted: string;
  /** Why a fingerprint changes. */
  exception?: string;
}

/** Writes fixtures/formatters/: functions that a formatter changed, before and after. */
export async function recordFormatters(only?: string): Promise<void> {
  const folder = join(REPOSITORY, 'fixtures/formatters');
  mkdirSync(folder, { recursive: true });
  for (const kind of KINDS) {
    if (only !== undefined && only !== kind) continue;
    const language = languageOf(kind);
    const { tool, format } = FORMATTERS[language];
    const pairs: Pair[] = [];
    const prints = await Prints.load(language);
    for (const file of filesOf(kind)) {
      const licence = openLicence(language, file.name);
      if (licence === undefined || pairs.length >= PAIRS) continue;
      const dialect = file.dialect === undefined ? {} : { dialect: file.dialect };
      const mode: ParseMode = { language, ...dialect };
      const source = readFileSync(file.path, 'utf8').replace(/^\ufeff/, '');
      const formatted = await format(source, mode).catch(() => undefined);
      if (formatted === undefined) continue;
      for (const { print, ...pair } of changed(prints, mode, source, formatted).slice(0, PER_FILE)) {
        const exception = reasonOf(kind, `${file.name}:${print.line} ${print.name}`);
        pairs.push({
          file: file.name,
          licence,
          ...dialect,
          ...pair,
          ...(exception === undefined ? {} : { exception }),
        });
      }
    }
    const document = { about: `Functions of real packages before and after ${tool}.`, pairs: pairs.slice(0, PAIRS) };
    writeFileSync(join(folder, `${kind}.json`), `${JSON.stringify(document, null, 1)}\n`);
    process.stdout.write(`${kind}: ${document.pairs.length} pairs\n`);
  }
}

/** Functions that are complete programs and whose text the formatter changed. */
function changed(prints: Prints, mode: ParseMode, source: string, formatted: string) {
  const [before, after] = [prints.read(source, mode), prints.read(formatted, mode)];
  if (before.functions.length !== after.functions.length) return [];
  return before.functions.flatMap((print, index) => {
    const other = after.functions[index];
    if (other === undefined || print.nodes < MIN_NODES || print.end - print.start > LONGEST) return [];
    const [original, result] = [textOf(source, print, mode), textOf(formatted, other, mode)];
    const bothStand = [original, result].every((text) => standsAlone(prints, mode, text));
    return bothStand && original !== result ? [{ print, original, formatted: result }] : [];
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
