import { Settings, type SettingText } from '../../settings/settings.ts';
import { Packages } from './packages.ts';
import { Configs } from './tsconfig.ts';

const NAMES_OTHERS = /"(?:extends|references)"/;

/** The configurations that others name with `extends` or `references` and whose text is not given: the paths of each. */
export function missingConfigs(texts: ReadonlyMap<string, SettingText>): readonly (readonly string[])[] {
  if (![...texts.values()].some((it) => 'text' in it && NAMES_OTHERS.test(it.text))) return [];
  const settings = new Settings(texts);
  return new Configs(settings, new Packages(settings)).missing();
}
