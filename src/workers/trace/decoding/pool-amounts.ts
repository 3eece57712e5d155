/**
 * Which values of pools and their routers are amounts of which token: those of Uniswap V2 (core and periphery) and of the
 * pools of Uniswap V3, whose functions and events most other pools have. It is loaded once a trace has a pool.
 */
import type { Decoded } from '../../../core/abi/decoded';
import type { Address } from '../../../core/chain/primitives';

/**
 * Where the token of an amount stands: `token0` and `token1` of the pool, the first or the last address of the array among
 * the arguments, or the argument with this index. `each`: the value is an array of amounts beside that one of addresses.
 * `-`: the value is no amount.
 */
type Place = 'token0' | 'token1' | 'first' | 'last' | 'each' | '-' | number;

type Places = { inputs?: readonly Place[]; outputs?: readonly Place[] };

const BOTH: readonly Place[] = ['token0', 'token1'];
const AFTER_ONE: readonly Place[] = ['-', ...BOTH];
const AFTER_TWO: readonly Place[] = ['-', '-', ...BOTH];
const FROM_FIRST: Places = { inputs: ['first', 'last'], outputs: ['each'] };
const FROM_LAST: Places = { inputs: ['last', 'first'], outputs: ['each'] };

const FUNCTIONS: Readonly<Record<string, Places>> = {
  // UniswapV2Pair
  'getReserves()': { outputs: BOTH },
  'swap(uint256,uint256,address,bytes)': { inputs: BOTH },
  'burn(address)': { outputs: BOTH },
  // UniswapV2Router02
  'swapExactTokensForTokens(uint256,uint256,address[],address,uint256)': FROM_FIRST,
  'swapExactTokensForETH(uint256,uint256,address[],address,uint256)': FROM_FIRST,
  'swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256,uint256,address[],address,uint256)': FROM_FIRST,
  'swapExactTokensForETHSupportingFeeOnTransferTokens(uint256,uint256,address[],address,uint256)': FROM_FIRST,
  'swapExactETHForTokens(uint256,address[],address,uint256)': { inputs: ['last'], outputs: ['each'] },
  'swapExactETHForTokensSupportingFeeOnTransferTokens(uint256,address[],address,uint256)': { inputs: ['last'] },
  'swapTokensForExactTokens(uint256,uint256,address[],address,uint256)': FROM_LAST,
  'swapTokensForExactETH(uint256,uint256,address[],address,uint256)': FROM_LAST,
  'swapETHForExactTokens(uint256,address[],address,uint256)': { inputs: ['last'], outputs: ['each'] },
  'getAmountsOut(uint256,address[])': { inputs: ['first'], outputs: ['each'] },
  'getAmountsIn(uint256,address[])': { inputs: ['last'], outputs: ['each'] },
  'addLiquidity(address,address,uint256,uint256,uint256,uint256,address,uint256)': {
    inputs: ['-', '-', 0, 1, 0, 1],
    outputs: [0, 1],
  },
  'addLiquidityETH(address,uint256,uint256,uint256,address,uint256)': { inputs: ['-', 0, 0], outputs: [0] },
  'removeLiquidity(address,address,uint256,uint256,uint256,address,uint256)': {
    inputs: ['-', '-', '-', 0, 1],
    outputs: [0, 1],
  },
  'removeLiquidityETH(address,uint256,uint256,uint256,address,uint256)': { inputs: ['-', '-', 0], outputs: [0] },
  // UniswapV3Pool
  'swap(address,bool,int256,uint160,bytes)': { outputs: BOTH },
  'mint(address,int24,int24,uint128,bytes)': { outputs: BOTH },
  'burn(int24,int24,uint128)': { outputs: BOTH },
  'collect(address,int24,int24,uint128,uint128)': { inputs: ['-', '-', '-', ...BOTH], outputs: BOTH },
  'flash(address,uint256,uint256,bytes)': { inputs: AFTER_ONE },
};

