// Guards: docs/terminal.svg, which it draws from a scan of a pinned package. Takes: not measured.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ANALYZER, REPOSITORY } from '../folders.ts';
import { svgOfTerminal } from './svg.ts';

/** A small package whose files differ mostly in names: it has copies of most kinds. */
const PACKAGE = 'negotiator';
const VERSION = '1.0.0';
/** Columns of the picture. */
const WIDTH = 104;

/** Writes `docs/terminal.svg`: a scan of a published package as the terminal shows it. */
export function terminalPictureCommand(): void {
  const folder = mkdtempSync(join(tmpdir(), 'analyzer-terminal-'));
  try {
    const pack = ['pack', `${PACKAGE}@${VERSION}`, '--silent', '--pack-destination', folder];
    const archive = execFileSync('npm', pack, { encoding: 'utf8' }).trim();
    execFileSync('tar', ['xzf', join(folder, archive), '-C', folder]);
    renameSync(join(folder, 'package'), join(folder, PACKAGE));
    const args = [ANALYZER, 'scan', PACKAGE, '--color', 'always', '--engine', 'native'];
    const text = execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
    writeFileSync(join(REPOSITORY, 'docs/terminal.svg'), svgOfTerminal(`npx analyzer ${PACKAGE}`, text, WIDTH));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
