import { readFolder } from './folder.ts';
import { folderGlob } from './folder-glob.ts';
import { markersAmong } from './markers.ts';
import type { WorkspaceProject } from './project.ts';

/**
 * Splits a project into its declared workspaces and the rest. A workspace inside another one is excluded from it, so
 * that no file is read twice. The rules of `.gitignore` files above a workspace apply to it, and so do the classes of the folders
 * above it. Source roots of the project belong to the workspace that contains them.
 */
export function splitWorkspaces(project: WorkspaceProject): WorkspaceProject[] {
  const { workspaces } = project;
  const parts = workspaces.map((path): WorkspaceProject => {
    const root = `${project.root}/${path}`;
    const content = readFolder(root);
    return {
      label: `${project.label}/${path}`,
      path: `${project.path}/${path}`,
      root,
      markers: 'reason' in content ? [] : markersAmong(content.names),
      workspaces: [],
      packages: project.packages.flatMap((it) => (it.folder === path ? [{ ...it, folder: '' }] : [])),
      options: {
        ...without(project, path, workspaces),
        source_roots: below(path, project.options.source_roots),
        workspace: path,
      },
    };
  });
  const packages = project.packages.filter(({ folder }) => !workspaces.includes(folder));
  return [{ ...project, packages, options: without(project, '', workspaces) }, ...parts];
}

/** The project's options with the workspaces in a folder excluded. */
function without({ options }: WorkspaceProject, folder: string, workspaces: readonly string[]) {
  const prefix = folder === '' ? '' : `${folder}/`;
  const inside = workspaces.filter((path) => path !== folder && path.startsWith(prefix));
  return { ...options, exclude: [...options.exclude, ...inside.map((path) => folderGlob(path.slice(prefix.length)))] };
}

/** The paths inside of a folder, relative to it; `.` for the folder itself. */
function below(folder: string, paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    if (path === folder) return ['.'];
    return path.startsWith(`${folder}/`) ? [path.slice(folder.length + 1)] : [];
  });
}
