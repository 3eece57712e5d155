/** Configuration in the documentation of a contract or a test: `forge-config: default.fuzz.runs = 10`. */

import { parse } from 'smol-toml';
import { type Fields, readFields } from '../values/json-fields';
import type { Artefact } from './artefact';
import { wrongValue } from './inline-types';
import { type TestSettings, withSection } from './settings';

const LINE = /forge-config:\s*([\w-]+)\.([\w.-]+)\s*=\s*("[^"]*"|'[^']*'|\[.*\]|\{.*?\}|[^\s"'[{]\S*)/g;

/** Returns the settings of a contract, or of a test in it, over those of the project. */
export function settingsOf(artefact: Artefact, signature: string | undefined, base: TestSettings): TestSettings {
  return sectionsOf(artefact, signature, base).reduce((settings, { section }) => withSection(settings, section), base);
}

/**
 * Returns in forge's words what is wrong with the configuration of a contract: a profile that there is not, or a value
 * that is no TOML, here or at one of its tests, for which forge runs no test at all; a value of a wrong type here.
 */
export function wrongConfiguration(artefact: Artefact, settings: TestSettings): string | undefined {
  const { profiles } = settings;
  for (const [line, profile, , written] of linesIn(Object.values(artefact.documentation))) {
    const setting = line.replace(/^forge-config:\s*/, '');
    if (valueIn(written) === undefined) return `Inline config error: TOML parse error in \`${setting}\``;
    if (!profiles.includes(profile))
      return `Inline config error: invalid profile \`${setting}\`; valid profiles: ${profiles.join(', ')}`;
  }
  return wrongTypes(artefact, undefined, settings);
}

/** Returns in forge's words which value in the documentation of the contract, or of a test and its contract, is of a wrong type. */
export function wrongTypes(
  artefact: Artefact,
  signature: string | undefined,
  settings: TestSettings,
): string | undefined {
  for (const { profile, section } of sectionsOf(artefact, signature, settings)) {
    const wrong = wrongValue(section, profile);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

type Section = { profile: string; section: Fields };

/** What the lines that count say, in their order. */
function sectionsOf({ documentation }: Artefact, signature: string | undefined, { profile: chosen }: TestSettings) {
  const texts = [documentation[''], signature === undefined ? undefined : documentation[signature]];
  return linesIn(texts).flatMap(([, profile, path, written]): Section[] => {
    if (profile !== 'default' && profile !== chosen) return [];
    const keys = path.split('.').map((key) => key.replace(/-/g, '_'));
    const section = keys.reduceRight<unknown>((below, key) => ({ [key]: below }), valueIn(written));
    return [{ profile, section: readFields(section) }];
  });
}

function linesIn(texts: readonly (string | undefined)[]): RegExpMatchArray[] {
  return texts.flatMap((text) => [...(text ?? '').matchAll(LINE)]);
}

/** A value as TOML, whole numbers as bigints; undefined where it is none. */
function valueIn(written: string): unknown {
  try {
    return parse(`value = ${written}`, { integersAsBigInt: true }).value;
  } catch {
    return undefined;
  }
}
