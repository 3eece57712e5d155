/** The market: a factory, three pairs, a router, and swaps of one, two and three hops. */
import { encodeAbiParameters, encodePacked, getContractAddress, type Hex, keccak256, maxUint256 } from 'viem';
import { accounts } from '../accounts';
import { type ChainBuilder, type Contract, encode } from '../chain-builder';
import { genesisTimestamp } from '../rules';
import { ether, people, type Tokens } from './tokens';

export type Market = { router: Contract; factory: Contract; oracle: Contract; pairs: Contract[] };

const never = BigInt(genesisTimestamp + 365 * 86_400);

/** Deploys the market and lets the deployer provide its liquidity; everybody approves the router. */
export function deployMarket(chain: ChainBuilder, tokens: Tokens): Market {
  const oracle = chain.deploy('PriceOracle');
  const factory = chain.deploy('PairFactory', [oracle.address]);
  const router = chain.deploy('Router', [factory.address], { name: 'contract-creation' });
  const { maple, juniper, dollar, weth } = tokens;
  const couples: [string, Contract, Contract, bigint, bigint][] = [
    ['MapleJuniperPair', maple, juniper, 400_000n * ether, 1_000_000n * ether],
    ['JuniperDollarPair', juniper, dollar, 1_000_000n * ether, 2_000_000n * 10n ** 6n],
    ['DollarWethPair', dollar, weth, 3_000_000n * 10n ** 6n, 1_000n * ether],
  ];
  chain.together(() => {
    chain.call('deployer', maple, 'mint', [accounts.deployer.address, 1_000_000n * ether]);
    chain.call('deployer', juniper, 'mint', [accounts.deployer.address, 3_000_000n * ether]);
    chain.call('deployer', dollar, 'mint', [accounts.deployer.address, 9_000_000n * 10n ** 6n]);
    chain.call('deployer', weth, 'deposit', [], { value: 1_200n * ether });
  });
  approveRouter(chain, tokens, router);
  const pairs = couples.map(([label, a, b, amountA, amountB], index) => {
    chain.call('deployer', factory, 'createPair', [a.address, b.address], {
      gas: 4_000_000n,
      ...(index === 0 ? { name: 'pair-created' } : {}),
    });
    const pair = chain.register(label, pairContract(chain, factory, oracle, a, b));
    chain.call(
      'deployer',
      router,
      'addLiquidity',
      [a.address, b.address, amountA, amountB, accounts.deployer.address],
      {
        gas: 500_000n,
        ...(index === 0 ? { name: 'add-liquidity' } : {}),
      },
    );
    return pair;
  });
  return { router, factory, oracle, pairs };
}

/** Calldata of a swap along `path`. */
export function swap(market: Market, amountIn: bigint, path: Contract[], to: Hex, minimumOut = 0n): Hex {
  return encode(market.router, 'swapExactTokens', [
    amountIn,
    minimumOut,
    path.map(({ address }) => address),
    to,
    never,
  ]);
}

/** The named market transactions. */
export function showMarket(chain: ChainBuilder, tokens: Tokens, market: Market): void {
  const { maple, juniper, dollar, weth } = tokens;
  const { alice, bob, carol, dave, erin } = accounts;
  const to = market.router.address;
  const gas = 700_000n;
  chain.send('alice', {
    to,
    gas,
    data: swap(market, 50n * ether, [maple, juniper], alice.address),
    name: 'swap-one-hop',
  });
  chain.send('bob', { to, gas, data: swap(market, 90n * ether, [juniper, dollar], bob.address) });
  // The oracle takes a price older than an hour for stale.
  chain.wait(3 * 3600);
  chain.send('alice', {
    to,
    gas,
    data: swap(market, 120n * ether, [maple, juniper, dollar], alice.address),
    name: 'swap-two-hops',
  });
  chain.send('dave', {
    to,
    gas,
    data: swap(market, 300n * ether, [maple, juniper, dollar, weth], dave.address),
    name: 'swap-three-hops',
  });
  chain.send('carol', {
    to,
    gas,
    data: swap(market, ether, [maple, juniper], carol.address, 1_000n * ether),
    name: 'swap-too-little',
  });
  const bundle = [
    swap(market, 10n * ether, [maple, juniper], erin.address),
    swap(market, 15n * ether, [juniper, dollar], erin.address),
    swap(market, 20n * ether, [juniper, maple], erin.address),
  ];
  chain.call('erin', market.router, 'multicall', [bundle], { gas: 1_200_000n, name: 'multicall-swaps' });
  const [pair] = market.pairs;
  if (pair === undefined) throw new Error('The market has no pair.');
  chain.call('deployer', pair, 'approve', [to, maxUint256]);
  chain.call(
    'deployer',
    market.router,
    'removeLiquidity',
    [maple.address, juniper.address, 1_000n * ether, accounts.deployer.address],
    { gas: 500_000n, name: 'remove-liquidity' },
  );
  chain.send('bob', {
    to,
    gas,
    type: 'eip2930',
    data: swap(market, 25n * ether, [maple, juniper], bob.address),
    accessList: [
      { address: maple.address, storageKeys: [balanceSlot(bob.address), balanceSlot(pair.address)] },
      { address: juniper.address, storageKeys: [balanceSlot(bob.address), balanceSlot(pair.address)] },
      { address: pair.address, storageKeys: [] },
    ],
    name: 'access-list',
  });
}

/** Where `balanceOf[account]` of a token lies: the mapping is its fourth variable (Solidity docs, storage layout). */
function balanceSlot(account: Hex): Hex {
  return keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [account, 3n]));
}

function approveRouter(chain: ChainBuilder, tokens: Tokens, router: Contract): void {
  for (const person of ['deployer', ...people] as const) {
    chain.together(() => {
      for (const token of Object.values(tokens)) chain.call(person, token, 'approve', [router.address, maxUint256]);
    });
  }
}

function pairContract(chain: ChainBuilder, factory: Contract, oracle: Contract, a: Contract, b: Contract): Contract {
  const { abi, bytecode } = chain.artifact('Pair');
  const [token0, token1] = a.address.toLowerCase() < b.address.toLowerCase() ? [a, b] : [b, a];
  const inputs = [{ type: 'address' }, { type: 'address' }, { type: 'address' }];
  const args = encodeAbiParameters(inputs, [token0.address, token1.address, oracle.address]);
  const address = getContractAddress({
    opcode: 'CREATE2',
    from: factory.address,
    salt: keccak256(encodePacked(['address', 'address'], [token0.address, token1.address])),
    bytecode: `${bytecode}${args.slice(2)}` as Hex,
  });
  return { name: 'Pair', address, abi };
}
