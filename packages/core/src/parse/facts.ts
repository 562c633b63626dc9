import type { SyntaxTree } from './syntax-tree.ts';

/**
 * The facts of one file as plain data. They depend only on its bytes and parse mode,
 * so it can be cached and can cross a process border as JSON. What depends on the path of the file (ids, roles,
 * resolution) is added later. Lists that run into the hundred thousands are columns, not rows.
 */
export interface FileFacts {
  /** SHA-256 (64 hex) of the whole file's canonical stream. */
  tree_hash: string;
  /** Absent when the file parsed without errors. */
  errors?: ErrorRanges;
  /** In order of `start_byte`, outer before inner. */
  declarations: DeclarationFacts[];
  /** In order of position. */
  imports: ImportFacts[];
  /**
   * JS/TS: declarations exported under another name, in order of position: `export default f`,
   * `export default function f`, `module.exports = f` and `export = f` give `{ name: 'default', local: 'f' }`,
   * `export { a as b }`, `exports.b = a` and a member `b: a` of the object given to `module.exports`
   * `{ name: 'b', local: 'a' }`. Absent when there is none. Not for `export … from`, which is an import.
   */
  exports?: { name: string; local: string }[];
  calls: CallColumns;
  /**
   * Calls of a method whose receiver has a class that the file shows: a local variable or property whose only assignment is a
   * new object (in Python any call without unknown receiver), a new object itself, or a variable, parameter or property of a
   * declared type. With the class as written. In order of the calls; absent when there is none.
   */
  objects?: ObjectFacts[];
  /**
   * Calls whose first name a scope binds that the declarations around the call do not show: a variable, or a declaration or
   * import in a block or in a function that is not a declaration. In order of the calls; absent when there is none.
   */
  scoped_calls?: ScopedCall[];
  /**
   * Names that are used other than by a call, and that a declaration or an import of the file binds. In order of position, at
   * most `MAX_REFERENCES`, each once in a declaration; absent when there is none.
   */
  references?: ReferenceFacts[];
  /** The file has more references. */
  references_truncated?: true;
  control: ControlColumns;
  /** Comments that silence copies, in order of position; absent when there is none. */
  ignore_comments?: IgnoreComment[];
  /** Programs in here-documents, in order of position; absent when there is none. */
  embedded?: EmbeddedFacts[];
  /**
   * Only if requested, and if a declaration has a fingerprint: a block (`tokens/token-block.ts`) of the records of
   * `declarations` in their order. They take more memory than all else, and few of them are needed in the end.
   */
  tokens?: Uint8Array;
  /**
   * Only if requested: the file's set of 5-grams as 64-bit hashes in ascending order. Empty for a file of fewer than
   * five stream elements.
   */
  grams?: BigUint64Array;
  /** Only if requested: an element block (`elements/element-block.ts`), the input of `near` and `block` groups. */
  elements?: Uint8Array;
  /** Only if requested, of the portable engine. */
  tree?: SyntaxTree;
}

/** A program in a here-document. Its lines are those of the file; its names are not related to others. */
export interface EmbeddedFacts {
  language: string;
  /** Of its text. */
  start_line: number;
  end_line: number;
  /** Index of the declaration that runs or writes it, -1 at file level. */
  within: number;
  /** As of a file, or `skipped`: the shell expands its text. Without `analyzed` or `partial` the lists are empty. */
  status: EmbeddedStatus;
  reason?: string;
  declarations: EmbeddedDeclaration[];
  imports: { specifier: string; names: string[]; line: number }[];
  /** `within`: qualified name of the declaration around the call, `null` outside of all. */
  calls: { callee: string; line: number; within: string | null }[];
}

export type EmbeddedStatus =
  | 'analyzed'
  | 'partial'
  | 'syntax-error'
  | 'unsupported-language'
  | 'missing-parser'
  | 'undecodable'
  | 'timeout'
  | 'parser-failed'
  | 'skipped';

