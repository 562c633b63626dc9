import { chmodSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';

/*
 * Each test file has a temporary folder and a home folder of its own, also for the programs that it starts: what other
 * programs and users have in theirs changes no result, and `..` of a test's folder is a folder of the tests too.
 */
const folder = mkdtempSync(join(inject('temporaryFolder'), 'file-'));
const home = join(folder, 'home');
const temporary = join(folder, 'tmp');
mkdirSync(home);
mkdirSync(temporary);
// As in /tmp, other users may create files: some tests and servers run as another one.
for (const path of [folder, temporary]) chmodSync(path, 0o777);

const real = process.env.HOME ?? '';
process.env.CARGO_HOME ??= join(real, '.cargo');
process.env.RUSTUP_HOME ??= join(real, '.rustup');
process.env.HOME = home;
process.env.TMPDIR = temporary;
for (const name of Object.keys(process.env)) if (name.startsWith('XDG_')) delete process.env[name];
// Only for the worker, see the configuration of vitest.
delete process.env.GLIBC_TUNABLES;
if (tmpdir() !== temporary) throw new Error(`the temporary folder is ${tmpdir()}, not ${temporary}`);
