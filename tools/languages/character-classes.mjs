/**
 * The letters and white space of the C library in `web-tree-sitter`. Scanners of some grammars call `iswalpha` and
 * `iswspace`, whose result in a native program depends on locale and C library.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const LAST = 0x10ffff;
/** Addresses of its data and its stack. */
const ADDRESSES = { __memory_base: 1024, __stack_pointer: 1 << 20 };

/** @returns {Promise<{ alpha: number[][], space: number[][] }>} ranges of code points, first and last */
export async function readCharacterClasses() {
  const path = fileURLToPath(import.meta.resolve('web-tree-sitter/web-tree-sitter.wasm'));
  const module = await WebAssembly.compile(readFileSync(path));
  const { exports } = await WebAssembly.instantiate(module, importsOf(module));
  exports.__wasm_apply_data_relocs();
  return { alpha: ranges(exports.iswalpha), space: ranges(exports.iswspace) };
}

/** @returns {string} the text of `languages/character-classes.json` */
export function characterClassesText({ alpha, space }) {
  const lines = (all) => all.map(([from, to]) => `[${from}, ${to}]`).join(',\n    ');
  const about =
    'Code points for which iswalpha and iswspace of the C library in web-tree-sitter return true, as ranges (first, last).';
  return `{\n  "about": "${about}",\n  "alpha": [\n    ${lines(alpha)}\n  ],\n  "space": [\n    ${lines(space)}\n  ]\n}\n`;
}

/** Stub imports, sufficient for functions without calls. */
function importsOf(module) {
  const imports = {};
  for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
    imports[from] ??= {};
    imports[from][name] = importOf(from, name, kind);
  }
  return imports;
}

function importOf(from, name, kind) {
  if (kind === 'function') return () => 0;
  if (kind === 'memory') return new WebAssembly.Memory({ initial: 512, maximum: 32768 });
  if (kind === 'table') return new WebAssembly.Table({ initial: 100, element: 'anyfunc' });
  const mutable = name === '__stack_pointer' || from === 'GOT.mem';
  return new WebAssembly.Global({ value: 'i32', mutable }, ADDRESSES[name] ?? 1);
}

function ranges(holds) {
  const found = [];
  let first = -1;
  for (let code = 0; code <= LAST + 1; code++) {
    const does = code <= LAST && holds(code) !== 0;
    if (does && first < 0) first = code;
    if (!does && first >= 0) {
      found.push([first, code - 1]);
      first = -1;
    }
  }
  return found;
}
