import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { type Browser, chromium } from 'playwright-core';

/** Why this machine has no browser; undefined if it has one. */
export const NO_BROWSER =
  process.env.ANALYZER_TEST_BROWSER !== undefined || (process.platform === 'linux' && process.arch === 'x64')
    ? undefined
    : 'the packed Chromium is for Linux on x64; name another in ANALYZER_TEST_BROWSER';

/**
 * Starts the headless Chromium of the package `@sparticuz/chromium`, or the one that `ANALYZER_TEST_BROWSER`
 * names. It needs no installation: the package contains libraries and fonts.
 */
export async function startBrowser(): Promise<Browser> {
  const { path, env } = browserFiles();
  return chromium.launch({
    executablePath: path,
    args: ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none'],
    env: { ...process.env, ...env },
  });
}

/** Path of that browser, and its required environment variables. */
export function browserFiles(): { path: string; env: Readonly<Record<string, string>> } {
  const named = process.env.ANALYZER_TEST_BROWSER;
  if (named !== undefined) return { path: named, env: {} };
  const home = unpacked();
  const libraries = [join(home, 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':');
  return {
    path: join(home, 'chromium'),
    env: { LD_LIBRARY_PATH: libraries, FONTCONFIG_FILE: join(home, 'fonts.conf') },
  };
}

/** Unpacks it once per version, into a cache that `npm ci` empties. @returns the folder */
function unpacked(): string {
  const pack = dirname(dirname(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium'))));
  const { version }: { version: string } = JSON.parse(readFileSync(join(pack, 'package.json'), 'utf8'));
  const cache = join(dirname(dirname(pack)), '.cache', 'analyzer');
  const home = join(cache, `chromium-${version}`);
  if (existsSync(home)) return home;
  mkdirSync(cache, { recursive: true });
  const fresh = mkdtempSync(join(cache, 'unpacking-'));
  writeFileSync(join(fresh, 'chromium'), unpack(join(pack, 'bin/chromium.br')), { mode: 0o755 });
  for (const name of ['al2023', 'fonts']) {
    const tar = spawnSync('tar', ['-x', '-C', fresh], { input: unpack(join(pack, `bin/${name}.tar.br`)) });
    if (tar.status !== 0) throw new Error(`tar could not unpack the browser's ${name}: ${tar.stderr}`);
  }
  writeFileSync(join(fresh, 'fonts.conf'), fontsOf(home));
  try {
    renameSync(fresh, home);
  } catch (error) {
    rmSync(fresh, { recursive: true });
    // Another test process was faster.
    if (!existsSync(home)) throw error;
  }
  return home;
}

function unpack(file: string): Buffer {
  return brotliDecompressSync(readFileSync(file));
}

/** The packed Open Sans for text, so that screenshots are equal everywhere; other fonts are those of the system. */
function fontsOf(home: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${home}/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${home}/font-cache</cachedir>
  <alias><family>system-ui</family><prefer><family>Open Sans</family></prefer></alias>
</fontconfig>
`;
}
