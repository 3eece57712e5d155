/**
 * Remappings of a Foundry project, as Foundry gives them to the compiler: those that the project states, those that its
 * dependencies state, and one for the sources of every dependency (Foundry docs, Dependencies; how folders are read is
 * as in foundry-compilers, remappings/find.rs).
 *
 *     remappings.txt, foundry.toml           as they stand
 *     lib/oz/remappings.txt  @oz/=contracts/ @oz/=lib/oz/contracts/
 *     lib/solmate/src/…                      solmate/=lib/solmate/src/
 *
 * When several have one prefix, the project's first counts; among the others, the one that leads to the fewest folders.
 * What only some versions of Foundry add, such as the context of a dependency, is left out: it changes the metadata at
 * most.
 */
import { readList, readText } from '../../values/json-fields';
import { foundryProfile } from './foundry-profile';
import { joinRelative, remappingsOf } from './import-graph';

/** Texts of the project's files by their names, sources and others. */
type Files = Readonly<Record<string, string>>;

/** A dependency: its folder with the slash, and its sources by their names in it, without those of its own dependencies. */
type Dependency = { root: string; sources: readonly string[] };

/** Lines that are handed on; each dependency of a large project has one. */
const MAX_REMAPPINGS = 500;

/** Folders of the project itself, which no dependency gives another meaning. */
const RESERVED: readonly string[] = ['lib/', 'src/', 'contracts/', 'test/', 'script/'];

/** Folders of a dependency that tell nothing of where its sources are. */
const NO_SOURCES = /(^|\/)(tests?|demo|\.[^/]*)\//;

/** Returns the remappings of a project, one a line; '' where none are stated and it has no `foundry.toml`. Linear in the files. */
export function projectRemappings(sources: readonly string[], settings: Files): string {
  const stated = oneForPrefix(statedIn('', settings));
  const found = settings['foundry.toml'] === undefined ? [] : ofDependencies(sources, settings);
  const added = found.filter((line) => {
    const name = prefixOf(line);
    return !RESERVED.includes(name) && !stated.some((own) => name.startsWith(prefixOf(own).replace(/\/?$/, '/')));
  });
  return [...stated, ...added].slice(0, MAX_REMAPPINGS).join('\n');
}

/** Returns the remappings that a folder states, in the order in which they count. */
function statedIn(folder: string, settings: Files): readonly string[] {
  const { remappings } = profileIn(folder, settings);
  return [
    ...remappingsOf(settings[`${folder}remappings.txt`] ?? ''),
    ...remappingsOf(readList(remappings).map(readText).join('\n')),
  ];
}

function profileIn(folder: string, settings: Files) {
  return foundryProfile(settings[`${folder}foundry.toml`] ?? '', (path) => settings[`${folder}${path}`]);
}

function ofDependencies(sources: readonly string[], settings: Files): readonly string[] {
  const { auto_detect_remappings: isDetecting, libs } = profileIn('', settings);
  if (isDetecting === false) return [];
  const libraries = readList(libs ?? ['lib']).map((library) => readText(library).replace(/^\.\/|\/+$/g, ''));
  const dependencies = dependenciesOf(sources, libraries);
  const lines = dependencies.flatMap(({ root }) =>
    // Foundry reads the configuration of dependencies that are projects of Foundry's.
    settings[`${root}foundry.toml`] === undefined ? [] : statedIn(root, settings).map((line) => below(root, line)),
  );
  const folders = dependencies
    .filter((dependency) => dependency.sources.length > 0)
    .map((dependency) => `${nameOf(dependency.root)}/=${sourceFolder(dependency)}`);
  const nearest = [...lines, ...folders].sort((a, b) => depthOf(a) - depthOf(b));
  return [...oneForPrefix(nearest)].sort((a, b) => prefixOf(a).localeCompare(prefixOf(b)));
}

/** The folders in `libraries` and in the `lib` of each of those. */
function dependenciesOf(sources: readonly string[], libraries: readonly string[]): readonly Dependency[] {
  const byRoot = new Map<string, string[]>();
  for (const path of sources) {
    const first = libraries.find((library) => path.startsWith(`${library}/`));
    if (first === undefined) continue;
    const segments = path.split('/');
    let at = first.split('/').length;
    while (at < segments.length - 1) {
      const root = `${segments.slice(0, at + 1).join('/')}/`;
      const own = byRoot.get(root) ?? [];
      byRoot.set(root, own);
      if (segments[at + 1] !== 'lib' || at + 2 >= segments.length - 1) {
        own.push(path.slice(root.length));
        break;
      }
      at += 2;
    }
  }
  return [...byRoot].map(([root, own]) => ({ root, sources: own.filter((path) => !NO_SOURCES.test(path)) }));
}

/**
 * Returns the folder of a dependency's sources: `src`, or `contracts` where all of its sources are in there, or else
 * its root.
 */
function sourceFolder({ root, sources }: Dependency): string {
  if (sources.some((path) => path.startsWith('src/'))) return `${root}src/`;
  return sources.every((path) => path.startsWith('contracts/')) ? `${root}contracts/` : root;
}

/** The remapping of a dependency, as it reads from the project's folder. */
function below(root: string, line: string): string {
  const [, context, name, target = ''] = /^(?:([^:=]*):)?([^=]*)=(.*)$/.exec(line) ?? [];
  const path = `${joinRelative(root, target)}${target.endsWith('/') ? '/' : ''}`;
  return `${context === undefined ? '' : `${root}${context}:`}${name}=${path}`;
}

function oneForPrefix(lines: readonly string[]): readonly string[] {
  const byPrefix = new Map<string, string>();
  for (const line of lines) if (!byPrefix.has(prefixOf(line))) byPrefix.set(prefixOf(line), line);
  return [...byPrefix.values()];
}

/** Returns what an import begins with, after the context of the remapping. */
function prefixOf(line: string): string {
  return line.slice(0, line.indexOf('='));
}

/** Returns how many folders the path of a remapping names. */
function depthOf(line: string): number {
  return line.slice(line.indexOf('=') + 1).split('/').length;
}

function nameOf(root: string): string {
  return root.split('/').at(-2) ?? '';
}
