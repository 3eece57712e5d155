/** Uniswap v2: pairs of three tokens and of wrapped ether, and what can go wrong with them. */
import type { Hex } from 'viem';
import type { Cast } from '../cast';
import { publishedArtifact } from '../compile';
import type { Contract, Scribe } from '../scribe';
import { lower } from '../values';
import type { Tokens } from './tokens';

const UNIT = 10n ** 18n;
const LATER = 10n ** 12n;
const ROUTER = '@uniswap/v2-periphery/contracts/UniswapV2Router02.sol';

type Market = { router: Contract; factory: Contract; tokens: Tokens; cast: Cast };

export async function playUniswap(scribe: Scribe, cast: Cast, tokens: Tokens): Promise<void> {
  // The factory is the published one: the router finds pairs by the hash of its pair's code.
  const code = publishedArtifact('@uniswap/v2-core/build/UniswapV2Factory.json');
  const factory = await scribe.deploy('factory', 'UniswapV2Factory', [cast.deployer], { code });
  const router = await scribe.deploy('router', 'UniswapV2Router02', [factory.address, tokens.weth.address]);
  const market = { router, factory, tokens, cast };
  await pairs(scribe, market);
  await trades(scribe, market);
  await failures(scribe, market);
}

async function pairs(scribe: Scribe, { router, factory, tokens, cast }: Market): Promise<void> {
  const { alf, busd, gam, weth } = tokens;
  const { deployer } = cast;
  for (const token of [alf, busd, gam])
    await scribe.send({
      name: `the router may spend ${token.key}`,
      call: [token, 'approve', [router.address, 10n ** 30n]],
      calls: `${token.key}.approve`,
      state: [
        {
          of: token,
          path: `_allowances[${deployer}][${router.address}]`,
          get: 'allowance',
          args: [deployer, router.address],
        },
      ],
    });
  await scribe.send({ name: 'pair created', call: [factory, 'createPair', [alf.address, busd.address]] });
  await addPair(scribe, factory, 'alfBusd', alf, busd);
  await scribe.send({
    name: 'liquidity of two tokens',
    call: [
      router,
      'addLiquidity',
      [alf.address, busd.address, 1_000n * UNIT, 2_000n * 1_000_000n, 0n, 0n, deployer, LATER],
    ],
    calls:
      'router.addLiquidity factory.getPair alfBusd.getReserves alf.transferFrom busd.transferFrom alfBusd.mint ' +
      `${await inOrder(scribe, 'alfBusd', ['alf', 'busd'])} factory.feeTo`,
  });
  await scribe.send({
    name: 'liquidity that creates its pair',
    call: [
      router,
      'addLiquidity',
      [busd.address, gam.address, 500n * 1_000_000n, 800n * UNIT, 0n, 0n, deployer, LATER],
    ],
  });
  await addPair(scribe, factory, 'busdGam', busd, gam);
  await scribe.send({
    name: 'liquidity with ether',
    value: 10n * UNIT,
    call: [router, 'addLiquidityETH', [gam.address, 900n * UNIT, 0n, 0n, deployer, LATER]],
  });
  await addPair(scribe, factory, 'gamWeth', gam, weth);
}

async function addPair(scribe: Scribe, factory: Contract, key: string, a: Contract, b: Contract): Promise<void> {
  const address = lower(String(await scribe.read(factory, 'getPair', [a.address, b.address])));
  const { abi } = scribe.compiled.contract('UniswapV2Pair');
  // All pairs have one symbol: each goes by those of its tokens, that of the lower address first (UniswapV2Factory).
  const [first, second] = a.address < b.address ? [a, b] : [b, a];
  const tokens = `${await scribe.read(first, 'symbol')}/${await scribe.read(second, 'symbol')}`;
  scribe.add({ key, name: 'UniswapV2Pair', address, abi }, { symbol: `UNI-V2 ${tokens}` });
}

/** `key.balanceOf` of both tokens of a pair, its token0 first. */
async function inOrder(scribe: Scribe, pair: string, keys: readonly string[]): Promise<string> {
  const contract = scribe.contracts.get(pair);
  if (contract === undefined) throw new Error(`There is no pair ${pair}.`);
  const first = lower(String(await scribe.read(contract, 'token0')));
  const sorted = [...keys].sort((a) => (scribe.contracts.get(a)?.address === first ? -1 : 1));
  return sorted.map((key) => `${key}.balanceOf`).join(' ');
}

