import { KIND_BY_EXTENSION } from '#languages/kinds.ts';

/** The first extension, with its dot, of a parsed language's dialect; undefined for other languages. */
export function extensionOf(language: string, dialect: string | undefined): string | undefined {
  for (const [extension, kind] of KIND_BY_EXTENSION) {
    if (kind.parsed && kind.language === language && kind.dialect === dialect) return extension;
  }
  return undefined;
}