export interface EmbeddedDeclaration {
  kind: DeclarationKind;
  name: string;
  qualified_name: string;
  parameters: string[];
  start_line: number;
  end_line: number;
}

export interface ObjectFacts {
  /** Index of the call. */
  call: number;
  /** Dotted, at most 200 scalars. A built-in type has its name in the language; `[]` is a type of arrays. */
  class: string;
  /** The scope of the class, as in `ScopedCall`. */
  scope?: number;
  /** The receiver can be an object of a derived class: a property, or a variable of a declared type. */
  declared?: true;
}

/** The scope of a name that is a variable, whose value is not known. */
export const VARIABLE = -2;
/** The scope of the name of a class, in a language where classes and functions can have the same name (PHP). */
export const CLASSES = -3;

export interface ScopedCall {
  /** Index of the call. */
  call: number;
  /** A scope as in `DeclarationFacts.scope`, `VARIABLE` or `CLASSES`. */
  scope: number;
}

/** Maximum number of references of a file. */
export const MAX_REFERENCES = 2000;

/**
 * How a name is used: exported again under its or another name, as a value (passed, stored, compared, read a member of), as a
 * decorator, as an element of JSX, or as a type.
 */
export type ReferenceKind = 'value' | 'decorator' | 'jsx' | 'reexport' | 'type';

export interface ReferenceFacts {
  /** The name, or the name and one member of it, joined by a dot; each at most 200 scalars. */
  name: string;
  kind: ReferenceKind;
  /** Of the first use in the declaration. */
  line: number;
  /** Index of the enclosing declaration, -1 at file level. */
  within: number;
  /** The scope of its first name, as in `ScopedCall`, or `REEXPORTED`. */
  scope?: number;
}

/** The scope of a name that only other files see: `export { name } from './file'`. */
export const REEXPORTED = -4;

/** A comment `analyzer-ignore-<kind>: <reason>` that is alone in its line. */
export interface IgnoreComment {
  line: number;
  /** As written, also if it is unknown. */
  kind: string;
  /** Cut at 200 scalars; empty without one. */
  reason: string;
}

export interface ErrorRanges {
  /** All error ranges; `ranges` holds the first 20. */
  count: number;
  ranges: { start_line: number; end_line: number; message?: string }[];
}

export type DeclarationKind = 'function' | 'method' | 'class' | 'interface' | 'enum' | 'type' | 'trait';

export interface DeclarationFacts {
  kind: DeclarationKind;
  name: string;
  qualified_name: string;
  /** As written, each cut at 200 scalars with `…`. */
  parameters: string[];
  returns?: string;
  exported: boolean;
  /** 1-based, inclusive. */
  start_line: number;
  end_line: number;
  /** Offsets in the UTF-8 form of the decoded text. */
  start_byte: number;
  end_byte: number;
  /** Number of counted nodes of the canonical stream. */
  nodes: number;
  /** Index of the enclosing declaration in `declarations`, -1 at file level. */
  within: number;
  /**
   * The scope that binds the first part of its name, if it is not `within`: -1 for the file, the index of a declaration, or a
   * number from the number of declarations on for a block, a function that is not a declaration, or an object without a name.
   */
  scope?: number;
  /** Its variable also gets other values. */
  reassigned?: true;
  /** Names that the parameters bind (destructured ones too); a call of such a name is not a call of a declaration. */
  bound: string[];
  /** What a class or interface inherits from, in the order in which members are searched. Absent when there is none. */
  bases?: BaseFacts[];
  /** 64 hex; functions and methods with a body that holds no syntax error. */
  function_body?: string;
  function_shape?: string;
  /** 64 hex; classes and the like. */
  tree_hash?: string;
}

/** How a declaration inherits: `extends` also of Python bases and of interfaces, `uses` of PHP traits. */
export type BaseKind = 'extends' | 'implements' | 'uses';

