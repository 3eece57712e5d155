/** Lists of blocks, transactions and transfers: what the index has beside what the chain says. */
import type { Hex } from 'viem';
import type { Address, NetworkId } from '../../../src/core/chain/primitives';
import { readBlockSummaries } from '../../../src/db/chain/blocks';
import { readTransactionSummaries, readTransactionsOfAddress } from '../../../src/db/chain/transaction-summaries';
import { readIndexProgress } from '../../../src/db/chain-index/index-progress';
import {
  countTokenTransfers,
  readTokenTransfers,
  type TransferList,
} from '../../../src/db/chain-index/token-transfers';
import { lower, type ReadTransfer } from './chain-reading';
import { compareLists, Differences, textOf, whole } from './differences';
import type { ChainTransaction, KnownChain } from './known-chain';

/** Rows of a page, small, so that lists have many pages. */
const PAGE = 7;

export async function blocks(networkId: NetworkId, chain: KnownChain): Promise<Differences> {
  const found = await whole((cursor) => readBlockSummaries(networkId, { cursor, limit: PAGE }));
  const expected = chain.reading.blocks.map((block) => ({
    number: Number(block.number),
    hash: block.hash,
    parentHash: block.parentHash,
    timestamp: Number(block.timestamp),
    miner: lower(block.miner),
    transactionCount: block.transactions.length,
    gasUsed: Number(block.gasUsed),
    gasLimit: Number(block.gasLimit),
    baseFeePerGas: BigInt(block.baseFeePerGas),
  }));
  return compareLists(
    'blocks',
    found.map(({ networkId: _, ...block }) => block),
    expected.toReversed(),
  );
}

export async function allTransactions(networkId: NetworkId, chain: KnownChain): Promise<Differences> {
  const found = await whole((cursor) => readTransactionSummaries(networkId, { cursor, limit: PAGE }));
  const expected = chain.transactions.map((transaction) => summaryOf(chain, transaction)).toReversed();
  const shown = found.map(({ networkId: _, blockHash: __, ...summary }) => summary);
  return compareLists('transactions', shown, expected);
}

export async function blockTransactions(networkId: NetworkId, chain: KnownChain): Promise<Differences> {
  const differences = new Differences();
  for (const { number, transactions } of chain.reading.blocks) {
    const block = Number(number);
    const rows = await whole((cursor) => readTransactionSummaries(networkId, { cursor, limit: PAGE, block }));
    differences.list(
      `block ${block}`,
      rows.map(({ hash }) => hash),
      transactions.map(({ hash }) => hash).toReversed(),
    );
  }
  return differences;
}

export async function addressTransactions(networkId: NetworkId, chain: KnownChain): Promise<Differences> {
  const differences = new Differences();
  const inside = partiesOfTransfers(chain);
  for (const address of chain.addresses) {
    const isDirect = (each: ChainTransaction) =>
      [each.from, each.to, chain.createdBy(each)].some(
        (party) => party !== undefined && party !== null && lower(party) === address,
      );
    const isInside = (each: ChainTransaction) => inside.get(each.hash)?.has(address) === true;
    const parts = {
      direct: chain.transactions.filter(isDirect),
      internal: chain.transactions.filter((each) => isInside(each) && !isDirect(each)),
      all: chain.transactions.filter((each) => isInside(each) || isDirect(each)),
    };
    for (const [part, expected] of Object.entries(parts) as [keyof typeof parts, ChainTransaction[]][]) {
      const rows = await whole((cursor) =>
        readTransactionsOfAddress(networkId, address as Address, { cursor, limit: PAGE, filter: { part } }),
      );
      differences.list(
        `${part} of ${address}`,
        rows.map(({ summary }) => summary.hash),
        expected.map(({ hash }) => hash).toReversed(),
      );
    }
  }
  return differences;
}

export async function counts(networkId: NetworkId, chain: KnownChain): Promise<Differences> {
  const differences = new Differences();
  const progress = await readIndexProgress(networkId);
  const fungible = chain.reading.transfers.filter(({ standard }) => standard === 'ERC-20').length;
  differences.same('blocks', progress?.blocks, chain.reading.blocks.length);
  differences.same('transactions', progress?.transactions, chain.transactions.length);
  differences.same('ERC-20 transfers', progress?.erc20Transfers, fungible);
  differences.same('NFT transfers', progress?.nftTransfers, chain.reading.transfers.length - fungible);
  return differences;
}

