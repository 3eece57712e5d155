/**
 * The contract of the indexer: it keeps the lists of a network whole in
 * IndexedDB, from which pages read them, and the token lists of the reader beside them. What it has, and how far it came, is
 * in the tables `indexProgress` and `indexChoices`: pages follow those.
 */
import type { ChainHistory } from '../../core/chain/chain-history';
import type { NotableTransaction } from '../../core/chain/notable-transactions';
import type { NetworkId } from '../../core/chain/primitives';
import type { RuntimeConfig } from '../../core/config/runtime-config';
import type { Failure } from '../../core/values/failure';
import type { Result } from '../../core/values/result';
import type { IndexChoice } from '../../db/rows/index-choice-row';
import type { TokenListRow } from '../../db/rows/token-list-row';

export interface IndexerApi {
  /** Other calls wait for the first of these. */
  configure(config: RuntimeConfig): Promise<void>;
  /**
   * Keeps the index of a network from now on, as the reader chose; where nothing was chosen, only that of a development
   * chain. One of all tabs does it, the others wait until that one is closed.
   */
  follow(networkId: NetworkId): Promise<void>;
  /** Whether the index of a network is begun where nothing was chosen: it is a development chain on this machine. Asks its node. */
  isDevelopment(networkId: NetworkId): Promise<boolean>;
  /** Keeps what the reader chose and acts on it. `off` deletes what the index has. False when storage refused. */
  choose(choice: IndexChoice): Promise<boolean>;
  /** How busy the chain was over the newest blocks of its index, at most 10,000; undefined where it has fewer than two. */
  history(networkId: NetworkId): Promise<ChainHistory | undefined>;
  /** What stands out among the newest 20,000 transactions of its index. */
  notable(networkId: NetworkId): Promise<readonly NotableTransaction[]>;
  /**
   * Loads the token list at an address (`https:`, `ipfs:`) and keeps it, in place of what was kept from there; fails with
   * `providerOff` where the reader has not switched token lists on. Kept lists are asked for again once a day.
   */
  loadTokenList(address: string): Promise<Result<TokenListRow, Failure>>;
  /** Keeps the token list that a file holds. Asks nobody. */
  keepTokenListFile(text: string): Promise<Result<TokenListRow, Failure>>;
}
