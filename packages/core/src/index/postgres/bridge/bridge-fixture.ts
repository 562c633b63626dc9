import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const THREAD = fileURLToPath(new URL('thread.ts', import.meta.url));
/** The driver is CommonJS. */
const REQUIRE = "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";

export interface BridgeFixture {
  path: string;
  remove(): void;
}

/** The thread of the bridge, bundled like the product. */
export async function buildBridge(): Promise<BridgeFixture> {
  const folder = mkdtempSync(join(tmpdir(), 'bridge-'));
  const path = join(folder, 'postgres-bridge.mjs');
  await build({
    entryPoints: [THREAD],
    outfile: path,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: ['pg-native'],
    banner: { js: REQUIRE },
  });
  return { path, remove: () => rmSync(folder, { recursive: true }) };
}
