import type { SettingsV1 } from '@analyzer/contracts/analyzer.settings.v1';
import { type Formats, indentedJson } from '../options/format.ts';

/** Formats of `config`. */
export const CONFIG_FORMATS = {
  terminal: {
    help: 'terminal (default)',
    render: async (settings) => (await import('./lines.ts')).settingLines(settings),
  },
  json: { help: 'json (analyzer.settings.v1)', render: indentedJson },
} satisfies Formats<[SettingsV1]>;

export type ConfigFormat = keyof typeof CONFIG_FORMATS;
