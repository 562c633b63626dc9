import { AnalyzerError } from '@analyzer/contracts';
import { Glob } from '#tree/globs/glob.ts';
import type { ConfigProblem } from './config-problem.ts';
import { areCompatible, endingOfNew, kindOfNew } from './languages.ts';
import type { Family, FamilyOccurrence, PlanConfig, PlanPackage } from './model.ts';

type CatalogPackage = PlanConfig['packages'][number];

interface Route {
  target: CatalogPackage;
  language: string | undefined;
  path: Glob | undefined;
  symbol: Glob | undefined;
}

/** The package of a family, or several candidates of which a person chooses. */
export type Target = { package: PlanPackage } | { candidates: CatalogPackage[] };

/** Hexadecimal digits of the fingerprint in the name of a new package. */
const DIGITS = 10;

/** Chooses the target of each family by the rules of the configuration. */
export class Routing {
  readonly #config: PlanConfig;
  readonly #routes: Route[] = [];
  readonly problems: ConfigProblem[] = [];

  /** @param config whose routes name existing packages */
  constructor(config: PlanConfig) {
    this.#config = config;
    for (const [index, route] of config.routes.entries()) {
      const target = config.packages.find(({ id }) => id === route.package_id);
      const path = this.#globOf(route.path_glob, `/routes/${index}/path_glob`);
      const symbol = this.#globOf(route.symbol_glob, `/routes/${index}/symbol_glob`);
      if (target !== undefined) this.#routes.push({ target, language: route.language, path, symbol });
    }
  }

  /**
   * The first route that matches an occurrence wins. Otherwise the registered packages with an occurrence are the
   * candidates. Without a candidate the target is a new package.
   */
  targetOf(family: Family): Target {
    const route = this.#routes.find((one) => matches(one, family));
    if (route !== undefined) return { package: planPackage(route.target) };
    const [first, ...others] = this.#packagesWith(family);
    if (first === undefined) return { package: this.#newPackage(family) };
    return others.length === 0 ? { package: planPackage(first) } : { candidates: [first, ...others] };
  }

  isRouted(family: Family): boolean {
    return this.#routes.some((one) => matches(one, family));
  }

  /** In the order of the configuration. */
  #packagesWith({ language, occurrences }: Family): CatalogPackage[] {
    const compatible = this.#config.packages.filter((one) => areCompatible(one.language, language));
    const found = new Set(occurrences.map((occurrence) => innermost(compatible, occurrence)));
    return compatible.filter((one) => found.has(one));
  }

  /** Its name depends only on the family, so that the same copies always lead to the same package. */
  #newPackage({ language, fingerprint }: Family): PlanPackage {
    const name = `shared-${language}-${fingerprint.slice(0, DIGITS)}`;
    const { new_package_project: project, new_package_directory: directory } = this.#config;
    return {
      package_id: name,
      name,
      project,
      path: `${directory.replace(/\/+$/, '')}/${name}${endingOfNew(language)}`,
      language,
      kind: kindOfNew(language),
      is_new: true,
    };
  }

  #globOf(source: string | undefined, pointer: string): Glob | undefined {
    if (source === undefined) return undefined;
    try {
      return new Glob(source, pointer);
    } catch (error) {
      if (!(error instanceof AnalyzerError)) throw error;
      this.problems.push({ pointer, code: 'bad_glob', message: error.message, hint: error.hint ?? '' });
      return undefined;
    }
  }
}

function matches({ target, language, path, symbol }: Route, family: Family): boolean {
  if (language === undefined ? !areCompatible(target.language, family.language) : language !== family.language)
    return false;
  return family.occurrences.some(
    (occurrence) =>
      (path === undefined || selects(path, occurrence.path)) &&
      (symbol === undefined || symbol.matches(occurrence.name, false, occurrence.name)),
  );
}

/** Whether a glob selects a file or a folder around it, as in `.analyzerignore`. */
function selects(glob: Glob, path: string): boolean {
  if (glob.matches(path, false)) return true;
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1))
    if (glob.matches(path.slice(0, end), true)) return true;
  return false;
}

function innermost(packages: readonly CatalogPackage[], occurrence: FamilyOccurrence): CatalogPackage | undefined {
  let found: CatalogPackage | undefined;
  for (const one of packages)
    if (isIn(one, occurrence) && (found === undefined || one.path.length > found.path.length)) found = one;
  return found;
}

/** Whether a file is in a package, or is it. */
export function isIn(
  { project, path }: Pick<PlanPackage, 'project' | 'path'>,
  file: { project: string; path: string },
): boolean {
  const folder = path.replace(/\/+$/, '');
  return file.project === project && (file.path === folder || file.path.startsWith(`${folder}/`));
}

function planPackage({ id, name, project, path, language, kind }: CatalogPackage): PlanPackage {
  return { package_id: id, name, project, path, language, kind, is_new: false };
}
