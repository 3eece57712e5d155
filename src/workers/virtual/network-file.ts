/**
 * A virtual network as a file: with its blocks, transactions, snapshots and
 * settings, and of a fork what was read of its parent. Gzipped JSON, the rows
 * as they are stored, spelled as backups spell them.
 */
import { spellValue, unspellValue } from '../../core/backup/spell';
import { ETHER, type Network, unlistedNetwork } from '../../core/chain/network';
import type { NetworkId } from '../../core/chain/primitives';
import { type Failure, failure } from '../../core/values/failure';
import { fail, ok, type Result } from '../../core/values/result';
import { toParentReadsRow } from '../../db/rows/parent-reads-row';
import { toVirtualBlockRow } from '../../db/rows/virtual-block-row';
import { toVirtualNetworkRow } from '../../db/rows/virtual-network-row';
import { readNetworkRows } from '../../db/virtual/network-rows';
import { createVirtualNetwork, readWholeNetwork, type VirtualWrite } from '../../db/virtual/virtual-networks';
import type { Chains } from '../chain/chains';
import { packText, unpackText } from '../packing';

const FORMAT = 'loupe virtual network';
const VERSION = 1;

/** Writes the file as bytes. Fails with `notFound` where there is no such network, or its rows are damaged. */
export async function writeNetworkFile(id: NetworkId): Promise<Result<Uint8Array, Failure>> {
  const whole = await readWholeNetwork(id);
  if (whole === undefined) return fail(failure('notFound', 'The kept data of this network could not be read.'));
  const { kept, blocks, reads } = whole;
  const text = JSON.stringify({
    format: FORMAT,
    version: VERSION,
    network: spellValue(toVirtualNetworkRow(kept)),
    blocks: blocks.map((block) => spellValue(toVirtualBlockRow(id, block))),
    reads: reads && spellValue(toParentReadsRow('', '', reads)),
  });
  return ok(new Uint8Array(await packText(text)));
}

/**
 * Keeps the network of a file under its own chain id, which no other network
 * may have. Hashes of blocks, transactions and receipts are checked; the state
 * is what the file says.
 */
export async function openNetworkFile(chains: Chains, bytes: Uint8Array): Promise<Result<NetworkId, Failure>> {
  const read = await readFile(bytes);
  if (!read.ok) return fail(failure('badAnswer', read.error));
  const { kept, blocks, reads } = read.value;
  const { networkId, name, parent } = kept;
  const networks = await chains.networks();
  const same = networks.find(({ id }) => id === networkId);
  if (same !== undefined)
    return fail(failure('unsupported', `${same.name} has the chain id ${networkId} of this file. Delete it first.`));
  const network: Network = {
    ...unlistedNetwork(networkId, name, networks.find(({ id }) => id === parent?.networkId)?.nativeCurrency ?? ETHER),
    testnet: true,
    chainConfig: { virtual: true },
  };
  const write = { kept: { ...kept, createdAt: Date.now() }, blocks, reads };
  if (!(await createVirtualNetwork(write, network, 'file')))
    return fail(failure('storage', 'The browser did not keep the network: it gives this site no storage.'));
  return ok(networkId);
}

/** The error is a sentence. */
async function readFile(bytes: Uint8Array): Promise<Result<VirtualWrite, string>> {
  let json: unknown;
  try {
    json = JSON.parse(await unpackText(bytes));
  } catch {
    return fail('This is not a file of a virtual network: it is not gzipped JSON, or it has more than 256 MB.');
  }
  const { format, version, network, blocks, reads } = (json ?? {}) as Readonly<Record<string, unknown>>;
  if (format !== FORMAT)
    return fail('This is not a file of a virtual network. State files are loaded on a network’s page.');
  if (version !== VERSION)
    return fail(`The file is of version ${String(version).slice(0, 20)}, and this Loupe reads version ${VERSION}.`);
  if (!Array.isArray(blocks)) return fail('The file is damaged: it has no blocks.');
  const whole = await readNetworkRows({
    network: unspelled(network),
    blocks: blocks.map(unspelled),
    reads: reads === undefined ? [] : [unspelled(reads)],
  });
  return whole.ok ? whole : fail(`The file is damaged: ${whole.error}`);
}

function unspelled(spelled: unknown): unknown {
  const value = unspellValue(spelled);
  return value.ok ? value.value : undefined;
}
