/** Configuration in the documentation of a contract or a test: `forge-config: default.fuzz.runs = 10`. */

import type { Artefact } from './artefact';
import { type TestSettings, withSection } from './settings';

const LINE = /forge-config:\s*([\w-]+)\.([\w.-]+)\s*=\s*("[^"]*"|'[^']*'|[\w.-]+)/g;

/** Returns the settings of a contract, or of a test in it, over those of the project. */
export function settingsOf(artefact: Artefact, signature: string | undefined, base: TestSettings): TestSettings {
  const texts = [artefact.documentation[''], signature === undefined ? undefined : artefact.documentation[signature]];
  return texts.reduce((settings, text) => (text === undefined ? settings : overlaid(settings, text)), base);
}

function overlaid(settings: TestSettings, text: string): TestSettings {
  let result = settings;
  for (const [, profile, path, written] of text.matchAll(LINE)) {
    if (profile !== 'default' && profile !== settings.profile) continue;
    const value = written.replace(/^["']|["']$/g, '');
    const section = path
      .split('.')
      .reduceRight<unknown>(
        (below, key) => ({ [key.replace(/-/g, '_')]: below }),
        value === 'true' ? true : value === 'false' ? false : value,
      );
    result = withSection(result, section as Record<string, unknown>);
  }
  return result;
}
