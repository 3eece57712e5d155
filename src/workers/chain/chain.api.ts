/**
 * The contract of what is asked of a chain: networks and their endpoints,
 * transactions and blocks. It knows no code and no traces.
 *
 * Everything crosses as plain data. Expected failures are values; a job that
 * was cancelled answers with code `cancelled`. Functions arrive as Comlink
 * proxies; in Node tests they are ordinary functions.
 */
import type { InternalTransaction } from '../../core/chain/internal-transaction';
import type { Capabilities, Endpoint, Network } from '../../core/chain/network';
import type { BlockTag } from '../../core/chain/parse';
import type { Address, Hash, Hex, NetworkId } from '../../core/chain/primitives';
import type { TransactionSummary } from '../../core/chain/summaries';
import type { Block, ReceiptWithoutLogs, Transaction } from '../../core/chain/transaction';
import type { RuntimeConfig } from '../../core/config/runtime-config';
import type { HostedFound } from '../../core/hosted/found';
import type { TokenKeeper } from '../../core/hosted/hosted-access';
import type { AccountOverrides } from '../../core/simulation/overlay';
import type { StatedTransfer } from '../../core/tokens/stated-transfer';
import type { TransferKind } from '../../core/tokens/token-transfers';
import type { StatedLimit } from '../../core/usage/rate-limit-headers';
import type { Failure } from '../../core/values/failure';
import type { Result } from '../../core/values/result';
import type { JobId, TransactionKey } from '../ids';
import type { HostApi } from './host.api';

export type TransactionRecord = {
  transaction: Transaction;
  /** Absent while pending. */
  receipt?: ReceiptWithoutLogs;
  /** Absent while pending. */
  block?: Block;
  /** cache: from IndexedDB, not asked again yet · endpoint: just fetched. */
  origin: 'cache' | 'endpoint';
  /** Milliseconds since the epoch. */
  fetchedAt: number;
};

/** `summary` is absent where only the block is kept, and the endpoint cannot be asked. */
export type BlockTransaction = { hash: Hash; index: number; summary?: TransactionSummary };

export type BlockPage = {
  block: Block;
  transactions: readonly BlockTransaction[];
  /** Where the block came from. A block from the cache should be confirmed by asking again with `refresh`. */
  origin: 'cache' | 'endpoint';
  /** Milliseconds since the epoch. */
  fetchedAt: number;
  /** For a kept block: why the endpoint could not be asked. */
  failure?: Failure;
};

/** A page of what somebody else lists. */
export type AskedPage<Row> = {
  rows: readonly Row[];
  /** Cursor of the next page, absent on the last. */
  next?: string;
  /** The provider that gave the rows; absent where none did. */
  origin?: 'otterscan' | 'blockscout' | 'etherscan' | 'hosted';
  /** Providers that were not asked, or gave nothing, and why. */
  skipped: readonly { provider: string; reason: string }[];
};
export type AddressTransactions = AskedPage<TransactionSummary>;

/** seen: the receipt of a transaction that this browser has seen names the contract. */
export type ContractCreation = { hash: Hash; creator?: Address; origin: 'seen' | 'otterscan' | 'hosted' };

export type Head = {
  blockNumber: number /** Round trip, milliseconds. */;
  latency: number;
  endpoint: string;
  rateLimitedUntil?: number;
};

/** Heights of the last block that can never be undone, and of the last that hardly can; absent where the endpoint does not say. */
export type Finality = { finalized?: number; safe?: number };

/** Ids of the providers that the settings list, each off until the reader switches it on. */
export type ProviderId =
  | 'sourcify'
  | 'signatures'
  | 'compilers'
  | 'blockscout'
  | 'addressLists'
  | 'prices'
  | 'nft'
  | 'tokenLists'
  | 'tokenLogos'
  | 'hosted'
  | 'sourceHosts';

/** Price of one unit in US dollars; without `token`, of the chain's currency. */
export type AssetPrice = { token?: Address; usd: number /** Second it is of. */; at: number };

/** off: the reader has not allowed asking · noSuchChain: the source has no prices of this chain. */
export type Prices =
  | { state: 'off' }
  | { state: 'noSuchChain'; source: string }
  | { state: 'here'; source: string; prices: readonly AssetPrice[] };

/** A call that is not sent; wei are bigint. */
export type ContractCall = { to: Address; data: Hex; from?: Address; value?: bigint };

/** What a call returned, or the data it reverted with and the node's words for it. */
export type ContractAnswer = { reverted: false; data: Hex } | { reverted: true; data: Hex; message: string };

/** What came of calls that were made together, all on the same block. */
export type ContractAnswers = {
  blockNumber: number;
  /** In the order of the calls. */
  answers: readonly Result<ContractAnswer, Failure>[];
};

/** What a development node signs and sends for one of its accounts. */
export type NodeTransaction = ContractCall & { from: Address; gas?: number };

/** What became of a transaction that was sent. `replaced`: another one took its nonce. */
export type SentOutcome =
  | { state: 'mined'; success: boolean; blockNumber: number; gasUsed: number }
  | { state: 'replaced' };

/**
 * Why a transaction that was sent is in no block. gap: it waits for one that nobody sent: it has `nonce`, and the
 * account's next one has `missing` · unseen: the endpoint never knew of it.
 */
export type SentDelay = { why: 'gap'; nonce: number; missing: number } | { why: 'unseen' };

/** Events that the service sends by itself. */
export type ChainEvent =
  /** IndexedDB refused (`failure` says why), or works again (no `failure`). */
  { type: 'storage'; failure?: Failure };

