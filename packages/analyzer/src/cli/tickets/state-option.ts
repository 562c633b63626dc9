import { Option } from 'commander';

const DEFAULT_STATE = 'extraction-state.json';

/** `--state`, of all commands that work with tickets. */
export function stateOption(): Option {
  return new Option(
    '--state <file>',
    'plans, tickets and attempts: extraction-state.json or *.extraction-state.json',
  ).default(DEFAULT_STATE);
}
