import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PortableParser } from '@analyzer/core/parse/portable/parse.ts';
import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '../corpus/files.ts';
import { REPOSITORY } from '../folders.ts';
import { engineReading } from './engine.ts';
import { RECORDED, type Recording, recordedFiles, toRecord } from './recording.ts';

describe.each(LANGUAGES)('recorded truth of %s', (language) => {
  const recording: Recording = JSON.parse(readFileSync(join(RECORDED, `${language}.json`), 'utf8'));
  const parser = PortableParser.load([language], join(REPOSITORY, 'languages/grammars'));

  test.each(recordedFiles(language))('$name', async ({ name, path, mode }) => {
    const job = { path: name, mode, bytes: readFileSync(path) };
    const outcome = (await parser).parse(job, { tokens: false, deadline: Number.POSITIVE_INFINITY });
    if (outcome.status !== 'analyzed') throw new Error(`${name} is ${outcome.status}`);
    expect(toRecord(engineReading(outcome.facts))).toEqual(recording.files[name]);
  });
});