export interface ChainApi extends HostApi {
  /**
   * Sets the networks and endpoints of the configuration, which are joined with the reader's own from IndexedDB. Other
   * calls wait for the first one.
   */
  configure(config: RuntimeConfig): Promise<void>;
  /** Calls `listener` with every event from now on. */
  subscribe(listener: (event: ChainEvent) => void): Promise<void>;
  /** Sets the keeper of the tokens of hosted APIs. */
  setTokens(keeper: TokenKeeper): Promise<void>;
  cancel(job: JobId): Promise<void>;

  /** IndexedDB first; `refresh` asks an endpoint even when it is there. Saves what it fetched. */
  loadTransaction(job: JobId, key: TransactionKey, refresh: boolean): Promise<Result<TransactionRecord, Failure>>;
  /**
   * A block by number, hash or tag, with its transactions and, where the endpoint gives them, what receipts say of them.
   * IndexedDB first; `refresh` asks an endpoint even when all of the block is there. Saves what it fetched. A block that is
   * not mined has no hash.
   */
  loadBlock(
    job: JobId,
    networkId: NetworkId,
    block: number | Hash | BlockTag,
    refresh: boolean,
  ): Promise<Result<BlockPage, Failure>>;
  /** `count` blocks from `newest` down, newest first, with the hashes of their transactions only; at most 100, fewer where the chain begins. */
  loadBlocks(
    job: JobId,
    networkId: NetworkId,
    newest: number,
    count: number,
  ): Promise<Result<readonly Block[], Failure>>;
  /**
   * The transactions of an address from who can list them: the endpoint by Otterscan's methods, or with consent the
   * network's Blockscout, or Etherscan with the reader's key. Newest first, page by page; without rows where nobody who may
   * be asked has any.
   */
  addressTransactions(
    job: JobId,
    networkId: NetworkId,
    address: Address,
    part: 'all' | 'direct' | 'internal',
    cursor?: string,
  ): Promise<Result<AddressTransactions, Failure>>;
  /** Calls inside of transactions that the address made or received, as explorers list them; asked of the same but the endpoint. */
  internalTransactions(
    job: JobId,
    networkId: NetworkId,
    address: Address,
    cursor?: string,
  ): Promise<Result<AskedPage<InternalTransaction>, Failure>>;
  /** The token transfers of an address, as explorers list them; asked of the same. */
  addressTransfers(
    job: JobId,
    networkId: NetworkId,
    address: Address,
    kind: TransferKind,
    cursor?: string,
  ): Promise<Result<AskedPage<StatedTransfer>, Failure>>;
  /**
   * The address that a name of the Ethereum Name Service stands for, or the name of an address, by the network's own
   * registry; undefined where it has none. Asks the network's endpoint alone.
   */
  lookUpEns(job: JobId, networkId: NetworkId, nameOrAddress: string): Promise<Result<string | undefined, Failure>>;
  /** What the deployment's hosted API finds for a text; nothing without such a host, or where it may not be asked. */
  searchHost(job: JobId, text: string): Promise<Result<readonly HostedFound[], Failure>>;
  /** The network that a transaction is on, as the deployment's hosted API knows it. */
  networkOfTransaction(job: JobId, hash: Hash): Promise<Result<NetworkId | undefined, Failure>>;
  /**
   * Asks the deployment's hosted API which keys it withdraws, of projects (`owner:slug`) and of the account, and keeps the
   * answers (the preference `withdrawnKeys`). Does nothing without such a host, or where it may not be asked.
   */
  askPermissions(job: JobId, projects: readonly string[]): Promise<Result<void, Failure>>;
  /** Finds who created a contract, and where; undefined where nobody that was asked knows it. */
  contractCreation(
    job: JobId,
    networkId: NetworkId,
    address: Address,
  ): Promise<Result<ContractCreation | undefined, Failure>>;
  /** The newest block, of the endpoint that the chain's calls go to. */
  head(networkId: NetworkId): Promise<Result<Head, Failure>>;
  /** The newest block of the endpoint with this URL, which alone is asked. */
  headOfEndpoint(networkId: NetworkId, url: string): Promise<Result<Head, Failure>>;
  finality(networkId: NetworkId): Promise<Finality>;
  /** Tries `endpoint`, which need not be saved, and says what it really answers. */
  probe(job: JobId, endpoint: Pick<Endpoint, 'networkId' | 'url'>): Promise<Result<Capabilities, Failure>>;
  networks(): Promise<readonly Network[]>;
  /** What an endpoint states of its rate limit, of the ones with this name; undefined where it states none. */
  statedLimit(job: JobId, networkId: NetworkId, name: string): Promise<Result<StatedLimit | undefined, Failure>>;

  /**
   * Makes the calls together, in as few requests as the endpoint takes: on the newest block, or on one that is chosen. At
   * most 1,000. With `accounts`, on state that is changed so; an answer is `unsupported` where the endpoint that gave it
   * does not change the state that it calls on.
   */
  callContracts(
    job: JobId,
    networkId: NetworkId,
    calls: readonly ContractCall[],
    at: number | 'latest',
    accounts?: AccountOverrides,
  ): Promise<Result<ContractAnswers, Failure>>;
  /** Accounts that the node signs for; none unless all endpoints of the network are on this machine, as those of development are. */
  nodeAccounts(networkId: NetworkId): Promise<Result<readonly Address[], Failure>>;
  /** Has the node sign and send, for one of its accounts; asked once, whatever comes of it. The failure has the node's words. */
  sendFromNode(networkId: NetworkId, transaction: NodeTransaction): Promise<Result<Hash, Failure>>;
  /** Waits until a transaction that was sent is in a block, or another took its place. Until the job is cancelled, however long. */
  waitForTransaction(
    job: JobId,
    networkId: NetworkId,
    hash: Hash,
    onDelay?: (delay: SentDelay | undefined) => void,
  ): Promise<Result<SentOutcome, Failure>>;
}
