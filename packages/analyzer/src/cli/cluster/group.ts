import { AnalyzerError } from '@analyzer/contracts';
import { findEngine } from '@analyzer/core/cluster/group/find-engine.ts';
import { groupExports, requireGroupable } from '@analyzer/core/cluster/group/group-exports.ts';
import { isGroups, readExport } from '@analyzer/core/cluster/parquet/read-export.ts';
import { grouped, plural } from '@analyzer/core/render/terminal/numbers.ts';
import { interruptible } from '../output/interrupt.ts';
import { writeFolder } from '../output/new-folder.ts';
import { writeStream } from '../output/write-stream.ts';
import type { GroupFlags } from './flags.ts';

const EXACT = ['function-body', 'function-shape'];

/** Groups the functions of exports with a SQL engine, and prints the root of the groups. */
export async function groupCommand(flags: GroupFlags): Promise<void> {
  const { engine: name, from, output, kinds = EXACT, master, threads } = flags;
  const other = kinds.find((kind) => !EXACT.includes(kind));
  if (other !== undefined) {
    throw new AnalyzerError(
      'usage',
      { problem: `cluster group cannot find groups of the kind ${other}` },
      { hint: 'Exports have the hashes of functions only; index the projects together for the other kinds.' },
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
    requireGroupable(exports);
    const { root, groups, members } = await writeFolder(output, isGroups, (target) =>
      groupExports(engine, exports, { kinds, target, threads }, signal),
    );
    const projects = exports.reduce((sum, its) => sum + its.projects.length, 0);
    const text = `root ${root}\n${plural(groups, 'group')} with ${grouped(members)} occurrences of ${plural(projects, 'project')}, ${kinds.join(', ')}; ${engine.runs}.\n`;
    await writeStream(process.stdout, [text], signal);
  });
}
