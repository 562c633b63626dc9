import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ANALYZER } from '../folders.ts';
import { measure } from '../measure/measure.ts';
import { writeTree } from './tree.ts';

const FILES = 100_000;
const JOBS = 2;

/** Scans a generated repository of 100,000 small files; `--strict` fails if any file is not analysed. */
export async function scaleCommand(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'analyzer-scale-'));
  try {
    const bytes = await writeTree(folder, FILES);
    const { wall, cpu, peak_pss } = await measure([
      ANALYZER,
      'scan',
      folder,
      '--strict',
      '--engine',
      'portable',
      '--format',
      'json',
      '--jobs',
      String(JOBS),
    ]);
    process.stdout.write(
      `${FILES} files, ${(bytes / 1e6).toFixed(1)} MB: ${wall.toFixed(1)} s, ${cpu.toFixed(1)} CPU s, ` +
        `${(FILES / wall).toFixed(0)} files/s, peak ${(peak_pss / 1e6).toFixed(0)} MB\n`,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}
