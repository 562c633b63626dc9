import { readFileSync } from 'node:fs';
import type { Scan } from '#scan/model.ts';

/** The folder of the vectors that both engines are held to. */
export const vectors = new URL('../../../../fixtures/vectors/', import.meta.url);

/** The scan of the JSON vector, fresh for each test. */
export function readScan(): Scan {
  const scan = JSON.parse(readFileSync(new URL('json-scan/scan.json', vectors), 'utf8'));
  return { ...scan, relations: new Map(Object.entries(scan.relations)) };
}
