import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';

/** Version of tree-sitter's tables that the native engine knows (`dense_grammar.rs`). */
const ABI = '15';
const TARGET = ['--target=wasm32-unknown-wasi', '-I/usr/include/wasm32-wasi'];
const FLAGS = ['-std=c11', '-Os', '-fPIC', '-fno-exceptions', '-fvisibility=hidden'];

/**
 * @param {{ id: string, grammar: { package: string, version: string }, root: string }} language
 * @returns {{ wasm: Buffer, licence: Buffer, sources: Map<string, Buffer> }} `sources`: the C files that the native
 *   engine compiles, by path in the package
 */
export function buildGrammar({ id, grammar, root }) {
  const scratch = mkdtempSync(join(tmpdir(), `grammar-${id}-`));
  try {
    const unpacked = unpack(grammar, scratch);
    const patch = join(root, 'native/grammars', id, 'grammar.patch');
    if (!existsSync(patch))
      throw new Error(`native/grammars/${id}/grammar.patch does not exist; create it, even if empty`);
    run('patch', ['--quiet', '-p1', '--no-backup-if-mismatch', '-i', patch], unpacked);
    const { folder, externals } = layoutOf(unpacked, id);
    run('tree-sitter', ['generate', '--abi', ABI], folder);
    const licence = readdirSync(unpacked).find((name) => /^LICEN[CS]E(\.\w+)?$/i.test(name));
    if (licence === undefined) throw new Error(`${grammar.package} has no licence file, so it cannot be redistributed`);
    return {
      wasm: compile(id, join(folder, 'src'), scratch),
      licence: readFileSync(join(unpacked, licence)),
      sources: sourcesOf(unpacked, [...cFiles(join(folder, 'src')), ...externals]),
    };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** The version of the data is that of the package and, after `+`, ours. */
function unpack({ package: name, version }, scratch) {
  const from = `${name}@${version.split('+')[0]}`;
  const archive = run('npm', ['pack', '--silent', '--ignore-scripts', from], scratch).trim().split('\n').at(-1);
  run('tar', ['-xzf', archive], scratch);
  return join(scratch, 'package');
}

/** Where a package has the grammar of this name, and C files that are not beside its parser. */
function layoutOf(unpacked, id) {
  const { grammars } = JSON.parse(readFileSync(join(unpacked, 'tree-sitter.json'), 'utf8'));
  const described = grammars.find(({ name }) => name === id);
  if (described === undefined) {
    const names = grammars.map(({ name }) => name).join(', ');
    throw new Error(
      `tree-sitter.json of the package has no grammar ${id}, only ${names}; the language id must be one of these`,
    );
  }
  const externals = [described['external-files'] ?? []].flat().map((name) => join(unpacked, name));
  return { folder: join(unpacked, described.path ?? '.'), externals: externals.filter((name) => /\.[ch]$/.test(name)) };
}

function cFiles(folder) {
  const headers = join(folder, 'tree_sitter');
  const beside = existsSync(headers) ? readdirSync(headers).map((name) => join(headers, name)) : [];
  const names = readdirSync(folder).filter((name) => /\.[ch]$/.test(name));
  return [...names.map((name) => join(folder, name)), ...beside];
}

function sourcesOf(unpacked, files) {
  const paths = files.map((file) => [relative(unpacked, file), readFileSync(file)]);
  return new Map(paths.sort(([left], [right]) => (left < right ? -1 : 1)));
}

function compile(id, source, scratch) {
  const objects = ['parser', 'scanner'].filter((name) => existsSync(join(source, `${name}.c`)));
  for (const name of objects) {
    const output = join(scratch, `${name}.o`);
    run('clang-19', [...TARGET, ...FLAGS, '-I.', '-c', `${name}.c`, '-o', output], source);
  }
  const linked = join(scratch, `${id}.wasm`);
  const link = ['-shared', '--experimental-pic', '--allow-undefined', '--no-entry', '--strip-all'];
  const inputs = objects.map((name) => join(scratch, `${name}.o`));
  run('wasm-ld-19', [...link, `--export=tree_sitter_${id}`, ...inputs, '-o', linked], dirname(linked));
  return readFileSync(linked);
}

function run(program, args, cwd) {
  try {
    return execFileSync(program, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    throw new Error(`${program} is not installed; languages/grammars/README.md lists the tools for grammars`);
  }
}
