/** An open trace as a file, with the reader's labels of its addresses and notes at its rows. */

import { ETHER } from '../../../core/chain/network';
import type { Address } from '../../../core/chain/primitives';
import { encodeTrace } from '../../../core/trace/binary';
import type { Failure } from '../../../core/values/failure';
import { ok, type Result } from '../../../core/values/result';
import { readBlock } from '../../../db/chain/blocks';
import { readLabels } from '../../../db/reader/labels';
import { readRowNotes } from '../../../db/reader/row-notes';
import type { Chains } from '../../chain/chains';
import type { KnownContracts } from '../../contracts/knowledge/known-contracts';
import type { VerifiedSources } from '../../contracts/sources/verified-sources';
import type { Replayed } from '../replay/replayed';
import type { TraceSession } from '../trace-session';
import { encodeTraceFile } from './trace-file';
import { sourcesOf } from './trace-file-sources';
import type { FileState } from './trace-file-state';

/** Returns the file's bytes, or why the receipt's logs are missing; sources are those that `sources` has loaded. */
export async function exportTrace(
  session: TraceSession,
  chains: Chains,
  sources: VerifiedSources,
  signal: AbortSignal,
): Promise<Result<ArrayBuffer, Failure>> {
  const { trace, opened, touched, knowledge, key } = session;
  const { contracts, signatures } = knowledge;
  const receipt = await opened.wholeReceipt(signal);
  if (!receipt.ok) return receipt;
  const addresses = new Set(trace.addresses);
  const replayed = await session.replayed();
  const [networks, kept, labels, notes] = await Promise.all([
    chains.networks(),
    readBlock(key.networkId, opened.receipt.blockHash),
    readLabels(key.networkId),
    readRowNotes(key),
  ]);
  const network = networks.find(({ id }) => id === key.networkId);
  const block = replayed.ok ? replayed.value.block : kept?.block;
  const found = [...addresses].flatMap((address) => {
    const source = sources.loaded(key.networkId, address);
    return source === undefined ? [] : [{ address, source }];
  });
  const bytes = await encodeTraceFile({
    network: {
      id: key.networkId,
      name: network?.name ?? String(key.networkId),
      currency: network?.nativeCurrency ?? ETHER,
    },
    transaction: opened.transaction,
    receipt: receipt.value,
    ...(block === undefined ? {} : { block }),
    contracts: [...addresses, ...assetsOf(addresses, contracts)].flatMap((address) => {
      const known = contracts.knowledge(address);
      // A name the deployment gives goes along as the contract's.
      const name = known?.name ?? contracts.name(address);
      if (known === undefined && name === undefined) return [];
      return [{ networkId: key.networkId, address, abi: [], fetchedAt: 0, ...known, ...(name && { name }) }];
    }),
    signatures: touched.signatures.flatMap((selector) => signatures.candidates(selector)),
    labels: labels.filter(({ address }) => addresses.has(address)),
    notes,
    ...(replayed.ok ? stateOf(replayed.value) : {}),
    ...(found.length === 0 ? {} : { sources: sourcesOf(found) }),
    trace: encodeTrace(trace),
  });
  return ok(bytes);
}

/** Returns the tokens that vaults among the addresses name, and that are none of them: amounts are in their units. */
function assetsOf(addresses: ReadonlySet<Address>, contracts: KnownContracts): Address[] {
  const assets = [...addresses].flatMap((address) => contracts.knowledge(address)?.token?.asset ?? []);
  return [...new Set(assets)].filter((asset) => !addresses.has(asset));
}

/** Returns the state that a replay read, if it was compared with the receipt. */
function stateOf({ verification, witness }: Replayed): { state?: FileState } {
  if (verification === undefined) return {};
  const { origin, compared, checked } = verification;
  return { state: { origin, earlier: compared.earlier, rules: checked?.rules, witness } };
}
