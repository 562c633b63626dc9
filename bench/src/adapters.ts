import { join } from 'node:path';
import type { Adapter } from '@analyzer/core/parse/portable/adapters/adapter.ts';
import { loadAdapter } from '@analyzer/core/parse/portable/adapters/load.ts';
import { languages } from '@analyzer/core/parse/portable/languages.ts';
import type { Language } from './corpus/files.ts';
import { REPOSITORY } from './folders.ts';

/** The engine's adapters without the engine around them. */
export async function loadAdapters(): Promise<Readonly<Record<Language, Adapter>>> {
  return {
    python: await adapterOf('python'),
    javascript: await adapterOf('javascript'),
    typescript: await adapterOf('typescript'),
    php: await adapterOf('php'),
    bash: await adapterOf('bash'),
  };
}

function adapterOf(language: Language): Promise<Adapter> {
  const data = languages.get(language);
  if (data === undefined) throw new Error(`no parser is known for ${language}`);
  return loadAdapter(data, join(REPOSITORY, 'languages/grammars'));
}
