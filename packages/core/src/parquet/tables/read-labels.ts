import { readTable } from './read-table.ts';
import { readTableList } from './table-list.ts';

/**
 * The labels of the projects of exports, which is little to read.
 *
 * @param folders of the exports, as the user wrote them
 * @throws AnalyzerError as `readTableList` and `readTable`
 */
export async function readLabels(folders: readonly string[], signal: AbortSignal | undefined): Promise<string[]> {
  const labels: string[] = [];
  for (const folder of folders) {
    const { tables } = await readTableList(folder);
    const listed = tables.find(({ table }) => table.name === 'project');
    if (listed === undefined) throw new RangeError('an index has no table of projects');
    const at = listed.table.columns.findIndex(({ name }) => name === 'label');
    for await (const rows of readTable(listed, signal)) labels.push(...rows.map((cells) => String(cells[at])));
  }
  return labels;
}
