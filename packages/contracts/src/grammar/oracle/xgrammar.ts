import { copyFileSync, mkdtempSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type XGrammar = typeof import('@mlc-ai/web-xgrammar');

/** The engine of vLLM and SGLang. Its package is CommonJS with the extension of a module, so a copy is loaded. */
export function loadXGrammar(): XGrammar {
  const require = createRequire(import.meta.url);
  const path = join(mkdtempSync(join(tmpdir(), 'xgrammar-')), 'index.cjs');
  copyFileSync(require.resolve('@mlc-ai/web-xgrammar'), path);
  return require(path);
}
