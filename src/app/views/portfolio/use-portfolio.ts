/** What an address has on the networks that this browser knows something of. */
import type { Network } from '../../../core/chain/network';
import type { Address, NetworkId } from '../../../core/chain/primitives';
import { type KeptListedToken, withListed } from '../../../core/tokens/listed-names';
import { type Failure, failure } from '../../../core/values/failure';
import { ok } from '../../../core/values/result';
import {
  type HeldItem,
  type Holding,
  readHeldItems,
  readHoldings,
  readMovedTokens,
} from '../../../db/chain-index/holdings';
import { readIndexedNetworks } from '../../../db/chain-index/index-progress';
import { readFungibleTokens } from '../../../db/contracts/tokens';
import { readListedTokens } from '../../../db/reader/token-lists';
import type { IndexProgress } from '../../../db/rows/index-progress-row';
import type { Prices } from '../../../workers/chain/chain.api';
import { useNetwork } from '../../network-context';
import { useFollowedIndexes } from '../../use-chain-index';
import { useLoaded } from '../../use-loaded';
import { newJobId, useQuestion } from '../../use-question';
import { useStored } from '../../use-stored';
import { useWiring } from '../../wiring';
import type { Asset } from './portfolio';

/** Tokens of a network that are asked for although no transfer of the address is indexed, where the index is not whole. */
const MAX_KNOWN = 200;
/** Tokens of a network whose contracts are asked although all their transfers are indexed: balances may be others than the sums. */
const MAX_ASKED = 100;
/** The chain's own currency, among the tokens. */
const NATIVE = 'native';
/** Items that are shown of one network. */
const MAX_ITEMS = 1_000;

/** A network of the portfolio, and whether sums of its transfers are balances. */
export type PortfolioNetwork = {
  network: Network;
  isWhole: boolean;
  from: number | undefined;
  isFilling: boolean;
  head: number | undefined;
};

/** Returns networks with an index, that of the page first; undefined until they are read. */
export function usePortfolioNetworks(): readonly PortfolioNetwork[] | undefined {
  const here = useNetwork().network;
  const wiring = useWiring();
  const indexed = useStored(() => readIndexedNetworks(), []);
  const all = useLoaded('networks', () => wiring.networks());
  const isAlone = wiring.config.variant === 'explorer';
  useFollowedIndexes(isAlone ? [here.id] : [here.id, ...(indexed ?? []).map(({ networkId }) => networkId)]);
  if (indexed === undefined || all === undefined) return undefined;
  const progress = new Map(indexed.map((each) => [each.networkId, each]));
  const others = isAlone ? [] : all.filter(({ id }) => id !== here.id && progress.has(id));
  return [here, ...others].map((network) => ({ network, ...extentOf(progress.get(network.id)) }));
}

function extentOf(progress: IndexProgress | undefined): Omit<PortfolioNetwork, 'network'> {
  const [only, ...more] = progress?.spans ?? [];
  const top = progress?.spans.at(-1);
  const head = progress?.head;
  const reachesHead = top !== undefined && head !== undefined && top.last >= head;
  return {
    isWhole: reachesHead && more.length === 0 && only?.first === 0,
    from: reachesHead ? top.first : undefined,
    head,
    isFilling: top !== undefined && progress?.first !== undefined && (more.length > 0 || top.first > progress.first),
  };
}

type Worth = {
  networkId: NetworkId;
  /** Amounts of the assets that were asked for; undefined where the answer has none. */
  amounts: ReadonlyMap<Address | 'native', bigint | undefined>;
  /** Block of the amounts. */
  block: number | undefined;
  prices: Prices | undefined;
  failure: Failure | undefined;
};

export type TokenPortfolio = {
  assets: readonly Asset[];
  isCut: boolean;
  /** Whether the endpoints and the source of prices have answered. */
  isValued: boolean;
  /** What could not be asked, by network. */
  failures: readonly { network: Network; failure: Failure }[];
  /** Why there are no prices; undefined while they are asked for, and where there are some. */
  noPrices: string | undefined;
  again: () => void;
};

/** Returns fungible tokens, with `withPast` those too that the address no longer has; undefined until the index was read. */
export function useTokenPortfolio(
  holder: Address,
  networks: readonly PortfolioNetwork[],
  withPast = false,
): TokenPortfolio | undefined {
  const ids = networks.map(({ network }) => network.id).join();
  const whole = networks.map(({ isWhole }) => isWhole).join();
  const held = useStored(
    () => Promise.all(networks.map((each) => readFungibles(holder, each, withPast))),
    [holder, ids, whole, withPast],
  );
  const tokens =
    held?.map(({ tokens: list }) => list.map(({ token, amount }) => `${token} ${amount}`).join(' ')).join() ?? '';
  const worth = useQuestion(
    'tokens',
    `worth ${holder} ${ids}`,
    async (api) => {
      const asked = networks.map(async ({ network, isWhole }, at): Promise<Worth> => {
        const list = held?.[at]?.tokens.map(({ token }) => token) ?? [];
        const questions: readonly (Address | typeof NATIVE)[] = [
          NATIVE,
          ...(isWhole ? list.slice(0, MAX_ASKED) : list),
        ];
        const [balances, prices] = await Promise.all([
          api.balances(
            newJobId(),
            network.id,
            questions.map((token) => ({ token, holder })),
          ),
          api.prices(newJobId(), network.id, list),
        ]);
        const amounts = balances.ok ? balances.value.amounts : [];
        const failed = [balances, prices].find((answer) => !answer.ok);
        return {
          networkId: network.id,
          block: balances.ok ? balances.value.block : undefined,
          amounts: new Map(balances.ok ? questions.map((token, index) => [token, amounts[index]]) : []),
          prices: prices.ok ? prices.value : undefined,
          failure: failed?.ok === false ? failed.error : undefined,
        };
      });
      return ok(await Promise.all(asked));
    },
    { version: `${tokens} ${whole}`, when: held !== undefined },
  );
  if (held === undefined) return undefined;
  const known = new Map((worth.last ?? []).map((each) => [each.networkId, each]));
  const failures = networks.flatMap(({ network }) => {
    const failed = known.get(network.id)?.failure;
    return failed === undefined ? [] : [{ network, failure: failed }];
  });
  return {
    assets: networks.flatMap((each, at) => assetsOf(each, held[at], known.get(each.network.id))),
    isCut: held.some(({ isCut }) => isCut),
    isValued: worth.last !== undefined,
    failures:
      worth.state === 'failed' && networks[0] !== undefined
        ? [{ network: networks[0].network, failure: worth.failure ?? failure('endpointDown', 'Nothing answered.') }]
        : failures,
    noPrices: whyNoPrices(worth.last?.map(({ prices }) => prices)),
    again: worth.again,
  };
}

