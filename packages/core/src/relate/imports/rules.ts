/**
 * The rules that lead an import to a file. `relative`: a path from the importing file's folder. `directory`: the same
 * after `__DIR__`. `working-directory`: a path that a process opens. `source-root`: a module below a source root.
 */
export type ImportRule = 'relative' | 'directory' | 'working-directory' | 'source-root';
