import type { PlanFormat, StatusFormat } from './formats.ts';
import type { RebaseFormat } from './rebase-lines.ts';

/** Flags of `tickets config`; a flag that is not set is absent. */
export interface TicketsConfigFlags {
  coordinator: string;
  db?: string;
  output?: string;
  planning: 'libraries' | 'families';
}

/** Flags of `tickets plan`. */
export interface TicketsPlanFlags {
  db: string;
  config: string;
  output?: string;
  includeTests?: true;
  /** False with `--no-include-shape`. */
  includeShape: boolean;
  includeBlocks?: true;
  maxGroups: number;
  queue?: string;
  format: PlanFormat;
  ascii?: true;
  color: 'auto' | 'always' | 'never';
}

/** Flags that name the tickets of an extraction. */
export interface StateFlags {
  state: string;
  planfile?: string;
}

/** Flags of `tickets materialize`. */
export interface TicketsMaterializeFlags extends StateFlags {
  db: string;
  /** `<project>=<path>`. */
  checkout?: string[];
  acceptUnrelated?: true;
  tracker?: 'embedded' | 'planfile';
  ticketFolder?: string;
  executor?: 'command' | 'koru';
  ticketProgram?: string;
  /** Seconds. */
  timeout?: number;
  dryRun?: true;
}

/** Flags of `tickets rebase`. */
export interface TicketsRebaseFlags extends StateFlags {
  db: string;
  config?: string;
  ticketProgram?: string;
  dryRun?: true;
  format: RebaseFormat;
}

/** Flags of `tickets publish`. */
export interface PublishTaskFlags extends StateFlags {
  execute?: true;
}

/** Flags of commands that run the executor. */
export interface RunnerFlags extends StateFlags {
  execute?: true;
  program?: string;
  arg?: string[];
  /** Seconds. */
  timeout?: number;
}

/** Flags of `tickets dispatch`. */
export interface DispatchFlags extends RunnerFlags {
  limit?: number;
}

/** Flags of `tickets run`. */
export interface RunFlags extends RunnerFlags {
  maxSteps: number;
  syncRemote?: true;
}

/** Flags of `tickets attempts resolve`. */
export interface ResolveFlags extends StateFlags {
  accept?: true;
  replace?: true;
  revise?: true;
}

/** Flags of `tickets submit`. */
export interface SubmitFlags extends StateFlags {
  tests?: string[];
  command?: string;
  exitCode?: number;
  rationale?: string[];
  keep?: string[];
  packageVersion?: string;
  license?: string;
  licenseFile?: string[];
  changeNote?: string;
  notes?: string;
}

/** Flags of `tickets status`. */
export interface StatusFlags extends StateFlags {
  reconcile?: true;
  format: StatusFormat;
  output?: string;
  ascii?: true;
  color: 'auto' | 'always' | 'never';
}

/** Flags of `tickets sync`. */
export interface SyncFlags extends StateFlags {
  execute?: true;
}

/** Flags of `tickets catalog`. */
export interface CatalogFlags extends StateFlags {
  output?: string;
}

/** Flags of `tickets explain`. */
export type ExplainFlags = StateFlags;
