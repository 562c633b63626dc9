import type { ManifestDiffV1 } from '@analyzer/contracts/analyzer.manifest-diff.v1';
import { visible } from '@analyzer/core/render/visible.ts';

/** The changes of contracts as terminal text. */
export function* diffLines({ changes, same }: ManifestDiffV1): Generator<string> {
  for (const { change, contract, details } of changes) {
    yield `${change}  ${visible(contract)}${details.length === 0 ? '' : `: ${visible(details.join('; '))}`}\n`;
  }
  yield `${changes.length} ${changes.length === 1 ? 'change' : 'changes'}, ${same} unchanged\n`;
}
