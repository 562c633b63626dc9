import data from '../../../../languages/builtin-modules.json' with { type: 'json' };

const python = new Set(data.python.modules);
const pythonFirst = new Set(data.python.first);
const php = {
  classes: new Set(data.php.classes),
  functions: new Set(data.php.functions),
  constants: new Set(data.php.constants),
};
const node = new Set(data.node.modules);

const classes = new Map([
  ['python', new Set(data.python.classes)],
  ['javascript', new Set(data.javascript.classes)],
]);
const none: ReadonlySet<string> = new Set();

/** Classes and types that a language has without an import. @param list one of the data file */
export function builtinClasses(list: string | undefined): ReadonlySet<string> {
  return classes.get(list ?? '') ?? none;
}

/** Whether a top-level module belongs to CPython's standard library. */
export function isPythonStandard(module: string): boolean {
  return python.has(module);
}

/** Whether CPython finds it before searching any folder, so that no project file can shadow it. */
export function isPythonFirst(module: string): boolean {
  return pythonFirst.has(module);
}

/** Whether PHP or a common extension declares a class. @param name in lower case */
export function isPhpClass(name: string): boolean {
  return php.classes.has(name);
}

/** Whether PHP or a common extension declares a function. @param name in lower case */
export function isPhpFunction(name: string): boolean {
  return php.functions.has(name);
}

/** Whether PHP or a common extension declares a constant. @param name as written */
export function isPhpConstant(name: string): boolean {
  return php.constants.has(name);
}

/** Whether it is built into Node.js, with or without `node:`; some modules exist only with the prefix. */
export function isNodeBuiltin(specifier: string): boolean {
  return specifier.startsWith('node:') || node.has(specifier);
}
