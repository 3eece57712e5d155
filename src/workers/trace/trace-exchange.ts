/** Traces into files, and files into this browser's storage, where they are opened from as anything that was kept. */

import { unlistedNetwork } from '../../core/chain/network';
import type { Address, NetworkId } from '../../core/chain/primitives';
import { type Failure, failure } from '../../core/failure';
import { fail, ok, type Result } from '../../core/result';
import { encodeTrace } from '../../core/trace/binary';
import { readBlock, saveBlock } from '../../db/blocks';
import { readContracts, saveContracts } from '../../db/contracts';
import { importLabels, readLabels } from '../../db/labels';
import { saveNetwork } from '../../db/networks';
import { importRowNotes, readRowNotes } from '../../db/row-notes';
import { saveSignatures } from '../../db/signatures';
import { saveTrace } from '../../db/traces';
import { saveTransaction } from '../../db/transactions';
import { fetchTraceFile } from '../../net/trace-file';
import type { Chains } from './chains';
import { decodeTraceFile, encodeTraceFile, type TraceFile } from './trace-file';
import type { TraceSession } from './trace-session';
import type { ImportedTrace } from './views.api';

/** The open trace as a file, with the reader's labels of its addresses and notes at its rows. */
export async function exportTrace(session: TraceSession, chains: Chains): Promise<ArrayBuffer> {
  const { trace, opened, touched, knowledge, key } = session;
  const { book, signatures } = knowledge;
  const addresses = new Set(trace.addresses);
  const [networks, kept, labels, notes] = await Promise.all([
    chains.networks(),
    readBlock(key.networkId, opened.receipt.blockHash),
    readLabels(key.networkId),
    readRowNotes(key),
  ]);
  const network = networks.find(({ id }) => id === key.networkId);
  return encodeTraceFile({
    network: {
      id: key.networkId,
      name: network?.name ?? String(key.networkId),
      currency: network?.nativeCurrency ?? { name: 'Ether', symbol: 'ETH', decimals: 18 },
    },
    transaction: opened.transaction,
    receipt: opened.receipt,
    ...(kept === undefined ? {} : { block: kept.block }),
    contracts: [...addresses].flatMap((address) => {
      const known = book.knowledge(address);
      // A name the deployment gives goes along as the contract's.
      const name = known?.name ?? book.name(address);
      if (known === undefined && name === undefined) return [];
      return [{ networkId: key.networkId, address, abi: [], fetchedAt: 0, ...known, ...(name && { name }) }];
    }),
    signatures: touched.signatures.flatMap((selector) => signatures.candidates(selector)),
    labels: labels.filter(({ address }) => addresses.has(address)),
    notes,
    trace: encodeTrace(trace),
  });
}

/** Keeps what the file at `url` holds. */
export async function importTraceFrom(
  url: string,
  chains: Chains,
  signal: AbortSignal,
): Promise<Result<ImportedTrace, Failure>> {
  const fetched = await fetchTraceFile(url, signal);
  return fetched.ok ? importTrace(fetched.value, chains) : fetched;
}

/** Keeps what a file holds; what this browser knows already of contracts, labels and rows stays as it is. */
export async function importTrace(bytes: Uint8Array, chains: Chains): Promise<Result<ImportedTrace, Failure>> {
  const decoded = await decodeTraceFile(bytes);
  if (!decoded.ok) return decoded;
  const file = decoded.value;
  const { id } = file.network;
  const { hash } = file.transaction;
  const known = (await chains.networks()).some((network) => network.id === id);
  const { explorer } = await chains.config();
  if (explorer !== undefined && explorer.networkId !== id) {
    return fail(
      failure('wrongChain', `The file is of chain ${id}; this explorer shows chain ${explorer.networkId} only.`),
    );
  }
  if (!known) await saveNetwork(unlistedNetwork(file.network.id, file.network.name, file.network.currency));
  const { columns } = decoded.value;
  const limitations = [...new Set([...columns.limitations, FROM_FILE])];
  const kept =
    (await saveTransaction({
      networkId: id,
      hash,
      transaction: file.transaction,
      receipt: file.receipt,
      fetchedAt: Date.now(),
    })) &&
    (await saveTrace({
      networkId: id,
      hash,
      blockHash: file.receipt.blockHash,
      bytes: encodeTrace({ ...columns, limitations }),
      source: columns.source,
    }));
  if (!kept) return fail(failure('storage', 'The browser refuses to keep the trace, and it is opened from there.'));
  if (file.block?.hash && file.block.number !== undefined) {
    const { block } = file;
    await saveBlock({ networkId: id, hash: file.block.hash, number: file.block.number, block, fetchedAt: Date.now() });
  }
  await keepKnowledge(id, file);
  const labels = await importLabels(file.labels, false);
  const notes = await importRowNotes({ networkId: id, hash }, file.notes);
  return ok({ networkId: id, hash, newNetwork: !known, labels: labels?.added ?? 0, notes: notes ?? 0 });
}

const FROM_FILE = 'It was opened from a file, whose maker vouches for it; nothing compared it with the chain.';

/** Only of contracts that nothing is known of here. */
async function keepKnowledge(networkId: NetworkId, { contracts, signatures }: TraceFile): Promise<void> {
  const present = await readContracts(
    networkId,
    contracts.map(({ address }): Address => address),
  );
  await saveContracts(contracts.filter(({ address }) => !present.has(address)));
  await saveSignatures(signatures);
}
