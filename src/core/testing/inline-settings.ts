/** Configuration in the documentation of a contract or a test: `forge-config: default.fuzz.runs = 10`. */

import { parse } from 'smol-toml';
import type { Artefact } from './artefact';
import { type TestSettings, withSection } from './settings';

const LINE = /forge-config:\s*([\w-]+)\.([\w.-]+)\s*=\s*("[^"]*"|'[^']*'|\[.*\]|\{.*?\}|[\w.-]+)/g;

/** Returns the settings of a contract, or of a test in it, over those of the project. */
export function settingsOf(artefact: Artefact, signature: string | undefined, base: TestSettings): TestSettings {
  const texts = [artefact.documentation[''], signature === undefined ? undefined : artefact.documentation[signature]];
  return texts.reduce((settings, text) => (text === undefined ? settings : overlaid(settings, text)), base);
}

/** Returns in forge's words what is wrong where a contract or one of its tests names a profile that there is not; forge runs no test at all then. */
export function wrongProfile({ documentation }: Artefact, { profiles }: TestSettings): string | undefined {
  const lines = Object.values(documentation).flatMap((text) => [...text.matchAll(LINE)]);
  const wrong = lines.find(([, profile]) => !profiles.includes(profile));
  const setting = wrong?.[0].replace(/^forge-config:\s*/, '');
  return wrong && `Inline config error: invalid profile \`${setting}\`; valid profiles: ${profiles.join(', ')}`;
}

function overlaid(settings: TestSettings, text: string): TestSettings {
  let result = settings;
  for (const [, profile, path, written] of text.matchAll(LINE)) {
    if (profile !== 'default' && profile !== settings.profile) continue;
    const value = settingIn(written);
    const section = path.split('.').reduceRight<unknown>((below, key) => ({ [key.replace(/-/g, '_')]: below }), value);
    result = withSection(result, section as Record<string, unknown>);
  }
  return result;
}

/** Lists and tables are TOML; whole numbers stay texts. */
function settingIn(written: string): unknown {
  if (written === 'true' || written === 'false') return written === 'true';
  if (!/^[[{]/.test(written)) return written.replace(/^["']|["']$/g, '');
  try {
    return parse(`value = ${written}`).value;
  } catch {
    return written;
  }
}
