/** Compiler settings that `foundry.toml` states in its default profile (Foundry docs, Config Reference, Solidity compiler). */
import type { DraftSettings } from './draft';
import { defaultProfile } from './foundry-remappings';

/** Returns the settings that are stated; nothing of those that are left to Foundry, whose defaults have changed. */
export function foundrySettings(toml: string): Partial<DraftSettings> {
  const profile = defaultProfile(toml);
  const solc = versionOf(statedIn(profile, 'solc') ?? statedIn(profile, 'solc_version'));
  const evmVersion = statedIn(profile, 'evm_version');
  const runs = statedIn(profile, 'optimizer_runs');
  const isOptimized = statedIn(profile, 'optimizer');
  const viaIR = statedIn(profile, 'via_ir');
  const further = metadataOf(profile);
  return {
    ...(solc !== undefined && { compilerVersion: solc }),
    ...(evmVersion !== undefined && { evmVersion: evmVersion.toLowerCase() }),
    // A number of runs alone switches the optimizer on.
    ...(runs !== undefined && { runs: runs.replaceAll('_', ''), optimizer: isOptimized !== 'false' }),
    ...(isOptimized !== undefined && { optimizer: isOptimized === 'true' }),
    ...(viaIR !== undefined && { viaIR: viaIR === 'true' }),
    ...(further !== undefined && { further }),
  };
}

/** Reads `0.8.24`, also of `solc-0.8.24` and with a commit; undefined for the path of a compiler. */
function versionOf(text: string | undefined): string | undefined {
  return /^(?:solc[-:])?v?(\d+\.\d+\.\d+(?:\+commit\.[\da-f]{8})?)$/i.exec(text ?? '')?.[1];
}

function metadataOf(profile: string): string | undefined {
  const hash = statedIn(profile, 'bytecode_hash');
  const isAppended = statedIn(profile, 'cbor_metadata');
  const metadata = {
    ...(hash !== undefined && isAppended !== 'false' && { bytecodeHash: hash }),
    ...(isAppended === 'false' && { appendCBOR: false }),
  };
  return Object.keys(metadata).length === 0 ? undefined : JSON.stringify({ metadata }, null, 2);
}

/** Finds a string, a number or a boolean as text (TOML 1.0); undefined where the key is not there. */
function statedIn(profile: string, key: string): string | undefined {
  const line = new RegExp(`^[ \\t]*${key}[ \\t]*=[ \\t]*(?:"([^"\\n]*)"|'([^'\\n]*)'|([\\w.]+))`, 'm').exec(profile);
  return line?.[1] ?? line?.[2] ?? line?.[3];
}
