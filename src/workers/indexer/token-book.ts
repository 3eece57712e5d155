/** The tokens of a network: asked of their contracts when a transfer first names them, and kept. */

import type { Address, NetworkId } from '../../core/chain/primitives';
import type { TokenStandard } from '../../core/chain/token-standard';
import type { Log } from '../../core/chain/transaction';
import type { TokenSummary } from '../../core/tokens/token-summary';
import { readLogTransfers } from '../../core/tokens/token-transfers';
import { RecentMap } from '../../core/values/recent-map';
import { deleteTokensWithoutTransfers, readTokens, saveTokens } from '../../db/tokens';
import type { Rpc } from '../../net/rpc/rpc';
import { fetchTokenWords } from '../../net/token-words';

/** Tokens that are kept in memory, those of a busy chain's last hour; others are read of the database again. */
const MAX_KNOWN = 1_000;

export class TokenBook {
  /** Null for contracts that have Deposit and Withdrawal and are no tokens. The least recently named first. */
  private readonly known = new RecentMap<Address, TokenSummary | null>(MAX_KNOWN);

  constructor(private readonly networkId: NetworkId) {}

  /**
   * Asks the tokens that logs name, and that are not known, for their names. What cannot be asked now is asked the next
   * time. Answers whether Deposit and Withdrawal of a contract of these logs make and destroy tokens: where it has a
   * symbol and decimals.
   */
  async learn(rpc: Rpc, logs: readonly Log[], signal: AbortSignal): Promise<(address: Address) => boolean> {
    const named = new Map<Address, TokenSummary | null>();
    const found = new Map<Address, { standard: TokenStandard; isSure: boolean }>();
    for (const { token, standard, wrapping } of logs.flatMap(readLogTransfers)) {
      const known = this.known.get(token);
      if (known !== undefined) named.set(token, known);
      else if (!found.get(token)?.isSure) found.set(token, { standard, isSure: wrapping !== true });
    }
    if (found.size > 0) await this.meet(rpc, found, named, signal);
    this.keep(named);
    return (address) => {
      const token = named.get(address);
      return token?.symbol !== undefined && token.decimals !== undefined;
    };
  }

  /** Puts what the database or the contracts say of the tokens that were found into `named`. */
  private async meet(
    rpc: Rpc,
    found: Map<Address, { standard: TokenStandard; isSure: boolean }>,
    named: Map<Address, TokenSummary | null>,
    signal: AbortSignal,
  ): Promise<void> {
    for (const [address, token] of await readTokens(this.networkId, [...found.keys()])) {
      named.set(address, token);
      found.delete(address);
    }
    const learned: TokenSummary[] = [];
    await Promise.all(
      [...found].map(async ([address, { standard, isSure }]) => {
        const isFungible = standard === 'ERC-20';
        const words = await fetchTokenWords(
          rpc,
          address,
          isFungible ? ['symbol', 'name', 'decimals'] : ['symbol', 'name'],
          signal,
        );
        if (words === undefined) return;
        const token = { networkId: this.networkId, address, standard, ...words };
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
