/** What the form begins with: a transaction, a kept simulation, or what the address of the page says. */
import type { Network } from '../../../core/chain/network';
import { isEthereumTransaction } from '../../../core/chain/transaction';
import { draftOf, emptyDraft, emptyStep, type SimulationDraft } from '../../../core/simulation/draft';
import type { SimulationId } from '../../../core/simulation/simulation-hash';
import { type Failure, failure } from '../../../core/values/failure';
import { fail, ok, type Result } from '../../../core/values/result';
import { readSimulation } from '../../../db/reader/simulations';
import type { TransactionRecord } from '../../../workers/chain/chain.api';
import type { ChainService } from '../../../workers/client';
import type { JobId } from '../../../workers/ids';
import { readHash } from '../diff/diff-parameters';
import type { SimulatorSearch } from './simulator-search';

/** Returns the draft that the address asks for; undefined where it asks for nothing. */
export async function startDraft(
  chain: Pick<ChainService, 'loadTransaction'>,
  job: JobId,
  network: Network,
  search: SimulatorSearch,
): Promise<Result<SimulationDraft | undefined, Failure>> {
  const { tx, run, from, address, contractAddress, contractFunction, block } = search;
  if (run !== undefined) {
    const kept = await readSimulation(run as SimulationId);
    const draft = kept && draftOf(JSON.parse(kept.draft));
    if (kept === undefined || draft === undefined)
      return fail(failure('notFound', 'This simulation is not kept in this browser, or was deleted.'));
    return ok({ ...draft, name: kept.name, note: kept.note });
  }
  if (tx !== undefined) {
    const hash = readHash(tx);
    if (hash === undefined) return fail(failure('invalidHash', 'The transaction hash in this link is invalid.'));
    const loaded = await chain.loadTransaction(job, { networkId: network.id, hash }, false);
    return loaded.ok ? ok(draftOfRecord(loaded.value)) : loaded;
  }
  const to = contractAddress ?? address;
  if (from === undefined && to === undefined && block === undefined) return ok(undefined);
  const step = emptyStep({ from: from ?? '', to: to ?? '', input: contractFunction ?? '' });
  return ok({ ...emptyDraft(String(network.id), [step]), block: block === undefined ? 'latest' : String(block) });
}

/** Returns the draft of a transaction: a mined one right before itself, a pending one at the end of the latest block. */
export function draftOfRecord({ transaction }: TransactionRecord): SimulationDraft {
  const { from, to, value, input, gas, nonce, accessList, authorizationList, blobVersionedHashes } = transaction;
  const { gasPrice, maxFeePerGas, maxPriorityFeePerGas, blockNumber, index } = transaction;
  // Celo's, whose prices are in units of the token; what a chain makes itself, as deposits, pays nothing.
  const paysInToken = transaction.rollup?.feeCurrency !== undefined;
  const isMade = !paysInToken && !isEthereumTransaction(transaction);
  const step = emptyStep({
    from,
    to: to ?? '',
    value: value === 0n ? '' : value.toString(),
    gas: String(gas),
    input: input === '0x' ? '' : input,
    ...(isMade ? { manner: 'free' } : { nonce: String(nonce) }),
    ...(isMade || paysInToken
      ? {}
      : maxFeePerGas === undefined
        ? { gasPrice: gasPrice?.toString() ?? '' }
        : { maxFee: maxFeePerGas.toString(), tip: (maxPriorityFeePerGas ?? 0n).toString() }),
    accessList: accessList === undefined || accessList.length === 0 ? '' : JSON.stringify(accessList),
    authorizations:
      authorizationList === undefined || authorizationList.length === 0
        ? ''
        : JSON.stringify(authorizationList, (_, field) => (typeof field === 'bigint' ? String(field) : field)),
  });
  const draft = {
    ...emptyDraft(String(transaction.networkId), [step]),
    ...(blobVersionedHashes !== undefined && {
      note: 'Its blobs are left out: code that reads their hashes gets none.',
    }),
    ...(paysInToken && { note: 'It pays its fees in a token; here they are paid in the currency of the chain.' }),
  };
  if (blockNumber === undefined || index === undefined) return draft;
  return { ...draft, block: String(blockNumber), place: 'before', index: String(index) };
}
