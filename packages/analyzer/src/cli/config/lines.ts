import type { Setting, SettingsV1 } from '@analyzer/contracts/analyzer.settings.v1';
import { padEnd } from '@analyzer/core/render/terminal/cells.ts';
import { visible } from '@analyzer/core/render/visible.ts';

const NAME_WIDTH = 23;

/** The settings in force as terminal text. */
export function* settingLines({ file, settings, check, mirrors = [], projects }: SettingsV1): Generator<string> {
  yield file === null ? 'No configuration file is in force.\n' : `Configuration file: ${visible(file)}\n`;
  yield '\nSettings:\n';
  yield* table(settings);
  yield '\nOnly in check and baseline:\n';
  yield* table(check);
  if (mirrors.length > 0) yield '\nIntended mirrors:\n';
  for (const { between, reason } of mirrors) {
    yield `  ${between.map((folder) => visible(folder)).join(', ')}: ${visible(reason)}\n`;
  }
  if (projects.length > 0)
    yield `\nProjects of workspace index and map: ${projects.map((id) => visible(id)).join(', ')}\n`;
}

function* table(settings: readonly Setting[]): Generator<string> {
  const values = settings.map(({ value }) => shown(value));
  const width = Math.max(...values.flat().map(({ length }) => length));
  for (const [index, { name, from }] of settings.entries()) {
    const [first = '', ...others] = values[index] ?? [];
    yield `  ${padEnd(name, NAME_WIDTH)}${padEnd(first, width)}  ${ORIGINS[from]}\n`;
    for (const other of others) yield `  ${' '.repeat(NAME_WIDTH)}${other}\n`;
  }
}

const ORIGINS: Readonly<Record<Setting['from'], string>> = {
  default: 'default',
  file: 'configuration file',
  option: 'option',
  'file+option': 'configuration file and option',
};

/** One line for each item of a list. */
function shown(value: Setting['value']): string[] {
  if (Array.isArray(value)) return value.length === 0 ? ['none'] : value.map((item) => visible(item));
  if (typeof value === 'boolean') return [value ? 'yes' : 'no'];
  return [visible(String(value))];
}
