import { readFolder } from './folder.ts';
import { markersAmong } from './markers.ts';
import type { WorkspaceProject } from './project.ts';

/**
 * A project and each of its declared workspaces as projects of their own. What is not in a workspace stays with the
 * project; a workspace in a workspace is cut out of that one too, so that no file is read twice. Source roots of the
 * project go with the workspace that they lie in.
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
      options: { ...without(project, path, workspaces), source_roots: below(path, project.options.source_roots) },
    };
  });
  return [{ ...project, options: without(project, '', workspaces) }, ...parts];
}

/** The project's options with the workspaces in one folder of it excluded. */
function without({ options }: WorkspaceProject, folder: string, workspaces: readonly string[]) {
  const prefix = folder === '' ? '' : `${folder}/`;
  const inside = workspaces.filter((path) => path !== folder && path.startsWith(prefix));
  return { ...options, exclude: [...options.exclude, ...inside.map((path) => globOf(path.slice(prefix.length)))] };
}

/** Of paths of the project those in one folder of it, named from there; `.` for the folder itself. */
function below(folder: string, paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    if (path === folder) return ['.'];
    return path.startsWith(`${folder}/`) ? [path.slice(folder.length + 1)] : [];
  });
}

/** A glob for one folder by its path from the root. There is no escape: a special character is a class of one. */
function globOf(path: string): string {
  return `/${path.replace(/[*?{}[\]]/g, '[$&]').replaceAll('\\', '?')}/`;
}
