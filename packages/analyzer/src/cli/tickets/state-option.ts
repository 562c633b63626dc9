import { Option } from 'commander';

const DEFAULT_STATE = 'extraction-state.json';

/** `--state`, of all commands that work with tickets. */
export function stateOption(): Option {
  return new Option('--state <file>', 'plans, tickets and attempts: a .json file of any name').default(DEFAULT_STATE);
}

/** `--planfile`, of all commands that work with tickets. It is never read from a project. */
export function planfileOption(): Option {
  return new Option(
    '--planfile <file>',
    'program of the tracker planfile (default: $ANALYZER_PLANFILE, else planfile in PATH)',
  ).env('ANALYZER_PLANFILE');
}
