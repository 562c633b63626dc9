/** Reasons why an import is external or unresolved. */
export const importReasons = {
  dynamic: 'not a literal',
  working_directory: 'relative to a working directory that is not known',
  suffix: 'the only file that ends with it; its folder is not known',
  suffix_many: 'several files end with it; its folder is not known',
  suffix_none: 'no file ends with it; its folder is not known',
  empty: 'an empty path',
  autoload: 'no file of the project declares it',
  php: 'built into PHP',
  php_namespace: 'a namespace, which has no file',
  composer_package: 'in a package of composer.lock',
  constant: 'facts do not list constants',
  many: 'more files have that name than are listed',
  language: 'no import rules for this language',
  language_class: 'built into the language',
  outside: 'leads outside the project',
  absolute: 'an absolute path',
  url: 'a URL or a name of the runtime or bundler',

  standard_library: 'in the standard library',
  not_here: 'not in this project',
  beside: 'only next to the importing file, whose folder is not a source root (--source-root adds one)',
  other_project: 'only in a Python project that this one does not require (--source-root adds it)',
  neighbor: 'in a member of its workspace that this one does not require',
  namespace: 'a namespace package, which has no file',

  node: 'built into Node.js',
  package: 'a package outside the project',
  package_imports: 'no file for it in the imports map of package.json',
  path_map: 'a path map that no tsconfig.json in the project has',
  loader: 'a loader of the bundler is not read',
  package_folder: 'a folder whose package.json names no file of the project',
  workspace_entry: 'a workspace package without a file for it in the project',
  glob_none: 'no file matches the patterns',
  glob_left_out: 'only files match the patterns that the scan leaves out',
  glob_many: 'more files match the patterns than are listed',
  glob_syntax: 'a pattern that is not read',
  glob_calls: 'the project has too many calls with patterns',
  no_index: 'a folder without an index file',
} as const;

/** The reason of an import without a file: the project paths that were searched, without the extensions tried. */
export function nothingAt(...paths: string[]): string {
  return `nothing at ${paths.map(shown).join(' or ')}`;
}

/** The reason of an import of a file that the scan leaves out, which `reason` says why. */
export function leadsToLeftOut(path: string, reason: string): string {
  return `leads to ${shown(path)}, which the scan leaves out (${reason})`;
}

/** The same for a path in a folder. */
export function leadsInto(folder: string, reason: string): string {
  return `leads into ${shown(folder)}, which the scan leaves out (${reason})`;
}

function shown(path: string): string {
  return path.length > 200 ? `${path.slice(0, 200).replace(/[\ud800-\udbff]$/, '')}…` : path || '.';
}

/** The same for a path that a process opens, whose working directory is unknown. */
export function nothingAtRun(paths: string[]): string {
  return `${nothingAt(...paths)}; the working directory may differ`;
}

/** Reasons why a call is external or unresolved, other than those of its import. */
export const callReasons = {
  computed: 'the callee is computed',
  computed_base: 'computed',
  base_variable: 'a variable, whose value is not known',
  own_name: 'its own name, which is also bound elsewhere',
  receiver: 'the receiver is not known',
  parameter: 'a parameter',
  variable: 'a local variable',
  reassigned: 'its variable also gets other values',
  undeclared: 'neither declared nor imported in this file',
  not_included: 'neither declared in this file nor in the files it includes',
  possible_include: 'declared in a file that is possibly included',
  later: 'declared only after the call',
  replaced: 'a file that is sourced before the call possibly declares it',
  no_member: 'neither the class nor its base classes declare it',
  interface_member: 'facts list no such member of the interface',
  unknown_base: 'the class does not declare it, and one of its base classes is not known',
  too_many_bases: 'too many base classes',
  no_class: 'not inside a class',
  not_there: 'not declared in the file its import leads to',
  not_analysed: 'its import leads to a file that was not analyzed',
  module: 'a module is not callable',
  star: 'possibly from a wildcard import outside the analyzed files',
  circle: 'its imports form a cycle',
  many: 'more declarations have that name than are listed',
  far: 'too many re-exports away',
} as const;

/** The reason of a call on an object of a declared type outside the project. */
export function declaredAs(type: string): string {
  return `its receiver is declared as ${type}, which no class of the project is`;
}
