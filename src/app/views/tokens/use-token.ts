/** What is known of a token: from the index, from its contract, from a price service. */
import type { Network } from '../../../core/chain/network';
import type { Address } from '../../../core/chain/primitives';
import { isCounted, type TokenStandard } from '../../../core/chain/token-standard';
import { formatInteger } from '../../../core/format/counts';
import { formatToken } from '../../../core/format/token-amounts';
import { harmlessText } from '../../../core/text/harmless';
import { countHolders } from '../../../db/chain-index/token-balances';
import { countItems } from '../../../db/chain-index/token-items';
import { countTokenTransfers } from '../../../db/chain-index/token-transfers';
import type { BalanceQuestion, ItemQuestion, ItemUnits } from '../../../workers/tokens/tokens.api';
import { isWholeIndex, useChainIndex } from '../../use-chain-index';
import { useQuestion } from '../../use-question';
import { useStored } from '../../use-stored';

/** UTF-16 units of a symbol beside an amount. */
const SYMBOL = 20;

export type TokenCounts = { holders: number; transfers: number; items: number };

/** Counts of the index; undefined until they are read. */
export function useTokenCounts(network: Network, token: Address): TokenCounts | undefined {
  const { id } = network;
  return useStored(async () => {
    const [holders, transfers, items] = await Promise.all([
      countHolders(id, token),
      countTokenTransfers(id, { of: 'token', token }),
      countItems(id, token),
    ]);
    return { holders, transfers, items };
  }, [id, token]);
}

/** Returns the supply of a token, in the smallest unit, as the contract says; for an ERC-721 whose index is whole, else as that says. */
export function useSupply(network: Network, token: Address, standard: TokenStandard) {
  const index = useChainIndex(network);
  const counts = useTokenCounts(network, token);
  const asked = useQuestion(
    'tokens',
    `supply ${network.id} ${token}`,
    (tokens, job) => tokens.supply(job, network.id, token),
    { when: !isCounted(standard) },
  );
  const counted = standard === 'ERC-721' && isWholeIndex(index) && counts ? BigInt(counts.items) : undefined;
  return { supply: (asked.state === 'here' ? asked.value : undefined) ?? counted, asked, index, counts };
}

/** Returns the price of one unit of a token now, in dollars; undefined where nobody who may be asked knows. */
export function usePrice(network: Network, token: Address) {
  const asked = useQuestion('tokens', `price ${network.id} ${token}`, (tokens, job) =>
    tokens.prices(job, network.id, [token]),
  );
  const prices = asked.state === 'here' && asked.value.state === 'here' ? asked.value.prices : [];
  return { price: prices.find((each) => each.token === token)?.usd, asked };
}

/** Returns what contracts of ERC-6909 say of their items, by `itemKey`; nothing until they answered. */
export function useItemUnits(
  network: Network,
  items: readonly (ItemQuestion & { standard: TokenStandard })[],
): ReadonlyMap<string, ItemUnits> {
  const asked = new Map(items.flatMap((item) => (item.standard === 'ERC-6909' ? [[itemKey(item), item]] : [])));
  const answer = useQuestion(
    'tokens',
    `units ${network.id} ${[...asked.keys()].join()}`,
    (tokens, job) =>
      tokens.itemUnits(
        job,
        network.id,
        [...asked.values()].map(({ token, tokenId }) => ({ token, tokenId })),
      ),
    { when: asked.size > 0 },
  );
  const units = answer.state === 'here' ? answer.value : [];
  return new Map([...asked.keys()].flatMap((key, at) => (units[at] === undefined ? [] : [[key, units[at]]])));
}

/** Returns what a contract of ERC-6909 says of one item; undefined until it answered, and of all other items. */
export function useUnitsOf(
  network: Network,
  item: (ItemQuestion & { standard: TokenStandard }) | undefined,
): ItemUnits | undefined {
  const units = useItemUnits(network, item === undefined ? [] : [item]);
  return item && units.get(itemKey(item));
}

/** Returns an amount of an item: in its own units where it has decimals, else the number. */
export function itemAmountText(amount: bigint, units: ItemUnits | undefined): string {
  if (units?.decimals === undefined) return formatInteger(amount);
  return formatToken(amount, units.decimals, harmlessText(units.symbol ?? '', SYMBOL)).text;
}

export function itemKey({ token, tokenId }: ItemQuestion): string {
  return `${token} ${tokenId}`;
}

/** Asks the contracts for balances, once more when `version` changes. */
export function useAskedBalances(network: Network, asked: readonly BalanceQuestion[], when: boolean, version: string) {
  const key = asked.map(({ token, holder, tokenId }) => `${token} ${holder} ${tokenId ?? ''}`).join();
  return useQuestion(
    'tokens',
    `balances ${network.id} ${key}`,
    (tokens, job) => tokens.balances(job, network.id, asked),
    { when: when && asked.length > 0, version },
  );
}
