/** Flags of `tickets config`; a flag that is not set is absent. */
export interface TicketsConfigFlags {
  coordinator: string;
  db?: string;
  output?: string;
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
  format: 'json' | 'terminal';
  ascii?: true;
  color: 'auto' | 'always' | 'never';
}

/** Flags that name the tickets of an extraction. */
export interface StateFlags {
  state: string;
}

/** Flags of `tickets materialize`. */
export interface TicketsMaterializeFlags extends StateFlags {
  db: string;
  /** `<project>=<path>`. */
  checkout?: string[];
  ticketFolder: string;
  timeout: number;
  dryRun?: true;
}
