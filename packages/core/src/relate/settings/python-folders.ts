/** Longer lines are not read. */
const LONGEST = 1000;

/**
 * The folders that hold the packages of a Python project, relative to it: `package-dir` and `packages.find.where` of
 * `[tool.setuptools]`, and the same of a `setup.cfg`. Other settings have no effect.
 */
export function pythonFolders(pyproject: string | undefined, setupCfg: string | undefined): string[] {
  return [...tomlFolders(pyproject ?? ''), ...iniFolders(setupCfg ?? '')];
}

function tomlFolders(text: string): string[] {
  const folders: string[] = [];
  let section = '';
  for (const line of linesOf(text)) {
    if (line.startsWith('[')) section = line.replace(/\s/g, '');
    const equals = line.indexOf('=');
    const key = line.slice(0, Math.max(equals, 0)).trim();
    const values = quoted(line.slice(equals + 1));
    if (section === '[tool.setuptools.packages.find]' && key === 'where') folders.push(...values);
    if (section === '[tool.setuptools.package-dir]' && key === '""') folders.push(...values.slice(0, 1));
    if (section === '[tool.setuptools]' && key === 'package-dir' && values[0] === '')
      folders.push(...values.slice(1, 2));
  }
  return folders;
}

function iniFolders(text: string): string[] {
  const folders: string[] = [];
  let [section, key] = ['', ''];
  for (const line of linesOf(text)) {
    if (line.startsWith('[')) section = line;
    const equals = line.indexOf('=');
    const name = line.slice(0, Math.max(equals, 0)).trim();
    if (name !== '') key = name;
    const value = line.slice(equals + 1).trim();
    const isRoot = value.startsWith('=');
    if (section === '[options.packages.find]' && name === 'where' && value !== '') folders.push(value);
    if (section !== '[options]' || key !== 'package_dir') continue;
    if (name === '' && equals >= 0) folders.push(value);
    else if (isRoot) folders.push(value.slice(1).trim());
  }
  return folders;
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .filter((line) => line.length <= LONGEST)
    .map((line) => line.trim());
}

/** The strings in single or double quotes. */
function quoted(text: string): string[] {
  const found: string[] = [];
  let start = -1;
  for (let at = 0; at < text.length; at++) {
    if (start < 0 && (text[at] === '"' || text[at] === "'")) start = at;
    else if (start >= 0 && text[at] === text[start]) {
      found.push(text.slice(start + 1, at));
      start = -1;
    }
  }
  return found;
}
