/** Compiler settings as the form has them, and as standard JSON. */
import { isAddressShaped } from '../../chain/address-shape';
import { type Fields, isFields } from '../../values/json-fields';
import { fail, ok, type Result } from '../../values/result';
import type { StandardInput } from '../build-output/standard-input';
import { type DraftLibrary, type DraftSettings, emptySettings } from './draft';
import { remappingsOf } from './import-graph';

/** EVM versions the form offers, the newest first; the compiler says which of them it knows. */
export const EVM_VERSIONS = [
  'default',
  'osaka',
  'prague',
  'cancun',
  'shanghai',
  'paris',
  'london',
  'berlin',
  'istanbul',
  'petersburg',
  'constantinople',
  'byzantium',
  'spuriousDragon',
  'tangerineWhistle',
  'homestead',
] as const;

/** The largest number of runs that solc takes: its number is unsigned, 32 bits. */
const MAX_RUNS = 4_294_967_295;
/** Says what `parseRuns` takes. */
export const RUNS_HELP = `Runs is a whole number up to ${MAX_RUNS}.`;

/** `settings` of standard JSON; the error is one sentence. `pathOf` says which file declares a library of that name. */
export function standardSettings(
  settings: DraftSettings,
  pathOf: (name: string) => string | undefined,
): Result<Fields, string> {
  const further = parseFurther(settings.further);
  if (!further.ok) return further;
  const runs = parseRuns(settings.runs);
  if (settings.optimizer && runs === undefined) return fail(RUNS_HELP);
  const libraries = librariesOf(settings.libraries, pathOf);
  if (!libraries.ok) return libraries;
  const remappings = remappingsOf(settings.remappings);
  const { evmVersion: _, viaIR: __, remappings: ___, libraries: ____, ...kept } = further.value;
  const details = isFields(kept.optimizer) ? kept.optimizer : {};
  return ok({
    ...kept,
    optimizer: { ...details, enabled: settings.optimizer, runs: runs ?? 200 },
    ...(settings.evmVersion === 'default' ? {} : { evmVersion: settings.evmVersion }),
    ...(settings.viaIR ? { viaIR: true } : {}),
    ...(remappings.length === 0 ? {} : { remappings }),
    ...(Object.keys(libraries.value).length === 0 ? {} : { libraries: libraries.value }),
  });
}

/** Returns the form's fields for settings in standard JSON, or in metadata, which names libraries `path:Name`. Anything else is kept as further settings. */
export function draftSettings(compilerVersion: string, settings: Fields): DraftSettings {
  const {
    optimizer,
    evmVersion,
    viaIR,
    remappings,
    libraries,
    // Of the answer, not of the code.
    outputSelection: _,
    compilationTarget: __,
    stopAfter: ___,
    modelChecker: ____,
    ...further
  } = settings;
  const { enabled, runs, ...details } = isFields(optimizer) ? optimizer : ({} as Fields);
  const taken = { ...further, ...metadataSettings(further.metadata) };
  const rest = Object.keys(details).length === 0 ? taken : { ...taken, optimizer: details };
  return {
    ...emptySettings,
    compilerVersion,
    evmVersion: typeof evmVersion === 'string' ? evmVersion : 'default',
    optimizer: enabled === true,
    runs: typeof runs === 'number' ? String(runs) : emptySettings.runs,
    viaIR: viaIR === true,
    remappings: Array.isArray(remappings) ? remappings.filter((line) => typeof line === 'string').join('\n') : '',
    libraries: draftLibraries(libraries),
    further: Object.keys(rest).length === 0 ? '' : JSON.stringify(rest, null, 2),
  };
}

/**
 * Returns the `metadata` settings. Without auxdata the code has no hash; metadata states a kind of hash all the same,
 * which the compiler does not accept as input.
 */
function metadataSettings(metadata: unknown): { metadata?: Fields } {
  if (!isFields(metadata) || metadata.appendCBOR !== false) return {};
  const { bytecodeHash: _, ...taken } = metadata;
  return { metadata: taken };
}

/** Returns the compiler input of a draft: every unit under the name the compiler asks for it by. */
export function standardInputOf(
  units: readonly { name: string; text: string }[],
  settings: Readonly<Record<string, unknown>>,
): StandardInput {
  return {
    language: 'Solidity',
    sources: Object.fromEntries(units.map(({ name, text }) => [name, { content: text }])),
    settings,
  };
}

/** Parses the further settings that the reader typed, none for an empty text; the error is one sentence. */
export function parseFurther(text: string): Result<Fields, string> {
  if (text.trim() === '') return ok({});
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? ok(value) : fail('Further settings are a JSON object.');
  } catch {
    return fail('Further settings are not valid JSON.');
  }
}

/** Parses the runs of the optimizer; undefined for no whole number up to 2^32 - 1. */
export function parseRuns(text: string): number | undefined {
  const runs = /^\d{1,10}$/.test(text.trim()) ? Number(text) : Number.NaN;
  return runs <= MAX_RUNS ? runs : undefined;
}

function librariesOf(
  libraries: readonly DraftLibrary[],
  pathOf: (name: string) => string | undefined,
): Result<Record<string, Record<string, string>>, string> {
  const byPath: Record<string, Record<string, string>> = {};
  for (const { name, address } of libraries) {
    if (name.trim() === '' && address.trim() === '') continue;
    if (!isAddressShaped(address.trim())) return fail(`The address of the library ${name} is 0x and 40 hex digits.`);
    const colon = name.lastIndexOf(':');
    const own = name.slice(colon + 1).trim();
    const path = colon === -1 ? pathOf(own) : name.slice(0, colon).trim();
    if (path === undefined) return fail(`No file declares the library ${own}.`);
    byPath[path] = { ...byPath[path], [own]: address.trim() };
  }
  return ok(byPath);
}

function draftLibraries(libraries: unknown): readonly DraftLibrary[] {
  if (!isFields(libraries)) return [];
  return Object.entries(libraries).flatMap(([path, below]): DraftLibrary[] => {
    if (typeof below === 'string') return [{ name: path.replace(/^:/, ''), address: below }];
    if (!isFields(below)) return [];
    return Object.entries(below).map(([name, address]) => ({
      name: path === '' ? name : `${path}:${name}`,
      address: String(address),
    }));
  });
}
