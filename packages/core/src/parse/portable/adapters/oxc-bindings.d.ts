/**
 * The internals of `oxc-parser` in the version that package.json pins: the program as JSON text, from which the public
 * entry creates objects.
 */
declare module 'oxc-parser/src-js/bindings.js' {
  import type { OxcError, ParserOptions } from 'oxc-parser';

  export function parseSync(
    file: string,
    source: string,
    options: ParserOptions,
  ): { readonly program: string; readonly errors: OxcError[] };
}
