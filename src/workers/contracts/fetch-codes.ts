/** Runtime code of many addresses, and whose it is. */

import { hexToBytes } from '../../core/chain/hex';
import { keccakHex } from '../../core/chain/keccak';
import type { Address, Hash, Hex } from '../../core/chain/primitives';
import type { ContractKnowledge, DiamondInfo } from '../../core/contract/knowledge';
import { delegates, readProxy } from '../../core/contract/proxy';
import type { ProxyReader } from '../../core/contract/proxy-reader';
import type { ArtifactRow } from '../../db/rows/artifact-row';
import { callContract, fetchCode, fetchStorageAt } from '../../net/account-reader';
import type { Rpc } from '../../net/rpc/rpc';
import type { Artifacts } from './imported-artifacts';

/** Code as hex; `0x` for an account without any. */
export type Codes = ReadonlyMap<Address, Hex>;

/** Fetches the code of those of `addresses` whose endpoint answered, as it is now or after a block. They travel in batches. */
export async function fetchCodes(
  rpc: Rpc,
  addresses: readonly Address[],
  signal: AbortSignal,
  block: number | 'latest' = 'latest',
): Promise<Codes> {
  const answers = await Promise.all(addresses.map((address) => fetchCode(rpc, address, block, { signal })));
  const codes = new Map<Address, Hex>();
  addresses.forEach((address, index) => {
    const answer = answers[index];
    if (answer.ok) codes.set(address, answer.value);
  });
  return codes;
}

/** Returns keccak256 of the code, undefined for an account without any. */
export function codeHashOf(code: Hex): Hash | undefined {
  return code === '0x' ? undefined : keccakHex(code);
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

/** What build output says of a contract, whatever of it was compared. */
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

/** Reads the contracts that `address` delegates to at `block`, as knowledge of it; undefined when it is neither a proxy nor a diamond. */
export async function readProxyKnowledge(
  rpc: Rpc,
  address: Address,
  code: Hex,
  block: number | 'latest',
  signal: AbortSignal,
): Promise<ContractKnowledge | undefined> {
  let isRefused = false;
  const reader: ProxyReader = {
    async code(asked) {
      if (asked === address) return code;
      const answer = await fetchCode(rpc, asked, block, { signal });
      return answer.ok ? answer.value : undefined;
    },
    async storageAt(asked, slot) {
      const word = await fetchStorageAt(rpc, asked, BigInt(slot), block, { signal });
      return word.ok ? word.value : undefined;
    },
    async call(to, data) {
      const answer = await callContract(rpc, { to, data }, block, { signal });
      if (!answer.ok) isRefused = true;
      return answer.ok && !answer.value.reverted ? answer.value.data : undefined;
    },
  };
  const proxy = await readProxy(reader, address);
  const diamond = await readDiamondOf(reader, address, code, proxy !== undefined);
  if (proxy === undefined && diamond === undefined) return undefined;
  return {
    networkId: rpc.networkId,
    address,
    abi: [],
    ...(proxy && { proxy }),
    ...(diamond && { diamond: stated(diamond, code, isRefused) }),
    fetchedAt: Date.now(),
  };
}

/** The diamond with the hash of its code. It is marked as unread when it has no facets and a question was not answered. */
function stated(diamond: DiamondInfo, code: Hex, isRefused: boolean): DiamondInfo {
  const codeHash = codeHashOf(code);
  return {
    ...diamond,
    ...(isRefused && diamond.facets === undefined && { isUnread: true }),
    ...(codeHash && { codeHash }),
  };
}

/** A proxy is asked only where its code looks like a diamond's: some of those name a made-up implementation for explorers. */
async function readDiamondOf(reader: ProxyReader, address: Address, code: Hex, isProxy: boolean) {
  if (!delegates(code)) return undefined;
  const { looksLikeDiamond, readDiamond } = await import('../../core/contract/diamond');
  return isProxy && !looksLikeDiamond(code) ? undefined : readDiamond(reader, address, code);
}
