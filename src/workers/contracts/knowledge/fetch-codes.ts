/** Runtime code of many addresses, and the contracts that it delegates to. */

import type { Address, Hex } from '../../../core/chain/primitives';
import type { ContractKnowledge, DiamondInfo } from '../../../core/contract/knowledge';
import { delegates, readProxy } from '../../../core/contract/proxies/proxy';
import type { ProxyReader } from '../../../core/contract/proxies/proxy-reader';
import { callContract, fetchCode, fetchStorageAt } from '../../../net/account-reader';
import type { Rpc } from '../../../net/rpc/rpc';
import { codeHashOf } from '../build-output/match-build-output';

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

/** Reads the contracts that `address` delegates to at `block`, as knowledge of it; undefined when it is neither a proxy nor a diamond. */
export async function readProxyKnowledge(
  rpc: Rpc,
  address: Address,
  code: Hex,
  block: number | 'latest',
  signal: AbortSignal,
): Promise<ContractKnowledge | undefined> {
  let isRefused = false;
  // The code of an implementation is read when it is called and when it is followed.
  const codes = new Map<Address, Promise<Hex | undefined>>([[address, Promise.resolve(code)]]);
  const codeAt = async (asked: Address) => {
    const answer = await fetchCode(rpc, asked, block, { signal });
    return answer.ok ? answer.value : undefined;
  };
  const reader: ProxyReader = {
    async code(asked) {
      const found = codes.get(asked) ?? codeAt(asked);
      codes.set(asked, found);
      return found;
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
  const diamond = await readDiamondOf(reader, address, code, proxy?.implementation);
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

/**
 * A proxy is asked only where its code, or that of its implementation, looks like a diamond's: some diamonds name a made-up
 * implementation for explorers. The facets of a diamond behind a proxy are in the storage of the proxy, which is asked.
 */
async function readDiamondOf(
  reader: ProxyReader,
  address: Address,
  code: Hex,
  implementation: Address | undefined,
): Promise<DiamondInfo | undefined> {
  if (implementation === undefined && !delegates(code)) return undefined;
  const { looksLikeDiamond, looksLikeDiamondBehind, readDiamond } = await import(
    '../../../core/contract/proxies/diamond'
  );
  if (implementation === undefined || looksLikeDiamond(code)) return readDiamond(reader, address, code);
  const behind = (await reader.code(implementation)) ?? '0x';
  const found = looksLikeDiamondBehind(behind) ? await readDiamond(reader, address, behind) : undefined;
  return found && { ...found, isBehind: true };
}
