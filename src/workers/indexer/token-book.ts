/** The tokens of a network: asked of their contracts when a transfer first names them, and kept. */

import type { Address, NetworkId } from '../../core/chain/primitives';
import { hasItems, type TokenStandard } from '../../core/chain/token-standard';
import type { Log } from '../../core/chain/transaction';
import type { TokenSummary } from '../../core/tokens/token-summary';
import { readLogTransfers } from '../../core/tokens/token-transfers';
import { RecentMap } from '../../core/values/recent-map';
import { deleteTokensWithoutTransfers } from '../../db/contracts/delete-tokens';
import { readTokens, saveTokens } from '../../db/contracts/tokens';
import type { Rpc } from '../../net/rpc/rpc';
import { fetchTokenMetadata } from '../../net/token-metadata';

/** Tokens that are kept in memory, those of a busy chain's last hour; others are read of the database again. */
const MAX_KNOWN = 1_000;

/** A contract that logs name. It is no token for sure where it has Deposit and Withdrawal alone. */
type Found = { standard: TokenStandard; isSure: boolean; unclear: true | undefined };

/** Answers what is known of a token; undefined for a contract that is none, or could not be asked. */
export type TokenAt = (address: Address) => TokenSummary | undefined;

export class TokenBook {
  /** Null for contracts that have Deposit and Withdrawal and are no tokens. The least recently named first. */
  private readonly known = new RecentMap<Address, TokenSummary | null>(MAX_KNOWN);

  constructor(private readonly networkId: NetworkId) {}

  /**
   * Asks the tokens that logs name, and that are not known, for their names. What cannot be asked now is asked the next
   * time.
   */
  async learn(rpc: Rpc, logs: readonly Log[], signal: AbortSignal): Promise<TokenAt> {
    const named = new Map<Address, TokenSummary | null>();
    const found = new Map<Address, Found>();
    for (const { token, standard, wrapping, unclear } of logs.flatMap(readLogTransfers)) {
      const known = this.known.get(token);
      if (known !== undefined) named.set(token, known);
      else if (!found.get(token)?.isSure) found.set(token, { standard, isSure: wrapping !== true, unclear });
    }
    if (found.size > 0) await this.meet(rpc, found, named, signal);
    this.keep(named);
    return (address) => named.get(address) ?? undefined;
  }

  /** Puts what the database or the contracts say of the tokens that were found into `named`. */
  private async meet(
    rpc: Rpc,
    found: Map<Address, Found>,
    named: Map<Address, TokenSummary | null>,
    signal: AbortSignal,
  ): Promise<void> {
    for (const [address, token] of await readTokens(this.networkId, [...found.keys()])) {
      named.set(address, token);
      found.delete(address);
    }
    const learned: TokenSummary[] = [];
    await Promise.all(
      [...found].map(async ([address, { standard, isSure, unclear }]) => {
        const isFungible = standard === 'ERC-20';
        const words = await fetchTokenMetadata(
          rpc,
          address,
          isFungible ? ['symbol', 'name', 'decimals'] : ['symbol', 'name'],
          signal,
        );
        if (words === undefined) return;
        const told = unclear && hasItems(words) ? 'ERC-721' : standard;
        const token = { networkId: this.networkId, address, standard: told, ...words };
        const isToken = isSure || (token.symbol !== undefined && token.decimals !== undefined);
        named.set(address, isToken ? token : null);
        if (isToken) learned.push(token);
      }),
    );
    if (learned.length > 0) await saveTokens(learned);
  }

  private keep(named: ReadonlyMap<Address, TokenSummary | null>): void {
    for (const [address, token] of named) this.known.set(address, token);
  }

  /** After blocks were taken back: forgets the tokens that were first seen in those. */
  async forget(): Promise<void> {
    this.known.clear();
    await deleteTokensWithoutTransfers(this.networkId);
  }
}
