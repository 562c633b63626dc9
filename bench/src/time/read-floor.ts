import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { corpusFiles } from '../corpus/files.ts';
import { CORPUS } from '../folders.ts';

/** The lower bound of any scan: walk the folders, read and hash every file. Runs as a separate process. */
const folder = process.argv[2] ?? CORPUS;
for (const { path } of corpusFiles(folder)) {
  createHash('sha256')
    .update(readFileSync(join(folder, path)))
    .digest();
}