/** Functions that a pool calls: its caller has the tokens. */
const CALLBACKS: Readonly<Record<string, Places>> = {
  'uniswapV2Call(address,uint256,uint256,bytes)': { inputs: AFTER_ONE },
  'uniswapV3SwapCallback(int256,int256,bytes)': { inputs: BOTH },
  'uniswapV3MintCallback(uint256,uint256,bytes)': { inputs: BOTH },
  'uniswapV3FlashCallback(uint256,uint256,bytes)': { inputs: BOTH },
};

const EVENTS: Readonly<Record<string, Places>> = {
  // UniswapV2Pair
  'Sync(uint112,uint112)': { inputs: BOTH },
  'Mint(address,uint256,uint256)': { inputs: AFTER_ONE },
  'Burn(address,uint256,uint256,address)': { inputs: AFTER_ONE },
  'Swap(address,uint256,uint256,uint256,uint256,address)': { inputs: [...AFTER_ONE, ...BOTH] },
  // UniswapV3Pool
  'Swap(address,address,int256,int256,uint160,uint128,int24)': { inputs: AFTER_TWO },
  'Mint(address,address,int24,int24,uint128,uint256,uint256)': { inputs: ['-', '-', '-', '-', '-', ...BOTH] },
  'Burn(address,int24,int24,uint128,uint256,uint256)': { inputs: ['-', '-', '-', '-', ...BOTH] },
  'Collect(address,address,int24,int24,uint128,uint128)': { inputs: ['-', '-', '-', '-', ...BOTH] },
  'Flash(address,address,uint256,uint256,uint256,uint256)': { inputs: [...AFTER_TWO, ...BOTH] },
};

/** Values with the contract whose function or event they are of, and its caller. */
export type PoolValues = {
  signature: string;
  isEvent: boolean;
  holder: Address | undefined;
  caller: Address | undefined;
  inputs?: readonly Decoded[] | undefined;
  outputs?: readonly Decoded[] | undefined;
};

/**
 * Returns inputs and outputs in which `inToken` was applied to each amount whose token is told; nothing for other
 * signatures. `tokensOf` gives the two tokens of a contract that is a pool.
 */
export function withPoolAmounts(
  { signature, isEvent, holder, caller, inputs, outputs }: PoolValues,
  tokensOf: (pool: Address) => readonly [Address, Address] | undefined,
  inToken: (value: Decoded, token: Address) => Decoded,
): { inputs?: readonly Decoded[]; outputs?: readonly Decoded[] } {
  const callback = isEvent ? undefined : CALLBACKS[signature];
  const places = callback ?? (isEvent ? EVENTS : FUNCTIONS)[signature];
  if (places === undefined) return {};
  const pool = callback ? caller : holder;
  const [token0, token1] = (pool && tokensOf(pool)) ?? [];
  const path = inputs?.find(({ type }) => type === 'address[]')?.items?.map(({ text }) => text as Address) ?? [];
  const tokenOf = (place: Place | undefined): Address | undefined => {
    if (typeof place === 'number') return inputs?.[place]?.text as Address | undefined;
    if (place === 'token0' || place === 'token1') return place === 'token0' ? token0 : token1;
    return place === 'first' ? path[0] : place === 'last' ? path.at(-1) : undefined;
  };
  const read = (value: Decoded, place: Place | undefined): Decoded => {
    if (place === 'each' && value.items?.length === path.length)
      return { ...value, items: value.items.map((item, at) => inToken(item, path[at] as Address)) };
    const token = tokenOf(place);
    return token === undefined ? value : inToken(value, token);
  };
  return {
    ...(inputs && places.inputs && { inputs: inputs.map((value, at) => read(value, places.inputs?.[at])) }),
    ...(outputs && places.outputs && { outputs: outputs.map((value, at) => read(value, places.outputs?.[at])) }),
  };
}
