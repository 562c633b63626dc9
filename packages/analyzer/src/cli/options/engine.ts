import { type Command, Option } from 'commander';

/** Who parses; a flag that nobody set is absent. `python` and `rust` are the specified names of `portable` and `native`. */
export interface EngineChoices {
  engine?: 'auto' | 'portable' | 'native' | 'python' | 'rust';
  /** The native engine's program. */
  rustBin?: string;
}

export function addEngine(command: Command): Command {
  return command
    .optionsGroup('Engine:')
    .addOption(
      new Option('--engine <name>', 'auto (default): native where it is there and fits; portable; native').choices([
        'auto',
        'portable',
        'native',
        'python',
        'rust',
      ]),
    )
    .option('--rust-bin <path>', 'the native engine (default: the one of this installation)');
}
