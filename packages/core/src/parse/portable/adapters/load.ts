import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LanguageData } from '../languages.ts';
import type { Adapter } from './adapter.ts';

/**
 * The adapter of a language, imported on demand: a project without JS does not load oxc.
 *
 * @param grammars folder of the `.wasm` files
 * @throws if the parser does not load
 */
export async function loadAdapter(
  { grammar, syntax }: Pick<LanguageData, 'grammar' | 'syntax'>,
  grammars: string,
): Promise<Adapter> {
  if (syntax !== undefined) {
    const { BashSyntaxAdapter } = await import('./bash-syntax.ts');
    return BashSyntaxAdapter.load(await readFile(join(grammars, syntax.file)));
  }
  if (grammar !== undefined) {
    const { TreeSitterAdapter } = await import('./tree-sitter.ts');
    return TreeSitterAdapter.load(await readFile(join(grammars, grammar.file)), grammar);
  }
  const { OxcAdapter } = await import('./oxc.ts');
  return new OxcAdapter();
}
