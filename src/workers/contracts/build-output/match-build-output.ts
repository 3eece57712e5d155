/** Whose code it is, by imported build output. Asks nobody. */
import { hexToBytes } from '../../../core/chain/hex';
import { keccakHex } from '../../../core/chain/keccak';
import type { Address, Hash, Hex } from '../../../core/chain/primitives';
import type { ContractKnowledge } from '../../../core/contract/knowledge';
import type { ArtifactRow } from '../../../db/rows/artifact-row';
import type { Rpc } from '../../../net/rpc/rpc';
import type { Artifacts } from './imported-artifacts';

/** Hashes of the codes that were asked for last: one trace asks five times for each of its contracts. */
const HASHES = new Map<Hex, Hash>();
const MOST_HASHES = 256;

/** Returns keccak256 of the code, undefined for an account without any. */
export function codeHashOf(code: Hex): Hash | undefined {
  if (code === '0x') return undefined;
  const known = HASHES.get(code);
  if (known !== undefined) return known;
  const hash = keccakHex(code);
  if (HASHES.size === MOST_HASHES) HASHES.clear();
  HASHES.set(code, hash);
  return hash;
}

/** Returns the knowledge of this code from imported build output; undefined when none matches. */
export async function matchArtifact(
  artifacts: Artifacts,
  rpc: Pick<Rpc, 'networkId'>,
  address: Address,
  code: Hex,
): Promise<ContractKnowledge | undefined> {
  if (code === '0x') return undefined;
  const found = (await artifacts.prepare()).code.match(hexToBytes(code));
  if (found === undefined) return undefined;
  const codeHash = codeHashOf(code);
  return {
    networkId: rpc.networkId,
    address,
    ...saidOf(found.artifact),
    // An ABI that was given says nothing of the code.
    ...(found.artifact.kind === 'abi' ? {} : { match: found.match }),
    ...(codeHash === undefined ? {} : { codeHash }),
  };
}

/** Returns the knowledge of a contract that left no code, from the build output whose creation bytecode `initCode` begins with. */
export function matchCreation(
  artifacts: Artifacts,
  { networkId }: Pick<Rpc, 'networkId'>,
  address: Address,
  initCode: Uint8Array,
): ContractKnowledge | undefined {
  const found = artifacts.ofInitCode(initCode);
  return found && { networkId, address, ...saidOf(found.artifact), match: found.match };
}

/** Returns what build output says of a contract, whatever code it was matched by. */
function saidOf(artifact: ArtifactRow): Omit<ContractKnowledge, 'networkId' | 'address'> {
  const { name, abi, compilerVersion, sources } = artifact;
  const origin = originOfArtifact(artifact);
  return {
    name: { text: name, origin },
    abi,
    abiOrigin: origin,
    ...(sources === undefined ? {} : { fileCount: Object.keys(sources).length }),
    ...(compilerVersion === undefined ? {} : { compilerVersion }),
    fetchedAt: -1,
  };
}

/** Returns the origin of names from an artefact. */
export function originOfArtifact({ kind }: Pick<ArtifactRow, 'kind'>): 'verifiedHere' | 'readerAbi' | 'buildOutput' {
  if (kind === undefined) return 'buildOutput';
  return kind === 'abi' ? 'readerAbi' : 'verifiedHere';
}
