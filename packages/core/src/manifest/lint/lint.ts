import { contractsOf } from '../contracts-of.ts';
import type { Findings } from '../findings.ts';
import type { Value } from '../tree.ts';
import { checkContradiction } from './contradiction.ts';
import { checkIds } from './duplicate-id.ts';
import { checkEffects } from './effects.ts';
import { checkFileKeys } from './file-key.ts';
import { checkSelector } from './selector.ts';
import { checkTexts } from './texts.ts';
import { checkContractProperties, checkManifestProperties } from './unknown-member.ts';
import { checkWords } from './unknown-word.ts';
import { checkVersion } from './version.ts';

/** Reports content that the schema allows but that is probably a mistake. */
export function lint(root: Value, findings: Findings): void {
  if (root.kind !== 'object') return;
  checkManifestProperties(root, findings);
  checkVersion(root, findings);
  checkEffects(root, findings);
  checkFileKeys(root, findings);
  const contracts = contractsOf(root);
  checkIds(contracts, findings);
  for (const contract of contracts) {
    checkContractProperties(contract, findings);
    checkTexts(contract, findings);
    checkSelector(contract, findings);
    checkContradiction(contract, findings);
    checkWords(contract, findings);
  }
}
