/**
 * Extracts the shared functions of three projects into packages, from an index to a validated extraction, and shows that
 * the index afterwards has no copies. Run it by `npm run demo:extract`; its argument is the folder to work in.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const launcher = fileURLToPath(new URL('../packages/analyzer/bin/analyzer.js', import.meta.url));
const [wanted] = process.argv.slice(2);

/** A folder with a copy of the projects. */
function workFolder() {
  if (wanted === undefined) return realpathSync(mkdtempSync(join(tmpdir(), 'analyzer-demo-')));
  mkdirSync(wanted, { recursive: true });
  return realpathSync(wanted);
}

const folder = workFolder();
const projects = join(folder, 'projects');
cpSync(join(here, 'projects'), projects, { recursive: true, errorOnExist: true, force: false });

/** Makes each project a Git repository: the program compares the files that a task lists with those that Git shows. */
function commit(project) {
  const settings = [
    'user.name=demo',
    'user.email=demo@example.org',
    'commit.gpgsign=false',
    'core.hooksPath=/dev/null',
  ];
  const options = settings.flatMap((setting) => ['-c', setting]);
  for (const args of [
    ['init', '-q'],
    ['add', '-A'],
    ['commit', '-q', '-m', 'Start'],
  ]) {
    const { status, error } = spawnSync('git', ['-C', project, ...options, ...args], { stdio: 'inherit' });
    if (error !== undefined) return process.stderr.write('Without Git, changed files are not checked.\n');
    if (status !== 0) process.exit(1);
  }
}

for (const name of readdirSync(projects)) commit(join(projects, name));

/** Runs one command of the program, and ends the demonstration if it fails. */
function analyzer(...args) {
  process.stdout.write(`\n$ analyzer ${args.join(' ')}\n`);
  const { status, stdout, stderr } = spawnSync(process.execPath, [launcher, ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  process.stdout.write(stdout.length > 4000 ? `${stdout.slice(0, 4000)}…\n` : stdout);
  process.stderr.write(stderr);
  if (status === 0) return stdout;
  process.stderr.write(`\nThe demonstration failed: exit code ${status}. The files are in ${folder}.\n`);
  process.exit(1);
}

const copies = () => JSON.parse(analyzer('workspace', 'query', '--operation', 'clones')).data.page.total;

analyzer('workspace', 'index', 'projects', '--discover');
const before = copies();
analyzer('tickets', 'config', '--coordinator', 'storefront', '--planning', 'families', '-o', 'extraction.json');
analyzer('tickets', 'plan', '--config', 'extraction.json', '-o', 'plan.json');
analyzer('tickets', 'plan', '--config', 'extraction.json', '--format', 'terminal');
analyzer('tickets', 'materialize', 'plan.json');
analyzer('tickets', 'run', '--execute', '--program', join(here, 'agent/agent.mjs'), '--arg', projects);
analyzer('workspace', 'index', 'projects', '--discover');
const after = copies();

process.stdout.write(`\nClone groups: ${before} before, ${after} after. The projects are in ${projects}.\n`);
process.exitCode = after === 0 && before > 0 ? 0 : 1;
