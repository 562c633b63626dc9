import { folderOf } from '../../paths.ts';
import { isList, texts } from '../../settings/json.ts';
import type { Settings } from '../../settings/settings.ts';
import type { BundlerEntry } from './output.ts';

const CONFIG = /(?:^|\/)(?:tsdown|tsup)\.config\.[cm]?[jt]s$/;

/** The outputs that the configurations of bundlers name, by their folder. */
export class BundlerOutputs {
  readonly #byFolder = new Map<string, BundlerEntry[]>();

  constructor(settings: Settings) {
    for (const path of settings.paths()) {
      if (!CONFIG.test(path)) continue;
      const read = settings.value(path) ?? null;
      const entries = (isList(read) ? read : []).flatMap((item) => {
        const [name, source] = texts(item);
        return name === undefined || source === undefined ? [] : [{ name, source }];
      });
      const folder = folderOf(path);
      this.#byFolder.set(folder, [...(this.#byFolder.get(folder) ?? []), ...entries]);
    }
  }

  in(folder: string): readonly BundlerEntry[] {
    return this.#byFolder.get(folder) ?? [];
  }
}
