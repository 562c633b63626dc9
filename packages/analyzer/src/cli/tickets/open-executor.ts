import { AnalyzerError } from '@analyzer/contracts';
import { CommandExecutor } from '@analyzer/core/extract/executor/command/command-executor.ts';
import { findProgram } from '@analyzer/core/extract/executor/find-program.ts';
import { KoruExecutor } from '@analyzer/core/extract/executor/koru/koru-executor.ts';
import type { Executor } from '@analyzer/core/extract/executor/port.ts';
import type { ExtractionState } from '@analyzer/core/extract/state/model.ts';
import type { RunnerFlags } from './flags.ts';

/**
 * The executor of a state, with the program that the user named.
 *
 * @throws AnalyzerError `usage`
 */
export function openExecutor({ kind }: ExtractionState['executor'], { program, arg = [] }: RunnerFlags): Executor {
  const written = program ?? (kind === 'koru' ? 'koru' : undefined);
  if (written === undefined) {
    throw usage(
      'the executor has no program',
      'Name it with --program or in the environment variable ANALYZER_EXECUTOR.',
    );
  }
  if (kind === 'koru' && arg.length > 0) throw usage('koru takes no --arg', 'Remove it.');
  const found = findProgram(written, process.env.PATH);
  if (found === undefined) throw usage(`there is no program ${written}`, 'Name an executable file with --program.');
  return kind === 'koru' ? new KoruExecutor(found) : new CommandExecutor(found, arg);
}

function usage(problem: string, hint: string): AnalyzerError {
  return new AnalyzerError('usage', { problem }, { hint });
}
