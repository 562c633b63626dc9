import { at, isTable } from '#relate/settings/json.ts';
import { pythonFolders } from '#relate/settings/python-folders.ts';
import { Settings, type SettingText } from '#relate/settings/settings.ts';
import { readFolder } from '../folder.ts';
import { readText } from '../workspaces/read-data.ts';

/**
 * The folders below which other projects find the modules of a Python distribution: those that its settings name, else
 * `src`, else its own folder. A `pyproject.toml` with settings of tools only is not a distribution.
 */
export function pythonEntries(location: string): { name: string; entries: object } | undefined {
  const content = readFolder(location);
  if ('reason' in content) return undefined;
  const { names } = content;
  const written = ['pyproject.toml', 'setup.cfg'].filter((it) => names.includes(it));
  const settings = new Settings(
    new Map(written.map((it): [string, SettingText] => [it, readText(`${location}/${it}`)])),
  );
  const [pyproject, setupCfg] = [settings.value('pyproject.toml'), settings.value('setup.cfg')];
  const described = [
    ...['project', 'build-system'].map((it) => at(pyproject, it)),
    at(at(pyproject, 'tool'), 'poetry'),
    ...['metadata', 'options'].map((it) => at(setupCfg, it)),
  ];
  if (!names.includes('setup.py') && !described.some(isTable)) return undefined;
  const named = pythonFolders(pyproject, setupCfg);
  const folders = named.length > 0 ? named : [names.includes('src') ? 'src' : ''];
  return { name: '', entries: { folders } };
}
