/** Proxies of an execution: whose code they ran is in what it read, so that nobody has to be asked. */
import { bytesToAddress, bytesToHash, bytesToHex } from '../../../core/chain/hex';
import type { Address, Hash, Hex } from '../../../core/chain/primitives';
import { readProxy } from '../../../core/contract/proxies/proxy';
import type { ProxyReader } from '../../../core/contract/proxies/proxy-reader';
import type { Witness } from '../../../core/evm/state/witness';
import type { Knowledge } from './knowledge-base';

const MAX_PROXIES = 50;
const WORD = 32;

/**
 * Takes note of the proxies among `addresses`, which handed calls on in the execution that read `witness`. What the chain
 * answers of them counts for more, whenever it was asked.
 */
export async function learnExecutedProxies(
  { contracts }: Knowledge,
  witness: Witness,
  addresses: readonly Address[],
): Promise<void> {
  const { networkId } = contracts;
  const unknown = addresses.filter((address) => {
    const known = contracts.knowledge(address);
    return known?.proxy === undefined && known?.diamond === undefined;
  });
  const reader = readerOf(witness);
  for (const address of unknown.slice(0, MAX_PROXIES)) {
    const proxy = await readProxy(reader, address);
    // Delegations of accounts come and go, and are told by the block.
    if (proxy === undefined || proxy.kind === 'EIP-7702') continue;
    contracts.put('proxy', { networkId, address, abi: [], proxy, fetchedAt: -1 });
  }
}

/** Answers of what was read. Slots that held nothing are not among it, and count as not read. */
function readerOf({ accounts, codes }: Witness): ProxyReader {
  const byAddress = new Map(accounts.map((account) => [bytesToAddress(account.address), account]));
  return {
    async code(address) {
      const account = byAddress.get(address);
      return account && bytesToHex(codes[account.code]);
    },
    async storageAt(address, slot) {
      const storage = byAddress.get(address)?.storage;
      return storage && wordAt(storage, slot);
    },
    call: async () => undefined,
  };
}

function wordAt(storage: Uint8Array, slot: Hash): Hex | undefined {
  for (let at = 0; at < storage.length; at += 2 * WORD)
    if (bytesToHash(storage.subarray(at, at + WORD)) === slot)
      return bytesToHex(storage.subarray(at + WORD, at + 2 * WORD));
  return undefined;
}
