import { join } from 'node:path';
import { AnalyzerError } from '@analyzer/contracts';
import { findEngine } from '@analyzer/core/cluster/group/find-engine.ts';
import { groupExports, requireGroupable } from '@analyzer/core/cluster/group/group-exports.ts';
import { isGroups, readExport } from '@analyzer/core/cluster/parquet/read-export.ts';
import { grouped, plural } from '@analyzer/core/render/terminal/numbers.ts';
import { interruptible } from '../output/interrupt.ts';
import { writeFolder } from '../output/new-folder.ts';
import { writeStream } from '../output/write-stream.ts';
import type { GroupFlags } from './flags.ts';

const KINDS = ['function-body', 'function-shape', 'near'];
/** 5-grams of a component of similar declarations: about half a gigabyte. */
const MOST_GRAMS = 16_000_000;

/** Groups the functions of exports with a SQL engine, and prints the root of the groups. */
export async function groupCommand(flags: GroupFlags): Promise<void> {
  const { engine: name, from, output, kinds = KINDS, master, threads, maxComponent } = flags;
  const other = kinds.find((kind) => !KINDS.includes(kind));
  if (other !== undefined) {
    throw new AnalyzerError(
      'usage',
      { problem: `cluster group cannot find groups of the kind ${other}` },
      { hint: 'Exports have no units of blocks; index the projects together for blocks.' },
    );
  }
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
    requireGroupable(exports, kinds);
    const { root, groups, members, leftOut } = await writeFolder(output, isGroups, (target) =>
      groupExports(engine, exports, { kinds, target, threads, mostGrams: maxComponent ?? MOST_GRAMS }, signal),
    );
    const projects = exports.reduce((sum, its) => sum + its.projects.length, 0);
    const text = `root ${root}\n${plural(groups, 'group')} with ${grouped(members)} occurrences of ${plural(projects, 'project')}, ${kinds.join(', ')}; ${engine.runs}.\n`;
    await writeStream(process.stdout, [text], signal);
    if (leftOut.length === 0) return;
    const units = leftOut.reduce((sum, its) => sum + its.units, 0);
    const most = leftOut.reduce((a, b) => Math.max(a, b.grams), 0);
    const notice = `Not complete: ${plural(leftOut.length, 'component')} with ${plural(units, 'declaration')} of the kind near ${leftOut.length === 1 ? 'is' : 'are'} too large (${join(output, 'left_out')}), and the root is not that of an index.\n  Set --max-component ${most} or more, with about 40 bytes of memory for each.\n`;
    await writeStream(process.stderr, [notice], signal);
    process.exitCode = 1;
  });
}
