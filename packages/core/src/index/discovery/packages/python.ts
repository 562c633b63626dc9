import { pythonFolders } from '#relate/settings/python-folders.ts';
import { readFolder } from '../folder.ts';
import { readText } from '../workspaces/read-data.ts';

/**
 * The folders below which other projects find the modules of a Python distribution: those that its settings name, else
 * `src`, else its own folder. A `pyproject.toml` with settings of tools only is not a distribution.
 *
 * https://setuptools.pypa.io/en/latest/userguide/package_discovery.html
 */
export function pythonEntries(location: string): { name: string; entries: object } | undefined {
  const content = readFolder(location);
  if ('reason' in content) return undefined;
  const has = (name: string) => content.names.includes(name);
  const [pyproject, setupCfg] = ['pyproject.toml', 'setup.cfg'].map((it) =>
    has(it) ? textOf(`${location}/${it}`) : '',
  );
  const isDistribution =
    has('setup.py') ||
    /^\s*\[(?:project|build-system|tool\.poetry)\]/m.test(pyproject ?? '') ||
    /^\s*\[(?:metadata|options)\]/m.test(setupCfg ?? '');
  if (!isDistribution) return undefined;
  const named = pythonFolders(pyproject, setupCfg);
  const folders = named.length > 0 ? named : [has('src') ? 'src' : ''];
  return { name: '', entries: { folders } };
}

function textOf(location: string): string {
  const read = readText(location);
  return 'text' in read ? read.text : '';
}
