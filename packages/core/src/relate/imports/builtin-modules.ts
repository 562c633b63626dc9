import data from '../../../../../languages/builtin-modules.json' with { type: 'json' };

const python = new Set(data.python.modules);
const pythonFirst = new Set(data.python.first);
const node = new Set(data.node.modules);

/** Whether a top-level module belongs to CPython's standard library. */
export function isPythonStandard(module: string): boolean {
  return python.has(module);
}

/** Whether CPython finds it before it looks at any folder, so that no file of a project can take its place. */
export function isPythonFirst(module: string): boolean {
  return pythonFirst.has(module);
}

/** Whether Node.js has it built in; `node:` marks that too, and some are known by that prefix only. */
export function isNodeBuiltin(specifier: string): boolean {
  return specifier.startsWith('node:') || node.has(specifier);
}
