/** Compiler settings that `foundry.toml` states in its default profile (Foundry docs, Config Reference, Solidity compiler), and in the profiles that it compiles some files with (Compilation restrictions). */
import { type Fields, isFields, readList, readText } from '../../values/json-fields';
import type { AlternativeSettings, DraftLibrary, DraftSettings } from './draft';
import { foundryProfile } from './foundry-profile';

/** Returns the settings that are stated; nothing of those that are left to Foundry, whose defaults have changed, nor of a file that is no TOML. `fileAt` gives the text of another file of the project. */
export function foundrySettings(
  toml: string,
  fileAt: (path: string) => string | undefined = () => undefined,
): Partial<DraftSettings> {
  const profile = foundryProfile(toml, fileAt);
  const alternatives = readList(profile.additional_compiler_profiles).flatMap((each) =>
    isFields(each) ? [settingsOf({ ...profile, ...each })] : [],
  );
  const libraries = readList(profile.libraries).flatMap((line) => libraryOf(line) ?? []);
  return {
    ...settingsOf(profile),
    ...(libraries.length > 0 && { libraries }),
    ...(alternatives.length > 0 && { alternatives }),
  };
}

function settingsOf(profile: Fields): AlternativeSettings {
  const solc = versionOf(profile.solc ?? profile.solc_version);
  const { evm_version: evmVersion, optimizer_runs: runs, optimizer: isOptimized, via_ir: viaIR } = profile;
  const further = furtherOf(profile);
  return {
    ...(solc !== undefined && { compilerVersion: solc }),
    ...(typeof evmVersion === 'string' && { evmVersion: evmVersion.toLowerCase() }),
    // A number of runs alone switches the optimizer on.
    ...(typeof runs === 'number' && { runs: String(runs), optimizer: isOptimized !== false }),
    ...(typeof isOptimized === 'boolean' && { optimizer: isOptimized }),
    ...(typeof viaIR === 'boolean' && { viaIR }),
    ...(Object.keys(further).length > 0 && { further: JSON.stringify(further, null, 2) }),
  };
}

/** Reads `0.8.24`, also of `solc-0.8.24` and with a commit; undefined for the path of a compiler. */
function versionOf(text: unknown): string | undefined {
  return /^(?:solc[-:])?v?(\d+\.\d+\.\d+(?:\+commit\.[\da-f]{8})?)$/i.exec(readText(text))?.[1];
}

/** Reads `src/Lib.sol:Lib:0x…`. */
function libraryOf(line: unknown): DraftLibrary | undefined {
  const [, name, address] = /^([^:]+:[^:]+):(0x[\da-f]{40})$/i.exec(readText(line)) ?? [];
  return name && address ? { name, address } : undefined;
}

/** Settings of standard JSON that the form has no field for. */
function furtherOf(profile: Fields): Fields {
  const isAppended = profile.cbor_metadata !== false;
  const metadata = {
    ...(typeof profile.bytecode_hash === 'string' && isAppended && { bytecodeHash: profile.bytecode_hash }),
    ...(!isAppended && { appendCBOR: false }),
    ...(profile.use_literal_content === true && { useLiteralContent: true }),
  };
  const details = profile.optimizer_details;
  return {
    ...(Object.keys(metadata).length > 0 && { metadata }),
    ...(isFields(details) && { optimizer: { details: asCompilerNames(details) } }),
    ...(typeof profile.revert_strings === 'string' && { debug: { revertStrings: profile.revert_strings } }),
  };
}

/** `constant_optimizer` as the compiler calls it, `constantOptimizer`; Foundry takes both. */
function asCompilerNames(details: Fields): Fields {
  return Object.fromEntries(
    Object.entries(details).map(([key, value]) => [
      key.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
      isFields(value) ? asCompilerNames(value) : value,
    ]),
  );
}
