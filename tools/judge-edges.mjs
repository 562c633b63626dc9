/**
 * Runs the judges of `fixtures/edges`: for each case with a `judge` its command (node, python3, tsc, esbuild) in a folder with
 * the files of the case. Exits 1 if a command ends with another code or without the recorded output.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const fixtures = join(root, 'fixtures/edges');
const env = { ...process.env, PATH: [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter) };
let judged = 0;
let wrong = 0;

for (const name of readdirSync(fixtures)) {
  for (const { why, files, judge } of JSON.parse(readFileSync(join(fixtures, name), 'utf8')).cases) {
    if (judge === undefined) continue;
    const folder = mkdtempSync(join(tmpdir(), 'judge-'));
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const [command, ...args] = judge.command;
    const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, env, encoding: 'utf8' });
    rmSync(folder, { recursive: true });
    judged++;
    if (status === judge.exit && `${stdout}${stderr}`.includes(judge.output)) continue;
    wrong++;
    process.stderr.write(`${name}: ${why}\n  ${judge.command.join(' ')} ended with ${status}\n${stdout}${stderr}\n`);
  }
}
process.stdout.write(`${judged} cases judged, ${wrong} with another answer\n`);
if (wrong > 0) process.exitCode = 1;
