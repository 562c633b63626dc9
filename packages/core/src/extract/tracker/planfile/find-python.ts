import { realpathSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { readInputFile } from '#tree/input-file.ts';
import { unavailable } from './unavailable.ts';

const MAX_LINE_LENGTH = 4096;

/**
 * The interpreter that owns planfile: that of the first line of its program.
 *
 * @param program absolute path
 * @throws AnalyzerError `tracker_unavailable`
 */
export function pythonOf(program: string): string {
  const start = readInputFile(program, { limit: MAX_LINE_LENGTH, follow: true })?.toString('utf8') ?? '';
  // The second form is for a path that is long or has spaces.
  const [, short, long] = /^#!\s*(\S+)\s*\n(?:'''exec' "?([^"\n]+?)"? "\$0" "\$@")?/.exec(start) ?? [];
  const interpreter = long ?? short;
  if (interpreter !== undefined && isAbsolute(interpreter) && /python[0-9.]*$/.test(interpreter)) return interpreter;
  throw unavailable(`the first line of ${program} names no Python; name planfile of a virtual environment`);
}

/** The absolute path of a program that the user named. @throws AnalyzerError `tracker_unavailable` */
export function realProgram(path: string): string {
  try {
    return realpathSync(path);
  } catch (cause) {
    throw unavailable(`there is no program ${path}`, { cause });
  }
}
