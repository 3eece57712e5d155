/** eth_getLogs for the events by which proxies say that they run other code from now on. */
import { array, maxLength, nullish, object, pipe, transform } from 'valibot';
import type { Address, Hash } from '../core/chain/primitives';
import type { Upgrade } from '../core/contract/proxies/proxy';
import type { Failure } from '../core/values/failure';
import type { Result } from '../core/values/result';
import { blockParam, type ReadOptions } from './chain-reader';
import { bytes, hash, quantity, word } from './rpc/fields';
import type { Rpc } from './rpc/rpc';

/** `Upgraded(address)` of EIP-1967 proxies and of beacons, and of Zeppelin's before it. */
const UPGRADED = '0xbc7cd75a20ee27fd9adebab32041f755214dbc6bffa90cc0225b39da2e5c2d3b' as Hash;
/** `ChangedMasterCopy(address)` of Safe proxies. */
const CHANGED_MASTER_COPY = '0x75e41bc35ff1bf14d81d1d2f649c0084a0f974f9289c803ec9898eeec4c8d0b8' as Hash;
/** `NewImplementation(address,address)` of Compound's Unitroller and delegators: the old one and the new. */
const NEW_IMPLEMENTATION = '0xd604de94d45953f9138079ec1b82d533cb2160c906d1076d1f7ed54befbca97a' as Hash;

const log = object({
  topics: pipe(array(word), maxLength(4)),
  data: bytes,
  blockNumber: nullish(quantity),
  logIndex: nullish(quantity),
  transactionHash: nullish(hash),
});

/** Upgrades that the contract told of in these blocks, both included, oldest first. Logs that name no address are left out. */
export function fetchUpgrades(
  rpc: Rpc,
  contract: Address,
  { from, to }: { from: number; to: number },
  options: ReadOptions = {},
): Promise<Result<readonly Upgrade[], Failure>> {
  const filter = {
    address: contract,
    fromBlock: blockParam(from),
    toBlock: blockParam(to),
    topics: [[UPGRADED, CHANGED_MASTER_COPY, NEW_IMPLEMENTATION]],
  };
  return rpc.request('eth_getLogs', [filter], upgrades, options);
}

const upgrades = pipe(
  array(log),
  transform((logs) =>
    logs
      .flatMap(({ topics: [event, topic], data, blockNumber, logIndex, transactionHash }): Upgrade[] => {
        // EIP-1967 has the address indexed; Safe and some others do not.
        const named = event === NEW_IMPLEMENTATION ? `0x${data.slice(66)}` : (topic ?? data);
        if (named.length !== 66 || !named.startsWith(`0x${'0'.repeat(24)}`)) return [];
        if (blockNumber == null || logIndex == null || transactionHash == null) return [];
        const implementation = `0x${named.slice(26)}` as Address;
        return [{ implementation, blockNumber, logIndex, transaction: transactionHash }];
      })
      .toSorted((a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex),
  ),
);
