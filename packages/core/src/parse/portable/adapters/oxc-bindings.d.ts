/**
 * What stands behind `oxc-parser`'s entry in the version that package.json pins: the program as the JSON text that
 * the entry would make objects of.
 */
declare module 'oxc-parser/src-js/bindings.js' {
  import type { OxcError, ParserOptions } from 'oxc-parser';

  export function parseSync(
    file: string,
    source: string,
    options: ParserOptions,
  ): { readonly program: string; readonly errors: OxcError[] };
}