async function trades(scribe: Scribe, { router, tokens, cast }: Market): Promise<void> {
  const { alf, busd, gam, weth } = tokens;
  const { deployer, bob } = cast;
  const path = [alf.address, busd.address, gam.address, weth.address];
  const balances = async (pair: string, keys: readonly string[]) => inOrder(scribe, pair, keys);
  await scribe.send({
    name: 'a swap over one pair',
    call: [router, 'swapExactTokensForTokens', [10n * UNIT, 1n, [alf.address, busd.address], bob, LATER]],
    calls:
      'router.swapExactTokensForTokens alfBusd.getReserves alf.transferFrom alfBusd.swap busd.transfer ' +
      `${await balances('alfBusd', ['alf', 'busd'])}`,
    state: [{ of: alf, path: `_balances[${deployer}]`, get: 'balanceOf', args: [deployer] }],
  });
  await scribe.send({
    name: 'a swap over three pairs',
    call: [router, 'swapExactTokensForETH', [5n * UNIT, 1n, path, bob, LATER]],
    calls:
      'router.swapExactTokensForETH alfBusd.getReserves busdGam.getReserves gamWeth.getReserves alf.transferFrom ' +
      `alfBusd.swap busd.transfer ${await balances('alfBusd', ['alf', 'busd'])} ` +
      `busdGam.swap gam.transfer ${await balances('busdGam', ['busd', 'gam'])} ` +
      `gamWeth.swap weth.transfer ${await balances('gamWeth', ['gam', 'weth'])} ` +
      `weth.withdraw router.receive ${bob}.`,
  });
  await scribe.send({
    name: 'a swap that returns ether',
    value: UNIT,
    call: [router, 'swapETHForExactTokens', [UNIT, [weth.address, gam.address], bob, LATER]],
  });
  const pair = scribe.contracts.get('alfBusd');
  if (pair === undefined) throw new Error('There is no pair.');
  await scribe.send({
    name: 'the router may burn shares',
    call: [pair, 'approve', [router.address, 10n ** 30n]],
    state: [
      {
        of: pair,
        path: `allowance[${deployer}][${router.address}]`,
        get: 'allowance',
        args: [deployer, router.address],
      },
    ],
  });
  const share = (who: Hex) => ({ of: pair, path: `balanceOf[${who}]`, get: 'balanceOf', args: [who] });
  await scribe.send({
    name: 'liquidity removed',
    call: [router, 'removeLiquidity', [alf.address, busd.address, 10n ** 12n, 0n, 0n, deployer, LATER]],
    state: [share(deployer), { of: pair, path: 'totalSupply', get: 'totalSupply' }],
  });
}

async function failures(scribe: Scribe, { router, factory, tokens, cast }: Market): Promise<void> {
  const { alf, busd } = tokens;
  const { bob, dave } = cast;
  const path = [alf.address, busd.address];
  await scribe.send({
    name: 'a swap too late',
    call: [router, 'swapExactTokensForTokens', [UNIT, 1n, path, bob, 1n]],
    calls: 'router.swapExactTokensForTokens',
    fails: {
      ends: { reason: 'UniswapV2Router: EXPIRED' },
      at: { function: 'ensure', file: ROUTER, text: "'UniswapV2Router: EXPIRED'" },
    },
  });
  await scribe.send({
    name: 'a swap for too little',
    call: [router, 'swapExactTokensForTokens', [UNIT, 10n ** 30n, path, bob, LATER]],
    calls: 'router.swapExactTokensForTokens alfBusd.getReserves',
    fails: {
      ends: { reason: 'UniswapV2Router: INSUFFICIENT_OUTPUT_AMOUNT' },
      at: {
        function: 'swapExactTokensForTokens',
        file: ROUTER,
        text: "'UniswapV2Router: INSUFFICIENT_OUTPUT_AMOUNT'",
        within: 'function swapExactTokensForTokens(',
      },
    },
  });
  await scribe.send({
    name: 'a swap without allowance',
    from: dave,
    call: [router, 'swapExactTokensForTokens', [UNIT, 1n, path, dave, LATER]],
    calls: 'router.swapExactTokensForTokens alfBusd.getReserves alf.transferFrom',
    fails: {
      ends: { reason: 'TransferHelper: TRANSFER_FROM_FAILED' },
      cause: { error: 'ERC20InsufficientAllowance', args: [router.address, 0n, UNIT] },
      at: {
        function: '_spendAllowance',
        file: '@openzeppelin/contracts/token/ERC20/ERC20.sol',
        text: 'revert ERC20InsufficientAllowance(',
      },
    },
  });
  await scribe.send({
    name: 'a pair that exists',
    call: [factory, 'createPair', [alf.address, busd.address]],
    calls: 'factory.createPair',
    fails: {
      ends: { reason: 'UniswapV2: PAIR_EXISTS' },
      at: {
        function: 'createPair',
        file: '@uniswap/v2-core/contracts/UniswapV2Factory.sol',
        text: "'UniswapV2: PAIR_EXISTS'",
      },
    },
  });
  const pair = scribe.contracts.get('alfBusd');
  if (pair === undefined) throw new Error('There is no pair.');
  await scribe.send({
    name: 'a swap that pays nothing',
    call: [pair, 'swap', [1n, 0n, bob, '0x']],
    fails: {
      ends: { reason: 'UniswapV2: INSUFFICIENT_INPUT_AMOUNT' },
      at: {
        function: 'swap',
        file: '@uniswap/v2-core/contracts/UniswapV2Pair.sol',
        text: "'UniswapV2: INSUFFICIENT_INPUT_AMOUNT'",
      },
    },
  });
}
