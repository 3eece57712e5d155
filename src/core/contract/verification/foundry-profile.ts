/** The default profile of `foundry.toml` (Foundry docs, Config; Extending configuration). */
import { parse } from 'smol-toml';
import { type Fields, isFields, readFields, readText } from '../../values/json-fields';

/**
 * Returns the default profile, which other profiles build on, over that of the file that it extends, which may extend
 * nothing itself; an empty one where the text is no TOML. `fileAt` gives the text of another file of the project.
 */
export function foundryProfile(toml: string, fileAt: (path: string) => string | undefined): Fields {
  const own = defaultOf(toml);
  const { extends: stated, ...profile } = own;
  const path = readText(isFields(stated) ? stated.path : stated).replace(/^\.\//, '');
  const base = path === '' ? {} : defaultOf(fileAt(path) ?? '');
  return merged(base, profile, isFields(stated) && stated.strategy === 'replace-arrays');
}

function defaultOf(toml: string): Fields {
  let all: Fields;
  try {
    all = readFields(parse(toml));
  } catch {
    return {};
  }
  return readFields(readFields(all.profile).default ?? all.default);
}

/** Lists are put together unless they are replaced; tables are merged, and of values the later counts. */
function merged(base: Fields, over: Fields, replaces: boolean): Fields {
  const result: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(over)) {
    const before = result[key];
    if (Array.isArray(value) && Array.isArray(before) && !replaces) result[key] = [...before, ...value];
    else result[key] = isFields(value) && isFields(before) ? merged(before, value, replaces) : value;
  }
  return result;
}
