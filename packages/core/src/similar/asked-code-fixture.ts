import { join } from 'node:path';
import type { SimilarData } from '@analyzer/contracts/query/similar.data';
import { dbOf, indexFolder } from '#index/fixture.ts';
import { openIndex } from '#index/reader.ts';
import type { Engine } from '#parse/engine.ts';
import { createQuery, type Outcome } from '#query/query.ts';
import { requestedCode } from '#query/request/requested-code.ts';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import { CodeParser } from './code-parser.ts';
import { similar } from './similar.ts';

/** A Python function. */
export const HELPER = `def create(cls, settings, crawler, *args):
    if settings is None and crawler is None:
        raise ValueError('settings or crawler must be given')
    if crawler and hasattr(cls, 'from_crawler'):
        return cls.from_crawler(crawler, *args)
    elif hasattr(cls, 'from_settings'):
        return cls.from_settings(settings, *args)
    else:
        return cls(*args)
`;
/** Statements that do the same as a function, and have less than half of their 5-grams in common with it. */
export const WRITTEN_AGAIN = `filters = load(settings['FILTERS'])
if hasattr(filters, 'from_crawler'):
    filter = filters.from_crawler(crawler)
elif hasattr(filters, 'from_settings'):
    filter = filters.from_settings(crawler.settings)
else:
    filter = filters()
`;

/** Asks an index for code. @param params of the operation `similar` */
export type Ask = (params: object) => Promise<Outcome>;

const query = createQuery([similar]);

/** Indexes files, whose first folder is a project if it has a Git repository. */
export async function withIndexOf(
  files: Record<string, string>,
  engine: Engine,
  work: (ask: Ask) => Promise<void>,
): Promise<void> {
  const paths = Object.entries(files).map(([path, text]) => [`all/${path}`, text]);
  const folder = join(fixtureFolder(Object.fromEntries(paths)), 'all');
  await indexFolder(folder, { engine });
  const reader = await openIndex(dbOf(folder));
  const parser = new CodeParser(() => engine);
  try {
    await work(async (params) => {
      const request = { schema: 'analyzer.request.v1', operation: 'similar', params };
      const text = requestedCode(request, [similar]);
      const code = text && (await parser.parse(text));
      return query(reader, request, { ...(code && { caller: { code } }) });
    });
  } finally {
    reader.close();
  }
}

export function dataOf(outcome: Outcome): SimilarData {
  if ('error' in outcome) throw new Error(JSON.stringify(outcome.error));
  return JSON.parse(JSON.stringify(outcome.ok.data));
}