export async function kindTransfers(networkId: NetworkId, chain: KnownChain): Promise<Differences> {
  const differences = new Differences();
  for (const kind of ['erc20', 'nft'] as const) {
    const of = (transfer: ReadTransfer) => (transfer.standard === 'ERC-20') === (kind === 'erc20');
    await transferList(networkId, chain, differences, kind, { of: 'kind', kind }, of);
  }
  return differences;
}

export async function tokenTransfers(networkId: NetworkId, chain: KnownChain): Promise<Differences> {
  const differences = new Differences();
  for (const token of chain.tokens.keys()) {
    await transferList(
      networkId,
      chain,
      differences,
      token,
      { of: 'token', token: token as Address },
      (each) => lower(each.token) === token,
    );
  }
  return differences;
}

export async function itemTransfers(networkId: NetworkId, chain: KnownChain): Promise<Differences> {
  const differences = new Differences();
  for (const { token, tokenId } of chain.items) {
    await transferList(
      networkId,
      chain,
      differences,
      `${token} ${tokenId}`,
      { of: 'item', token: token as Address, tokenId },
      (each) => lower(each.token) === token && each.tokenId === tokenId,
    );
  }
  return differences;
}

export async function addressTransfers(networkId: NetworkId, chain: KnownChain): Promise<Differences> {
  const differences = new Differences();
  for (const address of chain.addresses) {
    for (const kind of ['erc20', 'nft'] as const) {
      await transferList(
        networkId,
        chain,
        differences,
        `${kind} of ${address}`,
        { of: 'address', address: address as Address, kind },
        (each) => (each.standard === 'ERC-20') === (kind === 'erc20') && [each.from, each.to].includes(address),
      );
    }
  }
  return differences;
}

async function transferList(
  networkId: NetworkId,
  chain: KnownChain,
  differences: Differences,
  what: string,
  list: TransferList,
  isListed: (transfer: ReadTransfer) => boolean,
): Promise<void> {
  const expected = chain.reading.transfers.filter(isListed);
  const rows = await whole((cursor) => readTokenTransfers(networkId, list, { cursor, limit: PAGE }));
  const found = rows.map(({ transfer: { position: _, ...transfer }, summary }) =>
    textOf({ ...transfer, transactionHash: summary?.hash }),
  );
  const wanted = expected.map(({ tokenId, ...each }) =>
    textOf({
      ...each,
      token: lower(each.token),
      ...(tokenId === undefined ? {} : { tokenId }),
      transactionHash: chain.transactionOf({ ...each, tokenId }),
    }),
  );
  differences.list(what, found, wanted.toReversed());
  if (list.of !== 'address')
    differences.same(`count of ${what}`, await countTokenTransfers(networkId, list), expected.length);
}

function summaryOf(chain: KnownChain, transaction: ChainTransaction) {
  const { hash, from, to, value, input, gas, blockNumber, transactionIndex, timestamp } = transaction;
  const receipt = chain.reading.receipts.get(hash);
  const created = chain.createdBy(transaction);
  return {
    hash,
    from: lower(from),
    ...(to === null ? {} : { to: lower(to) }),
    ...(created === undefined ? {} : { contractAddress: lower(created) }),
    value: BigInt(value),
    ...(to !== null && input.length >= 10 ? { selector: input.slice(0, 10) } : {}),
    gas: Number(gas),
    blockNumber: Number(blockNumber),
    index: Number(transactionIndex),
    timestamp: Number(timestamp),
    status: receipt?.status === '0x1' ? 'success' : 'failed',
    gasUsed: Number(receipt?.gasUsed),
    fee: BigInt(receipt?.gasUsed ?? 0) * BigInt(receipt?.effectiveGasPrice ?? 0),
  };
}

/** Returns the accounts that sent or received tokens in a transaction, by its hash. */
function partiesOfTransfers(chain: KnownChain): ReadonlyMap<Hex, ReadonlySet<Hex>> {
  const parties = new Map<Hex, Set<Hex>>();
  for (const transfer of chain.reading.transfers) {
    const hash = chain.transactionOf(transfer);
    if (hash === undefined) continue;
    const named = parties.get(hash) ?? new Set();
    parties.set(hash, named.add(transfer.from).add(transfer.to));
  }
  return parties;
}
