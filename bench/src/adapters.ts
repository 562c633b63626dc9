import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Adapter } from '@analyzer/core/parse/portable/adapters/adapter.ts';
import { OxcAdapter } from '@analyzer/core/parse/portable/adapters/oxc.ts';
import { TreeSitterAdapter } from '@analyzer/core/parse/portable/adapters/tree-sitter.ts';
import bash from '../../languages/bash.json' with { type: 'json' };
import php from '../../languages/php.json' with { type: 'json' };
import python from '../../languages/python.json' with { type: 'json' };
import type { Language } from './corpus/files.ts';
import { REPOSITORY } from './folders.ts';

/** The engine's adapters without the engine around them. */
export async function loadAdapters(): Promise<Readonly<Record<Language, Adapter>>> {
  return {
    python: await grammar(python.grammar),
    javascript: new OxcAdapter(),
    typescript: new OxcAdapter(),
    php: await grammar(php.grammar),
    bash: await grammar(bash.grammar),
  };
}

function grammar(data: { file: string; text_kinds: string[]; self_test: string }): Promise<Adapter> {
  return TreeSitterAdapter.load(readFileSync(join(REPOSITORY, 'languages/grammars', data.file)), data);
}