export interface BaseFacts {
  /** Dotted, as written, without type arguments; `…` for an expression. */
  name: string;
  kind: BaseKind;
  /** The scope of its name, as in `ScopedCall`. */
  scope?: number;
}

/**
 * How an import's `target` is to be looked up. `module`: a name or path the language's own rules resolve
 * (Python module with leading dots, JS specifier). `path`: a literal path (PHP include, Bash source).
 * `directory`: a literal path after the file's own directory (`__DIR__ . '/x.php'`, `"$(dirname "$0")/x"`). `autoload`: a
 * class or namespace that `use` imports (PHP). `function`, `constant`: one that `use function` or `use const` imports. `class`: a class that the code names without importing it.
 * `script`: a Python module that a script imports, whose folder comes first.
 * `loaded`: a Python module that a call imports without binding a name. `suffix`: a path after a folder whose name is not known
 * (Bash `"$X/lib/y"`). `glob`: patterns of files, one in a line (`import.meta.glob`,
 * `require.context`). `dynamic`: not a literal.
 */
export type Lookup =
  | 'module'
  | 'path'
  | 'directory'
  | 'autoload'
  | 'dynamic'
  | 'class'
  | 'function'
  | 'constant'
  | 'script'
  | 'loaded'
  | 'suffix'
  | 'glob';

/**
 * When an import loads its target, earliest first. `load`: while the importing file runs from top to bottom.
 * `conditional`: the same inside a branch or a `try`. `deferred`: inside a function, or dynamic (`import()`).
 * `type_checking`: only for a type checker (Python `if TYPE_CHECKING`). `type_only`: erased (TypeScript `import type`).
 * `asset`: never run, only its content, URL or path is used. `worker`: run in another thread.
 */
export type ImportPhase = 'load' | 'conditional' | 'deferred' | 'type_checking' | 'type_only' | 'asset' | 'worker';

export interface ImportFacts {
  /** As written, without quotes where it is one string literal; cut at 200 scalars. */
  specifier: string;
  /**
   * `name` is the exported name: `default`, `*` for the whole module (its binding, if any, is `alias`).
   * `alias` is present only when the local name differs. Python `import a.b` has no names and binds `a`.
   */
  names: { name: string; alias?: string }[];
  line: number;
  /** Inside a branch, a `try` or a function. */
  conditional: boolean;
  phase: ImportPhase;
  lookup: Lookup;
  /** JS/TS `export … from`: what it names is exported and, but for that, not bound in this file. */
  reexport?: true;
  /** The scope that binds its names, if it is not the file: as in `DeclarationFacts`. */
  scope?: number;
  /** TypeScript: `type_only` because each of its names has `type`; some configurations keep such an import. */
  inline_types?: true;
  /** TypeScript: `type_only` because no name of it is used as a value; some configurations keep such an import. */
  elided?: true;
  /** What to look up. For `dynamic` a path from a working directory that is not known, or empty. */
  target: string;
}

/** Columns of equal length, in order of position. */
export interface CallColumns {
  /** Trailing dotted names, any other receiver is `…`; at most 200 scalars. */
  callee: string[];
  line: number[];
  /** Index of the enclosing declaration, -1 at file level. */
  within: number[];
}

export type ControlKind = 'condition' | 'loop' | 'match' | 'try' | 'return' | 'raise' | 'call';

/** Columns of equal length, in pre-order. */
export interface ControlColumns {
  kind: ControlKind[];
  /** Number of control structures around it within its declaration. */
  depth: number[];
  line: number[];
  within: number[];
}

export type TokenRole =
  | 'literal'
  | 'variable'
  | 'property'
  | 'type'
  | 'label'
  | 'function'
  | 'command'
  | 'syntax'
  | 'self';

/** The leaves of a function, or of a type without its functions, in stream order, as columns of equal length. */
export interface TokenRecord {
  role: TokenRole[];
  kind: string[];
  text: string[];
  line: number[];
}
