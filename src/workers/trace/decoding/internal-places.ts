/**
 * Which values are amounts of tokens in functions that only sources tell of: those inside of the implementations of
 * OpenZeppelin, solmate and Solady. It is loaded with what reads sources, as is what a frame states of its amounts.
 */
import type { Places } from './amount-places';
import { amountsIn } from './stated-amounts';

const FUNCTIONS: Readonly<Record<string, Places>> = {
  '_deposit(address,address,uint256,uint256)': { assets: [2], inputs: [3] },
  '_withdraw(address,address,address,uint256,uint256)': { assets: [3], inputs: [4] },
  '_convertToShares(uint256,uint8)': { assets: [0], output: true },
  '_convertToAssets(uint256,uint8)': { inputs: [0], assetOutput: true },
  '_transferIn(address,uint256)': { assets: [1] },
  '_transferOut(address,uint256)': { assets: [1] },
  'beforeWithdraw(uint256,uint256)': { assets: [0], inputs: [1] },
  'afterDeposit(uint256,uint256)': { assets: [0], inputs: [1] },
  '_beforeWithdraw(uint256,uint256)': { assets: [0], inputs: [1] },
  '_afterDeposit(uint256,uint256)': { assets: [0], inputs: [1] },
  '_transfer(address,address,uint256,uint256)': { inputs: [3], id: 2 },
  '_update(address,address,uint256,uint256)': { inputs: [3], id: 2 },
  '_mint(address,uint256,uint256)': { inputs: [2], id: 1 },
  '_burn(address,uint256,uint256)': { inputs: [2], id: 1 },
  '_approve(address,address,uint256,uint256)': { inputs: [3], id: 2, allowance: true },
  '_spendAllowance(address,address,uint256,uint256)': { inputs: [3], id: 2, allowance: true },
  '_transfer(address,address,uint256)': { inputs: [2], orItem: true },
  '_update(address,address,uint256)': { inputs: [2], orItem: true },
  '_mint(address,uint256)': { inputs: [1], orItem: true },
  '_burn(address,uint256)': { inputs: [1], orItem: true },
  '_approve(address,address,uint256)': { inputs: [2], allowance: true, orItem: true },
  '_approve(address,address,uint256,bool)': { inputs: [2], allowance: true, orItem: true },
  '_spendAllowance(address,address,uint256)': { inputs: [2], allowance: true, orItem: true },
  'safeTransfer(address,address,uint256)': { inputs: [2], token: 0, orItem: true },
  'safeTransferFrom(address,address,address,uint256)': { inputs: [3], token: 0, orItem: true },
};

/** How the values of internal calls are read. */
export const INTERNAL_CALLS = { places: FUNCTIONS, amountsIn };
export type InternalCalls = typeof INTERNAL_CALLS;