type Fungibles = {
  tokens: readonly Holding[];
  isCut: boolean;
  /** Entries of token lists, by those of `tokens` that have one. */
  listed: ReadonlyMap<Address, KeptListedToken>;
};

/**
 * Reads the tokens that transfers tell of; where the index is not whole, also the known tokens, whose balances are
 * asked.
 */
async function readFungibles(holder: Address, place: PortfolioNetwork, withPast: boolean): Promise<Fungibles> {
  const held = await readHeldFungibles(holder, place, withPast);
  const addresses = held.tokens.map(({ token }) => token);
  return { ...held, listed: await readListedTokens(place.network.id, addresses) };
}

async function readHeldFungibles(holder: Address, { network, isWhole }: PortfolioNetwork, withPast: boolean) {
  const { tokens, isCut } = await readHoldings(network.id, holder);
  const fungible = tokens.filter(({ summary }) => summary === undefined || summary.standard === 'ERC-20');
  if (isWhole && !withPast) return { tokens: fungible, isCut };
  if (isWhole) {
    const here = new Set(fungible.map(({ token }) => token));
    const past = (await readMovedTokens(network.id, holder)).filter(({ token }) => !here.has(token));
    return { tokens: [...fungible, ...past.map((each): Holding => ({ ...each, amount: 0n }))], isCut };
  }
  const listed = new Set(fungible.map(({ token }) => token));
  const others = (await readFungibleTokens(network.id, MAX_KNOWN)).filter(({ address }) => !listed.has(address));
  const asked = others.map(
    (summary): Holding => ({ networkId: network.id, token: summary.address, amount: 0n, summary }),
  );
  return { tokens: [...fungible, ...asked], isCut };
}

function assetsOf(
  { network, isWhole, head }: PortfolioNetwork,
  held: Fungibles | undefined,
  worth: Worth | undefined,
): readonly Asset[] {
  const prices = worth?.prices?.state === 'here' ? worth.prices.prices : [];
  const priceOf = new Map(prices.map(({ token, usd }) => [token ?? NATIVE, usd]));
  const own = worth?.amounts.get(NATIVE);
  const native: Asset = {
    network,
    token: NATIVE,
    summary: network.nativeCurrency,
    amount: own,
    origin: own === undefined ? undefined : 'endpoint',
    price: priceOf.get(NATIVE),
  };
  const tokens = (held?.tokens ?? []).map(({ token, amount, summary: said }): Asset => {
    const listed = held?.listed.get(token);
    const summary = withListed(said, listed);
    const asked = worth?.amounts.get(token);
    // An answer of a block that is not indexed yet is no contradiction.
    const isSum = isWhole && (asked === undefined || asked === amount || (worth?.block ?? 0) > (head ?? -1));
    const known = isSum ? amount : asked;
    const origin = known === undefined ? undefined : isSum ? 'index' : 'endpoint';
    const sum = isWhole && !isSum ? amount : undefined;
    const isNamedByList = listed !== undefined && (said?.symbol === undefined || said.name === undefined);
    return { network, token, summary, listed, isNamedByList, amount: known, sum, origin, price: priceOf.get(token) };
  });
  return [native, ...tokens];
}

function whyNoPrices(answers: readonly (Prices | undefined)[] | undefined): string | undefined {
  const given = answers?.filter((prices) => prices !== undefined);
  if (given === undefined || given.length === 0) return undefined;
  if (given.some((prices) => prices.state === 'here' && prices.prices.length > 0)) return undefined;
  if (given.every(({ state }) => state === 'off')) return 'no price source is switched on';
  return 'the price source has none of these tokens';
}

export type NftPortfolio = { items: readonly (HeldItem & { network: Network })[]; isCut: boolean };

/** Returns items of collections; undefined until the index was read. */
export function useNftPortfolio(holder: Address, networks: readonly PortfolioNetwork[]): NftPortfolio | undefined {
  const ids = networks.map(({ network }) => network.id).join();
  const held = useStored(
    () => Promise.all(networks.map(({ network }) => readHeldItems(network.id, holder, MAX_ITEMS))),
    [holder, ids],
  );
  if (held === undefined) return undefined;
  return {
    items: networks.flatMap(({ network }, at) => held[at]?.items.map((item) => ({ ...item, network })) ?? []),
    isCut: held.some(({ isCut }) => isCut),
  };
}
