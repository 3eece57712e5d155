/** eth_getLogs for the events by which proxies and diamonds say that they run other code from now on. */
import { array, maxLength, nullish, object, pipe, transform } from 'valibot';
import type { Address, Hash, Hex } from '../core/chain/primitives';
import { DIAMOND_CUT, type FacetCut, parseCuts } from '../core/contract/proxies/diamond';
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

/** Place of an event in the chain. */
type Place = { blockNumber: number; logIndex: number; transaction: Hash };
type Span = { from: number; to: number };

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
  span: Span,
  options: ReadOptions = {},
): Promise<Result<readonly Upgrade[], Failure>> {
  const events = [UPGRADED, CHANGED_MASTER_COPY, NEW_IMPLEMENTATION];
  return fetchChanges(rpc, { contract, events, span }, options, ([event, topic], data) => {
    // EIP-1967 has the address indexed; Safe and some others do not.
    const named = event === NEW_IMPLEMENTATION ? `0x${data.slice(66)}` : (topic ?? data);
    if (named.length !== 66 || !named.startsWith(`0x${'0'.repeat(24)}`)) return undefined;
    return { implementation: `0x${named.slice(26)}` as Address };
  });
}

/**
 * Cuts that the contract told of in these blocks (EIP-2535, DiamondCut), both included, oldest first. One event may change
 * several facets at once. Logs that hold no cuts are left out.
 */
export function fetchDiamondCuts(
  rpc: Rpc,
  contract: Address,
  span: Span,
  options: ReadOptions = {},
): Promise<Result<readonly ({ cuts: readonly FacetCut[] } & Place)[], Failure>> {
  return fetchChanges(rpc, { contract, events: [DIAMOND_CUT], span }, options, (_, data) => {
    const cuts = parseCuts(data);
    return cuts && { cuts };
  });
}

function fetchChanges<Change extends object>(
  rpc: Rpc,
  { contract, events, span }: { contract: Address; events: readonly Hash[]; span: Span },
  options: ReadOptions,
  read: (topics: readonly Hash[], data: Hex) => Change | undefined,
): Promise<Result<readonly (Change & Place)[], Failure>> {
  const filter = {
    address: contract,
    fromBlock: blockParam(span.from),
    toBlock: blockParam(span.to),
    topics: [events],
  };
  const changes = pipe(
    array(log),
    transform((logs) =>
      logs
        .flatMap(({ topics, data, blockNumber, logIndex, transactionHash }): (Change & Place)[] => {
          const change = read(topics, data);
          if (change === undefined || blockNumber == null || logIndex == null || transactionHash == null) return [];
          return [{ ...change, blockNumber, logIndex, transaction: transactionHash }];
        })
        .toSorted((a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex),
    ),
  );
  return rpc.request('eth_getLogs', [filter], changes, options);
}
