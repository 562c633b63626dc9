/** How a package's file was found; see `Entry` of `javascript/package-entry.ts`. */
type PackageRule<Kind extends string> = Kind | `${Kind}-source` | `${Kind}-index`;

/**
 * The rules that lead an import to a file:
 *
 * - `relative`: a path from the importing file's folder; `package-folder`: a folder with a `package.json`
 * - `directory`: a path after `__DIR__` or the folder of the script; `working-directory`: a path that a process opens
 * - `suffix`: the only file with the path that follows a folder which is not known; a candidate, never certain
 * - `psr-4`, `psr-0`: a class at the path where `composer.json` maps its namespace; `classmap`, `autoload-files`: a class
 *   or function in a file of these lists of `composer.json`; `class-index`: another one that the project declares
 * - `source-root`: a module below a source root, also of another Python project that this one requires, or as a candidate of a member of its uv workspace; `parent-package`: the `__init__` of a package around the module, which
 *   runs first
 * - `tsconfig-paths`, `tsconfig-base-url`, `tsconfig-root-dirs`: by the compiler configuration of the importing file
 * - `glob`: a file that matches a pattern of `import.meta.glob` or `require.context`
 * - `package-imports`: `#name` by the nearest `package.json`; `self-reference`: that package by its own name
 * - `workspace`: a package that the workspace links; `file-dependency`: one that `file:` or `link:` names
 * - `index-package`: a package that is another project of the index; `index-class`: a PHP class that the Composer package of
 *   another project autoloads; `index-module`: a module of the Python distribution of another project; `index-path`: a
 *   relative path that leads into another project; `index-path-map`: a path of a compiler configuration that does
 *
 * With `-source` after it, the import names a build output and leads to its source; with `-index`, to the index file of
 * the package's sources.
 */
export type ImportRule =
  | 'relative'
  | PackageRule<'package-folder'>
  | 'directory'
  | 'working-directory'
  | 'suffix'
  | 'glob'
  | 'psr-4'
  | 'psr-0'
  | 'classmap'
  | 'autoload-files'
  | 'class-index'
  | 'source-root'
  | 'parent-package'
  | 'tsconfig-paths'
  | 'tsconfig-base-url'
  | 'tsconfig-root-dirs'
  | PackageRule<'package-imports'>
  | PackageRule<'self-reference'>
  | PackageRule<'workspace'>
  | PackageRule<'file-dependency'>
  | PackageRule<'index-package'>
  | 'index-class'
  | 'index-module'
  | 'index-path'
  | 'index-path-map';
