/**
 * Compares `languages/grammars/` with the npm packages of the grammars: `npm run grammars` fetches each package (without
 * running its code), compares the `.wasm` with the SHA-256 in the language data, and fails on a difference.
 * `npm run grammars -- --write` copies the files and records their SHA-256.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const languages = join(dirname(dirname(fileURLToPath(import.meta.url))), 'languages');
const write = process.argv.includes('--write');
const scratch = mkdtempSync(join(tmpdir(), 'grammars-'));
let differences = 0;

try {
  for (const name of readdirSync(languages).filter((file) => file.endsWith('.json'))) {
    const file = join(languages, name);
    const data = JSON.parse(readFileSync(file, 'utf8'));
    if (data.grammar !== undefined) check(file, data.grammar);
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
process.exitCode = differences === 0 ? 0 : 1;

function check(file, grammar) {
  const { wasm, licence } = fetchGrammar(grammar);
  const sha256 = createHash('sha256').update(wasm).digest('hex');
  const stored = join(languages, 'grammars', grammar.file);
  if (write) {
    writeFileSync(stored, wasm);
    writeFileSync(stored.replace(/\.wasm$/, '.LICENSE'), licence);
    writeFileSync(file, readFileSync(file, 'utf8').replace(`"sha256": "${grammar.sha256}"`, `"sha256": "${sha256}"`));
  }
  const expected = write ? sha256 : grammar.sha256;
  const ours = createHash('sha256').update(readFileSync(stored)).digest('hex');
  const isSame = sha256 === expected && ours === expected;
  if (!isSame) differences++;
  const verdict = isSame ? 'same' : `DIFFERENT: package ${sha256}, data ${expected}, file ${ours}`;
  process.stdout.write(`${grammar.file}  ${grammar.package}@${grammar.version}  ${verdict}\n`);
}

function fetchGrammar(grammar) {
  const name = `${grammar.package}@${grammar.version}`;
  const archive = execFileSync('npm', ['pack', '--silent', '--ignore-scripts', name], {
    cwd: scratch,
    encoding: 'utf8',
  });
  const file = archive.trim().split('\n').at(-1);
  const names = execFileSync('tar', ['-tzf', file], { cwd: scratch, encoding: 'utf8' }).split('\n');
  const licence = names.find((path) => /^package\/LICEN[CS]E(\.\w+)?$/i.test(path));
  if (licence === undefined) throw new Error(`${name} has no licence file, so it cannot be redistributed`);
  execFileSync('tar', ['-xzf', file, `package/${grammar.file}`, licence], { cwd: scratch });
  return {
    wasm: readFileSync(join(scratch, 'package', grammar.file)),
    licence: readFileSync(join(scratch, licence)),
  };
}
