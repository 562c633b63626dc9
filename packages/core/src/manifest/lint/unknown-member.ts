import { nearest } from '@analyzer/contracts/nearest';
import type { LocatedContract } from '../contracts-of.ts';
import type { Findings } from '../findings.ts';
import type { Path } from '../pointer.ts';
import type { RuleDetails } from '../rules.ts';
import { CONTRACT_SCHEMA, MANIFEST_SCHEMA } from '../schema/schema.ts';
import { quoted } from '../text/quoted.ts';
import type { ObjectValue } from '../tree.ts';

const OF_MANIFEST = Object.keys(MANIFEST_SCHEMA.properties ?? {});
const OF_CONTRACT = Object.keys(CONTRACT_SCHEMA.properties ?? {});

export function checkManifestProperties(root: ObjectValue, findings: Findings): void {
  check(root, undefined, OF_MANIFEST, 'a manifest', findings);
}

export function checkContractProperties({ value, path }: LocatedContract, findings: Findings): void {
  check(value, path, OF_CONTRACT, 'a contract', findings);
}

/** `$schema` is for editors; keys that start with `x-` are extensions. */
function check(
  object: ObjectValue,
  path: Path | undefined,
  known: readonly string[],
  what: RuleDetails<'lint/unknown-member'>['what'],
  findings: Findings,
): void {
  for (const { name, key } of object.properties) {
    if (known.includes(name) || name === '$schema' || name.startsWith('x-')) continue;
    const meant = nearest(name, known);
    findings.add(
      'lint/unknown-member',
      key,
      { parent: path, step: name },
      { name: quoted(name), what, nearest: meant === undefined ? '' : `; did you mean ${meant}?` },
    );
  }
}
