import { RELATION_RULES } from '#languages/relation-rules.ts';
import { jsonOf, latin1, propertyOf } from './package-evidence.ts';

/** The owner of the repository that a manifest of npm, Composer or Bower names, in lower case. */
export function ownerOfJson(bytes: Uint8Array): string | undefined {
  const manifest = jsonOf(bytes);
  const repository = propertyOf(manifest, 'repository');
  const addresses = [
    repository,
    propertyOf(repository, 'url'),
    propertyOf(propertyOf(manifest, 'support'), 'source'),
    propertyOf(manifest, 'homepage'),
  ];
  const short = typeof repository === 'string' ? ownerOfShort(lowerOf(repository)) : undefined;
  if (short !== undefined) return short;
  for (const address of addresses) {
    const owner = typeof address === 'string' ? ownerOfAddress(lowerOf(address)) : undefined;
    if (owner !== undefined) return owner;
  }
  return undefined;
}

/** With other letters than those of ASCII as they are. */
function lowerOf(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** Of `github:owner/name` or `owner/name`; other properties can have an address without a scheme, such as `example.com/docs`. */
function ownerOfShort(lower: string): string | undefined {
  return /^(?:(?:github|gitlab|bitbucket):)?([a-z0-9_.-]+)\/[a-z0-9_.-]+$/.exec(lower)?.[1];
}

/** Of an address on a host of the rules. */
function ownerOfAddress(lower: string): string | undefined {
  const { repository_hosts } = RELATION_RULES.vendored_library;
  const host = repository_hosts.find((it) => lower.includes(it));
  if (host === undefined) return undefined;
  const after = lower.slice(lower.indexOf(host) + host.length);
  return /^[/:]([a-z0-9_.-]+)\/[a-z0-9_.-]/.exec(after)?.[1];
}

/** The words of the holders in the lines of a licence that have a year and say copyright. */
export function holdersOf(bytes: Uint8Array): Set<string> {
  const { no_holders } = RELATION_RULES.vendored_library;
  const lines = lowerOf(latin1(bytes))
    .split('\n')
    .filter((line) => (line.includes('copyright') || line.includes('(c)')) && /(19|20)[0-9][0-9]/.test(line));
  const words = lines.flatMap((line) => line.match(/[a-z][a-z]+/g) ?? []);
  return new Set(words.filter((word) => !no_holders.includes(word)));
}
