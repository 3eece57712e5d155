/** `foundry.toml` as one: what a profile of it says over the default one and over what it extends, and the folders it names. */

import { parse } from 'smol-toml';
import { type Fields, isFields, readFields, readList, readText } from '../values/json-fields';
import { fail, ok, type Result } from '../values/result';

/** The file in forge's cache folder that lists what is current in its output. */
const CACHE_FILE = 'solidity-files-cache.json';

/** What is chosen beside the file. */
export type Chosen = {
  profile: string;
  /** Variables, whose `FOUNDRY_…` are settings. */
  environment?: Readonly<Record<string, string>>;
};

/** Where the build of a project leaves its output and the list of what is current in it, and the file that its configuration extends: paths from its root. */
export type ProjectPaths = { out: string; cache: string; base: string | undefined };

/** Returns what the text of `foundry.toml` says of other files; forge's defaults where it cannot be read. */
export function pathsOf(text: string | undefined, chosen: Chosen): ProjectPaths {
  const file = parsed(text);
  const base = file.ok ? readText(baseOf(file.value, chosen.profile).path) : '';
  const sections = file.ok ? sectionsOf(file.value, chosen) : [];
  const named = (key: string, otherwise: string) =>
    folderOf(sections.map((section) => section[key]).findLast((path) => typeof path === 'string') ?? otherwise);
  return {
    out: named('out', 'out'),
    cache: `${named('cache_path', 'cache')}/${CACHE_FILE}`,
    base: base === '' ? undefined : folderOf(base),
  };
}

/**
 * Reads the text of `foundry.toml` over that of the file that it extends. Returns sections of settings, each laid over
 * those before: of the file and its default profile, of the chosen profile, of the environment. The error is one sentence.
 */
export function readSections(
  text: string | undefined,
  base: string | undefined,
  chosen: Chosen,
): Result<readonly Fields[], string> {
  const file = parsed(text);
  if (!file.ok) return fail(`foundry.toml cannot be read: ${file.error}.`);
  const { path, strategy } = baseOf(file.value, chosen.profile);
  if (path === undefined || base === undefined) return ok(sectionsOf(file.value, chosen));
  const below = parsed(base);
  if (!below.ok) return fail(`${readText(path)} cannot be read: ${below.error}.`);
  const joinsLists = strategy === undefined || strategy === 'extend-arrays';
  return ok(sectionsOf(laidOver(below.value, file.value, joinsLists), chosen));
}

/** Returns the names of the profiles that `foundry.toml` and the file that it extends have, the default one among them. */
export function profilesOf(...texts: readonly (string | undefined)[]): string[] {
  const named = texts.flatMap((text) => {
    const file = parsed(text);
    return file.ok ? Object.keys(readFields(file.value.profile)) : [];
  });
  return [...new Set(['default', ...named])].sort();
}

/** Returns a path without `./` before it and without a slash behind it. */
export function folderOf(path: unknown): string {
  return String(path).replace(/^\.\//, '').replace(/\/$/, '');
}

/** As forge, a profile extends what it names itself, whatever the default one does. */
function baseOf(file: Fields, profile: string): Fields {
  const named = readFields(readFields(file.profile)[profile]).extends;
  return isFields(named) ? named : { path: named };
}

function parsed(text: string | undefined): Result<Fields, string> {
  try {
    return ok(parse(text ?? '', { integersAsBigInt: 'asNeeded' }));
  } catch (error) {
    return fail(String(error).split('\n')[0]);
  }
}

function sectionsOf(file: Fields, { profile, environment = {} }: Chosen): readonly Fields[] {
  const profiles = readFields(file.profile);
  const named = profile === 'default' ? {} : snakeCased(profiles[profile]);
  return [{ ...snakeCased(file), ...snakeCased(profiles.default) }, named, variables(environment)];
}

/** Keys of a profile may have hyphens in the place of underscores; those of sections in it may not. */
function snakeCased(section: unknown): Fields {
  return Object.fromEntries(
    Object.entries(readFields(section)).map(([key, value]) => [key.replaceAll('-', '_'), value]),
  );
}

/** `FOUNDRY_FUZZ_RUNS` is `runs` of the section `fuzz`, `FOUNDRY_SENDER` a field of the profile. */
function variables(environment: Readonly<Record<string, string>>): Fields {
  const section: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(environment)) {
    const [, below, key] = /^FOUNDRY_(?:(FUZZ|INVARIANT)_)?(\w+)$/.exec(name) ?? [];
    if (key === undefined) continue;
    if (below === undefined) section[key.toLowerCase()] = value;
    else section[below.toLowerCase()] = { ...readFields(section[below.toLowerCase()]), [key.toLowerCase()]: value };
  }
  return section;
}

/** Sections are laid over sections, lists go behind lists where they are joined, all else takes the place of what was there. */
function laidOver(below: Fields, above: Fields, joinsLists: boolean): Fields {
  const result: Record<string, unknown> = { ...below };
  for (const [key, value] of Object.entries(above)) {
    const before = below[key];
    if (isFields(before) && isFields(value)) result[key] = laidOver(before, value, joinsLists);
    else result[key] = joinsLists && Array.isArray(before) ? [...before, ...readList(value)] : value;
  }
  return result;
}
