import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { corpusFiles } from '../corpus/files.ts';
import { CORPUS } from '../folders.ts';

/** The least that any scan costs: walk the folders, read every file, hash it. Run as a process of its own. */
const folder = process.argv[2] ?? CORPUS;
for (const { path } of corpusFiles(folder)) {
  createHash('sha256')
    .update(readFileSync(join(folder, path)))
    .digest();
}
