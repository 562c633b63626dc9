/** Globs of workspaces in a description. */
export interface MemberGlobs {
  include: string[];
  exclude: string[];
}

/** Reads the globs from the data of a description; the data may have any type. */
export type GlobReader = (data: unknown) => MemberGlobs;

/** npm, yarn and bun: `workspaces` is a list, or an object with the list `packages`. `!` excludes. */
export function npmGlobs(data: unknown): MemberGlobs {
  const workspaces = member(data, 'workspaces');
  return negatable(Array.isArray(workspaces) ? workspaces : member(workspaces, 'packages'));
}

/** pnpm-workspace.yaml and lerna.json. */
export function packagesGlobs(data: unknown): MemberGlobs {
  return negatable(member(data, 'packages'));
}

/** uv: `[tool.uv.workspace]`. Hatch: `workspace.members` of its environments, strings or tables with a `path`. */
export function pyprojectGlobs(data: unknown): MemberGlobs {
  const tool = member(data, 'tool');
  const uv = member(member(tool, 'uv'), 'workspace');
  const environments = member(member(tool, 'hatch'), 'envs');
  const hatch = values(environments).flatMap((environment) => {
    const members = member(member(environment, 'workspace'), 'members');
    return values(members).map((it) => (typeof it === 'string' ? it : member(it, 'path')));
  });
  return { include: [...texts(member(uv, 'members')), ...texts(hatch)], exclude: texts(member(uv, 'exclude')) };
}

/** Cargo: `[workspace]`. */
export function cargoGlobs(data: unknown): MemberGlobs {
  const workspace = member(data, 'workspace');
  return { include: texts(member(workspace, 'members')), exclude: texts(member(workspace, 'exclude')) };
}

/** Composer: repositories of the type `path`. */
export function composerGlobs(data: unknown): MemberGlobs {
  const repositories = values(member(data, 'repositories'));
  const local = repositories.filter((it) => member(it, 'type') === 'path');
  return { include: texts(local.map((it) => member(it, 'url'))), exclude: [] };
}

function negatable(globs: unknown): MemberGlobs {
  const all = texts(globs);
  return {
    include: all.filter((glob) => !glob.startsWith('!')),
    exclude: all.filter((glob) => glob.startsWith('!')).map((glob) => glob.slice(1)),
  };
}

function member(data: unknown, name: string): unknown {
  if (typeof data !== 'object' || data === null || !Object.hasOwn(data, name)) return undefined;
  return Reflect.get(data, name);
}

/** Values of a list or an object. */
function values(data: unknown): unknown[] {
  return typeof data === 'object' && data !== null ? Object.values(data) : [];
}

function texts(data: unknown): string[] {
  return Array.isArray(data) ? data.filter((it) => typeof it === 'string') : [];
}
