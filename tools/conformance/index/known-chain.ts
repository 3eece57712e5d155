/** A chain as it was read, by what comparisons look at: transactions, tokens, items, and all addresses that are named. */
import { type Hex, zeroAddress } from 'viem';
import { type ChainReading, lower, type ReadTransaction, type ReadTransfer } from './chain-reading';

export type ChainTransaction = ReadTransaction & { timestamp: Hex };
export type Item = { token: Hex; tokenId: bigint };

export class KnownChain {
  /** Oldest first. */
  readonly transactions: readonly ChainTransaction[];
  readonly tokens: ReadonlyMap<Hex, ReadTransfer['standard']>;
  /** Every item that was ever moved. */
  readonly items: readonly Item[];
  /** Addresses without the zero address, which stands for minting and burning. */
  readonly addresses: readonly Hex[];
  private readonly hashes: ReadonlyMap<string, Hex>;

  /** `known`: addresses that are looked at beside those that transactions and transfers name. */
  constructor(
    readonly reading: ChainReading,
    known: readonly Hex[],
  ) {
    this.transactions = reading.blocks.flatMap(({ timestamp, transactions }) =>
      transactions.map((transaction) => ({ ...transaction, timestamp })),
    );
    this.tokens = new Map(reading.transfers.map(({ token, standard }) => [lower(token), standard]));
    const items = reading.transfers.flatMap(({ token, tokenId }) =>
      tokenId === undefined ? [] : [[`${token} ${tokenId}`, { token: lower(token), tokenId }] as const],
    );
    this.items = [...new Map(items).values()];
    const named = this.transactions.flatMap(({ from, to }) => (to === null ? [from] : [from, to]));
    const moved = reading.transfers.flatMap(({ from, to }) => [from, to]);
    this.addresses = [...new Set([...known, ...named, ...moved].map(lower))].filter((each) => each !== zeroAddress);
    this.hashes = new Map(
      this.transactions.map((each) => [`${Number(each.blockNumber)}.${Number(each.transactionIndex)}`, each.hash]),
    );
  }

  itemsOf(standard: ReadTransfer['standard']): readonly Item[] {
    return this.items.filter(({ token }) => this.tokens.get(token) === standard);
  }

  transactionOf({ blockNumber, transactionIndex }: ReadTransfer): Hex | undefined {
    return this.hashes.get(`${blockNumber}.${transactionIndex}`);
  }

  /** The contract that a transaction created; those that fail create none. */
  createdBy({ hash }: ChainTransaction): Hex | undefined {
    const receipt = this.reading.receipts.get(hash);
    return receipt?.status === '0x1' && receipt.contractAddress !== null ? lower(receipt.contractAddress) : undefined;
  }
}
