import bash from '../../../../languages/bash.json' with { type: 'json' };
import javascript from '../../../../languages/javascript.json' with { type: 'json' };
import php from '../../../../languages/php.json' with { type: 'json' };
import python from '../../../../languages/python.json' with { type: 'json' };
import typescript from '../../../../languages/typescript.json' with { type: 'json' };
import manifest from '../../package.json' with { type: 'json' };

const OXC = manifest.dependencies['oxc-parser'];

/** Parser of each language, with the version of its grammar if it has one. */
export const PARSERS: Record<string, { parser: string; version: string }> = {
  bash: { parser: bash.parser, version: bash.syntax.version },
  javascript: { parser: javascript.parser, version: OXC },
  php: { parser: php.parser, version: php.grammar.version },
  python: { parser: python.parser, version: python.grammar.version },
  typescript: { parser: typescript.parser, version: OXC },
};

export const ENGINE_VERSION = manifest.version;

/**
 * Version of the fingerprints, independent of parser versions: raised when a stream of the vectors or of the bench
 * corpus changes. Stable since the first release, 0.5.0, which has version 1.
 */
export const FINGERPRINT_VERSION = 2;
