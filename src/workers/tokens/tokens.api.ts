/**
 * The contract of what is asked of tokens: balances and supplies as their
 * contracts answer, metadata and pictures of items, prices of today.
 *
 * Everything crosses as plain data. Expected failures are values; a job that
 * was cancelled answers with code `cancelled`.
 */
import type { Address, NetworkId } from '../../core/chain/primitives';
import type { TokenStandard } from '../../core/chain/token-standard';
import type { NftMetadata, PictureType } from '../../core/tokens/nft-metadata';
import type { TokenSummary } from '../../core/tokens/token-summary';
import type { Failure } from '../../core/values/failure';
import type { Result } from '../../core/values/result';
import type { Prices } from '../chain/chain.api';
import type { JobId } from '../ids';

/** How much `holder` has of a token, or of the chain's own currency; of an ERC-1155 of the item `tokenId`. */
export type BalanceQuestion = { token: Address | 'native'; holder: Address; tokenId?: bigint };

/** Balances in the order of the questions, undefined where the contract does not answer; of the block that was the head then. */
export type Balances = { block: number; amounts: readonly (bigint | undefined)[] };

export type ItemFacts = {
  /** Undefined where the contract is none of a token. */
  collection: TokenSummary | undefined;
  /** Owner of an ERC-721, as the contract answers; undefined where it knows no owner. */
  owner?: Address;
  /** Supply of an ERC-1155 whose contract counts it: `totalSupply(uint256)`. */
  supply?: bigint;
};

/** An item, and what its contract says of the amounts of it, where it says anything. */
export type ItemQuestion = { token: Address; tokenId: bigint };
export type ItemUnits = { name?: string; symbol?: string; decimals?: number };

/** A file or value that is not asked for without consent, or cannot be had. */
export type Missing =
  /** `host` would be asked; the reader did not allow it. */
  | { state: 'off'; host: string }
  /** One sentence on why there is none. */
  | { state: 'missing'; reason: string };

/** `from`: the host that gave it; undefined where the contract itself holds it. */
export type ItemMetadata = { state: 'here'; metadata: NftMetadata; from: string | undefined } | Missing;
export type Picture = { state: 'here'; type: PictureType; bytes: Uint8Array; from: string | undefined } | Missing;

/** off: the reader has not allowed asking · here: of one unit of the chain's currency, a point a day, oldest first, with its second. */
export type NativePrices =
  | { state: 'off'; source: string }
  | { state: 'here'; source: string; points: readonly { at: number; usd: number }[] };

export interface TokensApi {
  cancel(job: JobId): Promise<void>;
  /** Answers at most 1,000 questions, all for one block. */
  balances(job: JobId, networkId: NetworkId, asked: readonly BalanceQuestion[]): Promise<Result<Balances, Failure>>;
  /** `totalSupply()` in the smallest unit; undefined where the contract keeps no count. */
  supply(job: JobId, networkId: NetworkId, token: Address): Promise<Result<bigint | undefined, Failure>>;
  /** Units of items of ERC-6909, whose ids are tokens with words of their own, in the order asked; at most 1,000. */
  itemUnits(
    job: JobId,
    networkId: NetworkId,
    asked: readonly ItemQuestion[],
  ): Promise<Result<readonly ItemUnits[], Failure>>;
  loadItem(job: JobId, networkId: NetworkId, token: Address, tokenId: bigint): Promise<Result<ItemFacts, Failure>>;
  /**
   * Loads the metadata at the URI that the contract names: from the URI itself, or from a host where the reader allowed
   * it.
   */
  loadMetadata(
    job: JobId,
    networkId: NetworkId,
    token: Address,
    standard: TokenStandard,
    tokenId: bigint,
  ): Promise<Result<ItemMetadata, Failure>>;
  /** The picture that metadata names, at most 10 MB, of an SVG 2 MB; or the logo that a token list names, at most 300 kB. An item of a chain whose node runs on this machine may name a server there. */
  loadPicture(
    job: JobId,
    uri: string,
    kind: 'nft' | 'tokenLogos',
    networkId?: NetworkId,
  ): Promise<Result<Picture, Failure>>;
  /** Prices of the native asset and of at most 300 tokens, as of now. */
  prices(job: JobId, networkId: NetworkId, tokens: readonly Address[]): Promise<Result<Prices, Failure>>;
  /** Prices of the native asset over the last 30 days. No points where the source has no prices of the chain. */
  nativePrices(job: JobId, networkId: NetworkId): Promise<Result<NativePrices, Failure>>;
}
