import { resolve } from 'node:path';
import type { Check } from '@analyzer/core/check/model.ts';
import { silence } from '@analyzer/core/check/silence.ts';
import { decode } from '@analyzer/core/parse/portable/decode.ts';
import { readFile } from '@analyzer/core/tree/read.ts';

/** Larger files have no comments that count. */
const LARGEST_FILE = 8 * 1024 * 1024;

/** Applies the comments in the files of findings. A file that was changed after it was scanned has none. */
export async function silenced(check: Check, project: string, signal: AbortSignal): Promise<Check> {
  const paths = new Set(check.groups.flatMap(({ family }) => family.copies.map(({ path }) => path)));
  const texts = new Map<string, string>();
  for (const entry of check.scan.entries) {
    if (entry.kind !== 'file' || !paths.has(entry.path)) continue;
    const reading = await readFile(`${resolve(project)}/${entry.path}`, LARGEST_FILE, signal);
    if ('reason' in reading || reading.bytes === undefined || reading.sha256 !== entry.sha256) continue;
    const decoded = decode(reading.bytes, entry.language ?? '');
    if ('text' in decoded) texts.set(entry.path, decoded.text);
  }
  return silence(check, texts);
}
