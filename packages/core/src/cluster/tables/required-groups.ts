import { join } from 'node:path';
import { AnalyzerError } from '@analyzer/contracts';
import { type FileMetaData, parquetMetadataAsync } from 'hyparquet';
import type { ReadStatements } from '#index/read-statements.ts';
import { rootOfKinds } from '#index/root/stored-root.ts';
import { fileBuffer, isFile } from '../parquet/file-buffer.ts';
import { metadataValue } from '../parquet/read-export.ts';
import { GROUP_FORMAT } from '../parquet/tables.ts';

/**
 * The check that an index has exactly the groups that another engine found.
 *
 * @param folder of `cluster group`, as the user wrote it
 * @throws AnalyzerError `not_found`, `unreadable`, `invalid_file` for another folder; `usage` for groups that are not complete
 */
export async function requiredGroups(folder: string): Promise<(rows: ReadStatements) => void> {
  const path = join(folder, 'ranges.parquet');
  const metadata = await readMetadata(path);
  const [root, kinds] = ['analyzer.root', 'analyzer.kinds'].map((key) => metadataValue(metadata, key));
  if (root === undefined || kinds === undefined) {
    throw new AnalyzerError('invalid_file', { path, problem: 'without a root and kinds' }, { hint: GROUP_AGAIN });
  }
  if (metadataValue(metadata, 'analyzer.left_out') !== '0') {
    const hint = 'Group again with a larger --max-component.';
    throw new AnalyzerError('usage', { problem: `the groups in ${folder} are not complete` }, { hint });
  }
  return (rows) => {
    const own = rootOfKinds(rows, kinds.split(',')).root;
    if (own === root) return;
    const problem = `its root is ${root}, that of the same kinds in the exports ${own}: they are of other projects or options`;
    throw new AnalyzerError('invalid_file', { path, problem }, { hint: GROUP_AGAIN });
  };
}

async function readMetadata(path: string): Promise<FileMetaData> {
  if (!isFile(path)) {
    throw new AnalyzerError('not_found', { what: 'folder of groups', name: path }, { hint: GROUP_AGAIN });
  }
  let metadata: FileMetaData;
  try {
    metadata = await parquetMetadataAsync(fileBuffer(path));
  } catch (cause) {
    if (cause instanceof AnalyzerError) throw cause;
    throw new AnalyzerError(
      'invalid_file',
      { path, problem: 'not a complete Parquet file' },
      { hint: GROUP_AGAIN, cause },
    );
  }
  if (metadataValue(metadata, 'analyzer.groups') === GROUP_FORMAT) return metadata;
  throw new AnalyzerError('invalid_file', { path, problem: 'not groups of this version' }, { hint: GROUP_AGAIN });
}

const GROUP_AGAIN = 'Group these exports with `analyzer cluster group`.';
