import { type Command, Option } from 'commander';

/**
 * Choice of the engine; a flag that is not set is absent. `python` and `rust` are the specified names of `portable` and
 * `native`.
 */
export interface EngineChoices {
  engine?: 'auto' | 'portable' | 'native' | 'python' | 'rust';
  /** Program of the native engine. */
  rustBin?: string;
}

export function addEngine(command: Command): Command {
  return command
    .optionsGroup('Engine:')
    .addOption(
      new Option(
        '--engine <name>',
        'auto (default): native if installed in this version, else portable; portable; native',
      ).choices(['auto', 'portable', 'native', 'python', 'rust']),
    )
    .option('--rust-bin <path>', 'program of the native engine (default: the installed one)');
}
