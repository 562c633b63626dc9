// Generated from packages/contracts/schemas/analyzer.settings.v1.schema.json by tools/contracts.mjs. Do not edit.

import type { ConfiguredMirror } from './analyzer.config.v1.ts';

/**
 * The settings in force in a folder: what analyzer config prints.
 */
export interface SettingsV1 {
  schema: 'analyzer.settings.v1';
  /**
   * The configuration file, as named on the command line; null without one.
   */
  file: string | null;
  /**
   * Settings of all commands that scan, in the order of analyzer.config.v1.
   */
  settings: Setting[];
  /**
   * Settings of check and baseline that are not in settings, or have another value there.
   */
  check: Setting[];
  /**
   * The intended mirrors of analyzer.config.v1; absent without any.
   */
  mirrors?: ConfiguredMirror[];
  /**
   * Ids of the projects of workspace index and map if no folder is named; empty without a list.
   */
  projects: string[];
}
export interface Setting {
  /**
   * Its name in analyzer.config.v1.
   */
  name: string;
  value: string | boolean | number | string[];
  /**
   * Where the value is from; file+option for globs of both.
   */
  from: 'default' | 'file' | 'option' | 'file+option';
}
