import { FINGERPRINT_VERSION } from '#parse/portable/extract/fingerprint.ts';
import bash from '../../../../languages/bash.json' with { type: 'json' };
import javascript from '../../../../languages/javascript.json' with { type: 'json' };
import php from '../../../../languages/php.json' with { type: 'json' };
import python from '../../../../languages/python.json' with { type: 'json' };
import typescript from '../../../../languages/typescript.json' with { type: 'json' };
import manifest from '../../package.json' with { type: 'json' };

/** By which versions of things an index was made; part of its snapshot id. */
export interface IndexVersions {
  /** Raised when the same projects get other answers than before. */
  format: number;
  fingerprint: number;
  /** Which parser reads a language, by language. */
  parsers: Record<string, { parser: string; version: string }>;
}

const OXC = manifest.dependencies['oxc-parser'];

export const INDEX_VERSIONS: IndexVersions = {
  format: 1,
  fingerprint: FINGERPRINT_VERSION,
  parsers: {
    bash: { parser: bash.parser, version: bash.grammar.version },
    javascript: { parser: javascript.parser, version: OXC },
    php: { parser: php.parser, version: php.grammar.version },
    python: { parser: python.parser, version: python.grammar.version },
    typescript: { parser: typescript.parser, version: OXC },
  },
};
