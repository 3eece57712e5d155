/** Everyday traffic: small payments, swaps, mints and notes by several people, drawn from a seeded source of numbers. */
import { type AccountName, accounts } from '../accounts';
import type { ChainBuilder, Contract } from '../chain-builder';
import type { Random } from '../random';
import type { Collectibles } from './collectibles';
import { type Market, swap } from './market';
import type { Proxies } from './proxies';
import { ether, people, type Tokens } from './tokens';
import type { Notebooks } from './wallets';

export type Places = {
  tokens: Tokens;
  market: Market;
  collectibles: Collectibles;
  proxies: Proxies;
  notebooks: Notebooks;
};

type Errand = (chain: ChainBuilder, places: Places, random: Random, who: AccountName) => void;

const texts = ['Rain again.', 'Sold some syrup.', 'Read a block from front to back.', 'Gas was cheap today.'];

/** Repeated entries are done more often. */
const errands: readonly Errand[] = [
  payEther,
  payToken,
  payToken,
  payToken,
  trade,
  trade,
  trade,
  (chain, { market, tokens }, random, who) =>
    chain.call(who, random.pick(Object.values(tokens)), 'approve', [market.router.address, 10n ** 30n]),
  (chain, { collectibles }, random, who) =>
    chain.call(who, collectibles.postcards, 'mint', [anybody(random), random.pick(texts)]),
  (chain, { collectibles }, random, who) =>
    chain.call(who, collectibles.provisions, 'mintBatch', [anybody(random), [BigInt(random.below(9))], [5n]]),
  (chain, { tokens }, random, who) =>
    chain.call(who, tokens.weth, 'deposit', [], { value: (BigInt(1 + random.below(50)) * ether) / 100n }),
  (chain, { proxies }, random, who) => chain.call(who, random.pick(proxies.tallies), 'tally'),
  (chain, { proxies }, random, who) =>
    chain.call(who, proxies.escrows, 'open', [anybody(random)], { value: ether / 50n, gas: 400_000n }),
  (chain, { notebooks }, random, who) =>
    chain.call(who, notebooks.diary, 'write', [random.pick(texts)], { gas: 500_000n }),
];

/** Writes `count` errands, one or several to a block, over about `hours` hours of chain time. */
export function liveOn(chain: ChainBuilder, places: Places, random: Random, count: number, hours: number): void {
  const pause = Math.floor((hours * 3600) / count);
  let left = count;
  while (left > 0) {
    const here = Math.min(left, 1 + (random.below(4) === 0 ? random.below(4) : 0));
    chain.wait(random.below(2 * pause * here));
    chain.together(() => {
      for (let i = 0; i < here; i++) random.pick(errands)(chain, places, random, random.pick(people));
    });
    left -= here;
  }
}

function payEther(chain: ChainBuilder, _places: Places, random: Random, who: AccountName): void {
  chain.send(who, {
    to: anybody(random),
    value: (BigInt(1 + random.below(900)) * ether) / 1000n,
    type: random.below(4) === 0 ? 'legacy' : 'eip1559',
  });
}

function payToken(chain: ChainBuilder, { tokens }: Places, random: Random, who: AccountName): void {
  const [token, unit] = random.pick<[Contract, bigint]>([
    [tokens.maple, ether],
    [tokens.juniper, ether],
    [tokens.dollar, 10n ** 6n],
  ]);
  chain.call(who, token, 'transfer', [anybody(random), (BigInt(1 + random.below(5000)) * unit) / 100n], {
    gas: 80_000n,
  });
}

function trade(chain: ChainBuilder, { tokens, market }: Places, random: Random, who: AccountName): void {
  const { maple, juniper, dollar, weth } = tokens;
  const [unit, ...path] = random.pick<[bigint, ...Contract[]]>([
    [ether, maple, juniper],
    [ether, juniper, maple],
    [ether, juniper, dollar],
    [ether, maple, juniper, dollar],
    [10n ** 6n, dollar, weth],
    [10n ** 6n, dollar, juniper, maple],
  ]);
  const data = swap(market, (BigInt(1 + random.below(8000)) * unit) / 100n, path, accounts[who].address);
  chain.send(who, { to: market.router.address, data, gas: 700_000n });
}

function anybody(random: Random) {
  return accounts[random.pick([...people, 'grace', 'heidi', 'ivan'] as const)].address;
}
