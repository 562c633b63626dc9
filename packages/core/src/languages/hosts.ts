import hosts from '../../../../languages/hosts.json' with { type: 'json' };

/** A format of files with code of other languages in them. */
export interface Host {
  /** Its name is the dialect of its files. */
  id: string;
  /** Finds the regions of code. */
  finder: string;
  /** A line that starts with it before and after code at the start of a file. */
  fence?: string;
  /** Name of the mode of a script that states no language. */
  default: string;
}

/** How a parser reads the code of a host. */
export interface HostMode {
  name: string;
  language: string;
  dialect?: string;
}

const data: { hosts: Record<string, Omit<Host, 'id'> & { extensions: string[] }> } = hosts;
const modes: Record<string, Omit<HostMode, 'name'>> = hosts.modes;

/** By id. */
export const HOSTS: ReadonlyMap<string, Host & { extensions: string[] }> = new Map(
  Object.entries(data.hosts).map(([id, host]) => [id, { id, ...host }]),
);

/** In order: a file has the last one that one of its scripts has. */
export const HOST_MODES: readonly HostMode[] = Object.entries(modes).map(([name, mode]) => ({ name, ...mode }));

/** Names of modes by the value of `lang` or `type`; empty for that of the host. */
export const SCRIPT_MODES: ReadonlyMap<string, string> = new Map(Object.entries(hosts.scripts));

/** Names of modes by the language of a notebook. */
export const KERNEL_MODES: ReadonlyMap<string, string> = new Map(Object.entries(hosts.kernels));

/** Magic commands of cells that have Python after the first line. */
export const PYTHON_CELLS: ReadonlySet<string> = new Set(hosts.python_cells);

/** A command whose standard input is a program. */
export interface HereProgram {
  language: string;
  /** They take the next word. */
  options_with_value: readonly string[];
  /** With one of them the standard input is data. */
  program_elsewhere: readonly string[];
  /** After one of them all operands are arguments. */
  program_here: readonly string[];
}

/** By name, without a version. */
export const HERE_PROGRAMS: ReadonlyMap<string, HereProgram> = new Map(Object.entries(hosts.here_documents.programs));

/** A command that starts another command after its options and operands. */
export interface HerePrefix {
  operands: number;
  options_with_value: readonly string[];
  /** With one of them the standard input is data. */
  program_elsewhere?: readonly string[];
  /** Starts a shell if no command follows. */
  shell?: boolean;
}

const prefixes: Record<string, HerePrefix> = hosts.here_documents.prefixes;

/** By name, of one or two words. */
export const PREFIXES: ReadonlyMap<string, HerePrefix> = new Map(Object.entries(prefixes));

/** Commands that copy their standard input to a file: `redirect` or `operand`. */
export const WRITERS: ReadonlyMap<string, string> = new Map(Object.entries(hosts.here_documents.writers));
