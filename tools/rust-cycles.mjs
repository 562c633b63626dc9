/**
 * Fails if files of a Rust crate use each other in a cycle: `node tools/rust-cycles.mjs [<folder of lib.rs>…]`, by default
 * all crates of the native engine. A cycle has no first file to read or to change; move what both sides need into a file
 * of its own.
 */
import { readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fileCycles, fileDependencies } from './native/rust-modules.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const native = join(root, 'native');
const chosen = process.argv.slice(2);

for (const source of chosen.length > 0 ? chosen : allCrates()) {
  const dependencies = fileDependencies(source);
  for (const cycle of fileCycles(dependencies)) {
    process.exitCode = 1;
    process.stderr.write(
      `${relative('', source)}: ${cycle.length} files use each other; move what both sides need into a file of its own\n`,
    );
    for (const file of cycle) {
      for (const [used, line] of dependencies.get(file)) {
        if (cycle.includes(used)) process.stderr.write(`  ${file}:${line} uses ${used}\n`);
      }
    }
  }
}

/** Cargo refuses cycles of crates. */
function allCrates() {
  const libraries = readdirSync(join(native, 'analyzer-rs/crates')).map((name) => `analyzer-rs/crates/${name}`);
  return ['analyzer-rs', ...libraries, 'bash-syntax'].map((folder) => join(native, folder, 'src'));
}
