/** Second names that Anvil has for methods of the other groups, each with the name under which the method stands there. */
export const ALIASES: Readonly<Record<string, string>> = {
  anvil_increaseTime: 'evm_increaseTime',
  anvil_setNextBlockTimestamp: 'evm_setNextBlockTimestamp',
  anvil_setBlockGasLimit: 'evm_setBlockGasLimit',
  anvil_snapshot: 'evm_snapshot',
  anvil_revert: 'evm_revert',
  anvil_mine_detailed: 'evm_mine_detailed',
  anvil_setERC20Balance: 'anvil_dealERC20',
  hardhat_addBalance: 'anvil_addBalance',
  hardhat_autoImpersonateAccount: 'anvil_autoImpersonateAccount',
  hardhat_dropAllTransactions: 'anvil_dropAllTransactions',
  hardhat_setMinGasPrice: 'anvil_setMinGasPrice',
};
