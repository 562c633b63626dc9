import { AnalyzerError } from '@analyzer/contracts';
import type { CheckedContract } from '@analyzer/contracts/analyzer.manifest-report.v1';
import { checkManifest } from '@analyzer/core/conformance/check.ts';
import { renderContracts } from '@analyzer/core/render/report-contract.ts';
import { TerminalStyle } from '@analyzer/core/render/terminal/terminal-style.ts';
import { terminalStyle } from '../options/style.ts';
import { interruptible } from '../output/interrupt.ts';
import { writeStream } from '../output/write-stream.ts';
import type { ExplainFlags } from './flags.ts';
import { projectManifest, scannedProject } from './project.ts';

/** Shows a contract by its id, or the contracts of a file, with matches and decisions. */
export async function manifestExplainCommand(
  name: string,
  path: string | undefined,
  project: string | undefined,
  flags: ExplainFlags,
): Promise<void> {
  await interruptible(async (signal) => {
    const { manifest, folder } = await projectManifest(path, project);
    const code = await scannedProject(folder, flags, signal);
    const { contracts } = checkManifest(manifest.root, code, { effects: flags.effects, baseline: new Set() });
    const meant = contracts.filter((contract) => isMeant(contract, name));
    if (meant.length === 0) {
      const ids = contracts.flatMap(({ id }) => id ?? []).slice(0, 10);
      throw new AnalyzerError(
        'not_found',
        { what: 'contract or file of the manifest', name },
        ids.length === 0 ? {} : { hint: `Its contracts are ${ids.join(', ')}.` },
      );
    }
    await writeStream(process.stdout, renderContracts(meant, new TerminalStyle(terminalStyle(flags))), signal);
  });
}

/** Whether the name is the contract's id, its file key, or a file that its scope matches. */
function isMeant({ id, file, matches }: CheckedContract, name: string): boolean {
  return id === name || file === name || matches.some(({ path }) => path === name);
}
