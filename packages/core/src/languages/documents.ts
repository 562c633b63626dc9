import bash from '../../../../languages/bash.json' with { type: 'json' };
import builtinModules from '../../../../languages/builtin-modules.json' with { type: 'json' };
import characterClasses from '../../../../languages/character-classes.json' with { type: 'json' };
import encodings from '../../../../languages/encodings.json' with { type: 'json' };
import estree from '../../../../languages/estree.json' with { type: 'json' };
import exclusions from '../../../../languages/exclusions.json' with { type: 'json' };
import hosts from '../../../../languages/hosts.json' with { type: 'json' };
import indexRows from '../../../../languages/index-rows.json' with { type: 'json' };
import javascript from '../../../../languages/javascript.json' with { type: 'json' };
import lists from '../../../../languages/lists.json' with { type: 'json' };
import php from '../../../../languages/php.json' with { type: 'json' };
import profiles from '../../../../languages/profiles.json' with { type: 'json' };
import projectFiles from '../../../../languages/project-files.json' with { type: 'json' };
import python from '../../../../languages/python.json' with { type: 'json' };
import relations from '../../../../languages/relations.json' with { type: 'json' };
import roles from '../../../../languages/roles.json' with { type: 'json' };
import typescript from '../../../../languages/typescript.json' with { type: 'json' };
import unsupported from '../../../../languages/unsupported.json' with { type: 'json' };

/** Each document that decides facts, in the order of the names; written by `npm run languages` from the files of `languages/`. */
export const DOCUMENTS: Readonly<Record<string, unknown>> = {
  bash,
  'builtin-modules': builtinModules,
  'character-classes': characterClasses,
  encodings,
  estree,
  exclusions,
  hosts,
  'index-rows': indexRows,
  javascript,
  lists,
  php,
  profiles,
  'project-files': projectFiles,
  python,
  relations,
  roles,
  typescript,
  unsupported,
};
