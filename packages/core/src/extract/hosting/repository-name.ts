/** A repository of a hosting service. */
export interface RepositoryName {
  /** Lowercase; undefined in a text without one. */
  host: string | undefined;
  /** Organization and name, with folders between them for some services. */
  path: string;
}

const PART = '[A-Za-z0-9_.][A-Za-z0-9_.-]{0,99}';
const PATH = new RegExp(`^${PART}(?:/${PART}){1,20}$`);
/** `git@host:path`, without a scheme. */
const SHORT_FORM = /^(?:[^@/\s]{1,200}@)?([A-Za-z0-9.-]{2,253}):(?!\/\/)(.+)$/;

/**
 * Reads the address of a repository: a URL, `host:path`, or only organization and name.
 *
 * @returns undefined for any other text, such as the path of a folder. Name and password of a user are not in it.
 */
export function repositoryName(text: string): RepositoryName | undefined {
  const address = text.trim();
  if (/^[a-z][a-z+]*:\/\//i.test(address)) return fromUrl(address);
  const [, host, path] = SHORT_FORM.exec(address) ?? [];
  if (host !== undefined && path !== undefined) return named(host, path);
  return /^\.{0,2}\//.test(address) ? undefined : named(undefined, address);
}

/** Whether two names are of one repository: services ignore case. A missing host is any host. */
export function isSameRepository(one: RepositoryName, other: RepositoryName): boolean {
  const hasSameHost = one.host === undefined || other.host === undefined || one.host === other.host;
  return hasSameHost && one.path.toLowerCase() === other.path.toLowerCase();
}

function fromUrl(address: string): RepositoryName | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, hostname, pathname } = new URL(address);
  return protocol === 'file:' || hostname === '' ? undefined : named(hostname, pathname);
}

function named(host: string | undefined, path: string): RepositoryName | undefined {
  const name = path
    .replace(/^\/+/, '')
    .replace(/\/+$/, '')
    .replace(/\.git$/i, '');
  if (!PATH.test(name) || name.split('/').some((part) => /^\.{1,2}$/.test(part))) return undefined;
  return { host: host?.toLowerCase().replace(/^(?:www|ssh)\.(?=github\.com$)/, ''), path: name };
}
