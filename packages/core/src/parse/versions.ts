import { PARSED } from '#languages/parsed.ts';
import former from '../../../../languages/fingerprints-2.json' with { type: 'json' };
import manifest from '../../package.json' with { type: 'json' };

const OXC = manifest.dependencies['oxc-parser'];

/** Parser of each language, with the version of its grammar if it has one. */
export const PARSERS: Record<string, { parser: string; version: string }> = Object.fromEntries(
  PARSED.map((data) => {
    const version = 'grammar' in data ? data.grammar.version : 'syntax' in data ? data.syntax.version : OXC;
    return [data.id, { parser: data.parser, version }];
  }),
);

export const ENGINE_VERSION = manifest.version;

/**
 * Version of the fingerprints, independent of parser versions: raised when a stream of the vectors or of the bench
 * corpus changes. Stable since the first release, 0.5.0, which has version 1.
 */
export const FINGERPRINT_VERSION = 3;

/** The version before it, which a baseline may have: `analyzer baseline --migrate` computes both. */
export const FORMER_FINGERPRINT = former.version;
