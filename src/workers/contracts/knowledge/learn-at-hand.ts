/** What is known of contracts without asking anybody: the rows of a trace wait for it. What follows is in `learn-contracts.ts`. */
import type { Address } from '../../../core/chain/primitives';
import type { ContractKnowledge } from '../../../core/contract/knowledge';
import { firstBehind } from '../../../core/contract/proxies/code-behind';
import { proxyInCode } from '../../../core/contract/proxies/proxy';
import { askKept } from '../../../db/database';
import { markUsed } from '../../../db/storage/mark-used';
import { matchArtifact, matchCreation } from '../build-output/match-build-output';
import type { Codes } from './fetch-codes';
import type { Knowledge } from './knowledge-base';

/** Contracts that are read at most; nobody reads the names of more on one page. */
const MAX_KEPT = 1_000;
/** Codes that are matched while the rows wait, at most: each takes a fraction of a millisecond. */
const MAX_AT_HAND = 200;

/** Learns what was kept from earlier visits; asks nobody. Says whether anything became known. */
export async function learnFromKept(
  { contracts, signatures }: Knowledge,
  addresses: readonly Address[],
  selectors: readonly string[],
): Promise<boolean> {
  const before = contracts.version;
  const kept = await askKept<ReadonlyMap<Address, ContractKnowledge>>(new Map(), async () =>
    (await import('../../../db/contracts/contracts')).readContracts(contracts.networkId, addresses.slice(0, MAX_KEPT)),
  );
  for (const known of kept.values()) if (contracts.knowledge(known.address) === undefined) contracts.put('kept', known);
  void markUsed(
    'contracts',
    [...kept.keys()].map((address) => [contracts.networkId, address] as const),
  );
  const found = await signatures.loadKept(selectors);
  return found || contracts.version !== before;
}

/** Learns what imported build output says of the code that ran at addresses. Asks nobody. */
export async function learnFromCodes({ contracts, artifacts }: Knowledge, codes: Codes): Promise<void> {
  if (await artifacts.isEmpty()) return;
  // A creation that failed left no code, and is known by its init code.
  await artifacts.prepare();
  for (const [address, code] of [...codes].slice(0, MAX_AT_HAND)) {
    const match = await matchArtifact(artifacts, contracts, address, code);
    if (match !== undefined) contracts.put('buildOutput', match);
  }
}

/** Learns what imported build output says of contracts whose creation left no code, by their init code. Asks nobody. */
export async function learnFromInitCodes(
  { contracts, artifacts }: Knowledge,
  created: ReadonlyMap<Address, Uint8Array>,
): Promise<void> {
  if (created.size === 0 || (await artifacts.isEmpty())) return;
  await artifacts.prepare();
  for (const [address, initCode] of [...created].slice(0, MAX_AT_HAND)) {
    const match = matchCreation(artifacts, contracts, address, initCode);
    if (match !== undefined) contracts.put('buildOutput', match);
  }
}

/** Takes note of the proxies that codes of the block that is looked at say of themselves. */
export function learnProxiesOfBlock({ contracts }: Knowledge, codes: Codes): void {
  for (const [address, code] of codes) {
    const proxy = proxyInCode(code);
    const known = contracts.knowledge(address)?.proxy;
    // The code says the first step only.
    if (known && proxy && known.kind === proxy.kind && firstBehind(known) === proxy.implementation) continue;
    if (proxy !== undefined || known?.kind === 'EIP-7702') contracts.putOfBlock(address, proxy);
  }
}
