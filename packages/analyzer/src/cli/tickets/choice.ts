import { AnalyzerError } from '@analyzer/contracts';
import { findProgram } from '@analyzer/core/extract/executor/find-program.ts';
import { handlingOf } from '@analyzer/core/extract/materialize/handling.ts';
import type { Choice } from '@analyzer/core/extract/materialize/revisions.ts';
import type { Handling } from '@analyzer/core/extract/materialize/task-draft.ts';
import type { ExtractionState } from '@analyzer/core/extract/state/model.ts';
import { DEFAULT_FOLDER, DEFAULT_TIMEOUT } from './choice-defaults.ts';
import type { TicketsMaterializeFlags } from './flags.ts';

/** The options that choose a tracker and an executor. */
type ChoiceFlags = Pick<TicketsMaterializeFlags, 'tracker' | 'ticketFolder' | 'executor' | 'ticketProgram' | 'timeout'>;

/**
 * Tracker and executor: as the user wrote, else as the state file, else the defaults.
 *
 * @throws AnalyzerError `usage`
 */
export function choiceOf(flags: ChoiceFlags, before: ExtractionState | undefined): Choice {
  const tracker = flags.tracker ?? before?.tracker.kind ?? 'embedded';
  if (tracker === 'planfile' && flags.ticketFolder !== undefined) {
    throw usage('planfile chooses the folder of its tickets', 'Remove --ticket-folder.');
  }
  const kind = flags.executor ?? before?.executor.kind ?? 'command';
  if (kind === 'koru' && tracker === 'embedded') {
    throw usage('koru runs tickets of planfile only', 'Add --tracker planfile, or use --executor command.');
  }
  if (kind === 'command' && flags.ticketProgram !== undefined) {
    throw usage('--ticket-program is for koru', 'Add --executor koru; `tickets run` names the program with --program.');
  }
  const hadShell = before?.executor.kind === 'koru' && before.executor.ticket_kind === 'shell';
  if (kind === 'koru' && flags.executor === undefined && hadShell && flags.ticketProgram === undefined) {
    throw usage(
      'the tickets of this state run a program, which the state file does not name',
      'Name it with --ticket-program, or use --executor koru for its model.',
    );
  }
  return {
    tracker: { kind: tracker, folder: tracker === 'embedded' ? folderOf(flags, before) : null },
    executor: {
      kind,
      ticket_kind: flags.ticketProgram === undefined ? 'llm' : 'shell',
      timeout_seconds: flags.timeout ?? before?.executor.timeout_seconds ?? DEFAULT_TIMEOUT,
    },
  };
}

/** @throws AnalyzerError `usage` if there is no such program */
export function handlingBy({ executor }: Choice, { ticketProgram }: ChoiceFlags): Handling {
  if (ticketProgram === undefined) return handlingOf(executor, undefined);
  const program = findProgram(ticketProgram, process.env.PATH);
  if (program !== undefined && !/\p{Cc}/u.test(program)) return handlingOf(executor, program);
  throw usage(`there is no program ${ticketProgram}`, 'Name an executable file with --ticket-program.');
}

const FOLDER_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

function folderOf({ ticketFolder }: ChoiceFlags, before: ExtractionState | undefined): string {
  const name = ticketFolder ?? before?.tracker.folder ?? DEFAULT_FOLDER;
  if (FOLDER_NAME.test(name)) return name;
  throw usage(
    `--ticket-folder ${name} is not the name of a visible folder`,
    'Use letters, digits, ".", "_" and "-", starting with a letter or digit.',
  );
}

function usage(problem: string, hint: string): AnalyzerError {
  return new AnalyzerError('usage', { problem }, { hint });
}
