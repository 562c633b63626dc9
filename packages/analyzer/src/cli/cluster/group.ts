import { join } from 'node:path';
import { AnalyzerError } from '@analyzer/contracts';
import { findEngine } from '@analyzer/core/cluster/group/find-engine.ts';
import { groupExports, kindsOf, requireGroupable } from '@analyzer/core/cluster/group/group-exports.ts';
import type { LeftOut } from '@analyzer/core/cluster/near/candidates.ts';
import { isGroups, readExport } from '@analyzer/core/cluster/parquet/read-export.ts';
import { grouped, plural } from '@analyzer/core/render/terminal/numbers.ts';
import { interruptible } from '../output/interrupt.ts';
import { writeFolder } from '../output/new-folder.ts';
import { writeStream } from '../output/write-stream.ts';
import type { GroupFlags } from './flags.ts';

/** 5-grams of a component of similar declarations: about half a gigabyte. */
const MAX_GRAMS = 16_000_000;
/** Units of a class of runs: about half a gigabyte. */
const MAX_UNITS = 4_000_000;

/** Groups the functions of exports with a SQL engine, and prints the root of the groups. */
export async function groupCommand(flags: GroupFlags): Promise<void> {
  const { engine: name, from, output, master, threads, maxComponent, maxClass } = flags;
  if (master !== undefined && name !== 'spark') {
    throw new AnalyzerError('usage', { problem: '--master is an option of --engine spark' });
  }
  if (threads !== undefined && name === 'spark') {
    const hint = 'Set the number of workers with --master.';
    throw new AnalyzerError('usage', { problem: '--threads is an option of --engine duckdb and clickhouse' }, { hint });
  }
  await interruptible(async (signal) => {
    const engine = findEngine(name, master);
    const exports = await Promise.all(from.map(readExport));
    const { kinds = kindsOf(exports) } = flags;
    requireGroupable(exports, kinds);
    const most = { mostGrams: maxComponent ?? MAX_GRAMS, mostUnits: maxClass ?? MAX_UNITS };
    const { root, groups, members, leftOut, leftOutClasses } = await writeFolder(output, isGroups, (target) =>
      groupExports(engine, exports, { kinds, target, threads, ...most }, signal),
    );
    const projects = exports.reduce((sum, its) => sum + its.projects.length, 0);
    const text = `root ${root}\n${plural(groups, 'group')} with ${grouped(members)} occurrences of ${plural(projects, 'project')}, ${kinds.join(', ')}; ${engine.runs}.\n`;
    await writeStream(process.stdout, [text], signal);
    const notices = [nearNotice(leftOut, output), blocksNotice(leftOutClasses, output)].filter((its) => its !== '');
    if (notices.length === 0) return;
    await writeStream(process.stderr, notices, signal);
    process.exitCode = 1;
  });
}

/** Empty if no component is left out. */
function nearNotice(leftOut: readonly LeftOut[], output: string): string {
  if (leftOut.length === 0) return '';
  const units = leftOut.reduce((sum, its) => sum + its.units, 0);
  const most = leftOut.reduce((a, b) => Math.max(a, b.grams), 0);
  const what = `${plural(leftOut.length, 'component')} with ${plural(units, 'declaration')} of the kind near ${leftOut.length === 1 ? 'is' : 'are'}`;
  return notComplete(what, output, `--max-component ${most} or more, with about 40 bytes of memory for each`);
}

/** Empty if no class is left out. */
function blocksNotice(sizes: readonly number[], output: string): string {
  if (sizes.length === 0) return '';
  const units = sizes.reduce((sum, size) => sum + size, 0);
  const most = sizes.reduce((a, b) => Math.max(a, b));
  const what = `${plural(sizes.length, 'class', 'classes')} of runs with ${plural(units, 'unit')} of blocks ${sizes.length === 1 ? 'is' : 'are'}`;
  return notComplete(what, output, `--max-class ${most} or more, with about 120 bytes of memory for each`);
}

function notComplete(what: string, output: string, remedy: string): string {
  return `Not complete: ${what} too large (${join(output, 'left_out')}), and the root is not that of an index.\n  Set ${remedy}.\n`;
}
