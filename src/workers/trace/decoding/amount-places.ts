/** Which values of the standards' functions, events, errors and structs are amounts of tokens, by their signatures. */

/** Places of amounts in a signature. */
export type Places = {
  inputs?: readonly number[];
  /** The argument that names the token; the contract itself where there is none. */
  token?: number;
  /** The argument that names the item whose amounts these are (ERC-6909). */
  id?: number;
  /** The result is one. */
  output?: true;
  /** The amounts are allowances or limits, which may be without end. */
  allowance?: true;
  /** A contract that has items too may mean the id of one. */
  orItem?: true;
  /** Amounts of the token that a vault takes and gives (ERC-4626). */
  assets?: readonly number[];
  /** The result is one of these. */
  assetOutput?: true;
  /** A token tells another contract of its own amounts: the caller is the token. */
  ofCaller?: true;
};

export const FUNCTIONS: Readonly<Record<string, Places>> = {
  'transfer(address,uint256)': { inputs: [1] },
  'transferFrom(address,address,uint256)': { inputs: [2], orItem: true },
  'approve(address,uint256)': { inputs: [1], allowance: true, orItem: true },
  'increaseAllowance(address,uint256)': { inputs: [1], allowance: true },
  'decreaseAllowance(address,uint256)': { inputs: [1], allowance: true },
  'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)': { inputs: [2], allowance: true, orItem: true },
  // Permit2
  'approve(address,address,uint160,uint48)': { inputs: [2], token: 0, allowance: true },
  'transferFrom(address,address,uint160,address)': { inputs: [2], token: 3 },
  // ERC-777
  'send(address,uint256,bytes)': { inputs: [1] },
  'burn(uint256,bytes)': { inputs: [0] },
  'operatorSend(address,address,uint256,bytes,bytes)': { inputs: [2] },
  'operatorBurn(address,uint256,bytes,bytes)': { inputs: [1] },
  'tokensReceived(address,address,address,uint256,bytes,bytes)': { inputs: [3], ofCaller: true },
  'tokensToSend(address,address,address,uint256,bytes,bytes)': { inputs: [3], ofCaller: true },
  // ERC-223, ERC-677, ERC-1363
  'transfer(address,uint256,bytes)': { inputs: [1] },
  'transferAndCall(address,uint256)': { inputs: [1] },
  'transferAndCall(address,uint256,bytes)': { inputs: [1] },
  'onTokenTransfer(address,uint256,bytes)': { inputs: [1], ofCaller: true },
  'transferFromAndCall(address,address,uint256)': { inputs: [2] },
  'transferFromAndCall(address,address,uint256,bytes)': { inputs: [2] },
  'approveAndCall(address,uint256)': { inputs: [1], allowance: true },
  'approveAndCall(address,uint256,bytes)': { inputs: [1], allowance: true },
  'tokenFallback(address,uint256,bytes)': { inputs: [1], ofCaller: true },
  'tokenReceived(address,uint256,bytes)': { inputs: [1], ofCaller: true },
  'onTransferReceived(address,address,uint256,bytes)': { inputs: [2], ofCaller: true },
  'onApprovalReceived(address,uint256,bytes)': { inputs: [1], ofCaller: true, allowance: true },
  'receiveApproval(address,uint256,address,bytes)': { inputs: [1], token: 2, allowance: true },
  // ERC-3156
  'flashLoan(address,address,uint256,bytes)': { inputs: [2], token: 1 },
  'onFlashLoan(address,address,uint256,uint256,bytes)': { inputs: [2, 3], token: 1 },
  // Shares of a vault, in its own unit
  'deposit(uint256,address)': { assets: [0], output: true },
  'mint(uint256,address)': { inputs: [0], assetOutput: true },
  'withdraw(uint256,address,address)': { assets: [0], output: true },
  'redeem(uint256,address,address)': { inputs: [0], assetOutput: true },
  'convertToShares(uint256)': { assets: [0], output: true },
  'convertToAssets(uint256)': { inputs: [0], assetOutput: true },
  'maxMint(address)': { output: true, allowance: true },
  'maxRedeem(address)': { output: true },
  'previewDeposit(uint256)': { assets: [0], output: true },
  'previewMint(uint256)': { inputs: [0], assetOutput: true },
  'previewWithdraw(uint256)': { assets: [0], output: true },
  'previewRedeem(uint256)': { inputs: [0], assetOutput: true },
  'maxDeposit(address)': { assetOutput: true, allowance: true },
  'maxWithdraw(address)': { assetOutput: true },
  'totalAssets()': { assetOutput: true },
  // ERC-7540
  'requestDeposit(uint256,address,address)': { assets: [0] },
  'requestRedeem(uint256,address,address)': { inputs: [0] },
  'deposit(uint256,address,address)': { assets: [0], output: true },
  'mint(uint256,address,address)': { inputs: [0], assetOutput: true },
  'pendingDepositRequest(uint256,address)': { assetOutput: true },
  'claimableDepositRequest(uint256,address)': { assetOutput: true },
  'pendingRedeemRequest(uint256,address)': { output: true },
  'claimableRedeemRequest(uint256,address)': { output: true },
  // ERC-6909
  'transfer(address,uint256,uint256)': { inputs: [2], id: 1 },
  'transferFrom(address,address,uint256,uint256)': { inputs: [3], id: 2 },
  'approve(address,uint256,uint256)': { inputs: [2], id: 1, allowance: true },
  'balanceOf(address,uint256)': { output: true, id: 1 },
  'allowance(address,address,uint256)': { output: true, id: 2, allowance: true },
  'totalSupply(uint256)': { output: true, id: 0 },
  'mint(address,uint256,uint256)': { inputs: [2], id: 1 },
  'burn(address,uint256,uint256)': { inputs: [2], id: 1 },
  // WETH9
  'withdraw(uint256)': { inputs: [0], orItem: true },
  'balanceOf(address)': { output: true },
  'allowance(address,address)': { output: true, allowance: true },
  'totalSupply()': { output: true },
  'mint(address,uint256)': { inputs: [1], orItem: true },
  'burn(uint256)': { inputs: [0], orItem: true },
  'burn(address,uint256)': { inputs: [1], orItem: true },
  'burnFrom(address,uint256)': { inputs: [1], orItem: true },
};
export const EVENTS: Readonly<Record<string, Places>> = {
  'Transfer(address,address,uint256)': { inputs: [2] },
  'Approval(address,address,uint256)': { inputs: [2], allowance: true },
  'DelegateVotesChanged(address,uint256,uint256)': { inputs: [1, 2] },
  'Deposit(address,address,uint256,uint256)': { assets: [2], inputs: [3] },
  'Withdraw(address,address,address,uint256,uint256)': { assets: [3], inputs: [4] },
  'DepositRequest(address,address,uint256,address,uint256)': { assets: [4] },
  'RedeemRequest(address,address,uint256,address,uint256)': { inputs: [4] },
  'Deposit(address,uint256)': { inputs: [1] },
  'Withdrawal(address,uint256)': { inputs: [1] },
  // ERC-6909
  'Transfer(address,address,address,uint256,uint256)': { inputs: [4], id: 3 },
  'Approval(address,address,uint256,uint256)': { inputs: [3], id: 2, allowance: true },
  // ERC-223, ERC-677
  'Transfer(address,address,uint256,bytes)': { inputs: [2] },
  // ERC-777
  'Sent(address,address,address,uint256,bytes,bytes)': { inputs: [3] },
  'Minted(address,address,uint256,bytes,bytes)': { inputs: [2] },
  'Burned(address,address,uint256,bytes,bytes)': { inputs: [2] },
  // Permit2
  'Approval(address,address,address,uint160,uint48)': { inputs: [3], token: 1, allowance: true },
  'Permit(address,address,address,uint160,uint48,uint48)': { inputs: [3], token: 1, allowance: true },
};
export const ERRORS: Readonly<Record<string, Places>> = {
  'ERC20InsufficientBalance(address,uint256,uint256)': { inputs: [1, 2] },
  'ERC20InsufficientAllowance(address,uint256,uint256)': { inputs: [1, 2] },
  'ERC4626ExceededMaxDeposit(address,uint256,uint256)': { assets: [1, 2] },
  'ERC4626ExceededMaxMint(address,uint256,uint256)': { inputs: [1, 2] },
  'ERC4626ExceededMaxWithdraw(address,uint256,uint256)': { assets: [1, 2] },
  'ERC4626ExceededMaxRedeem(address,uint256,uint256)': { inputs: [1, 2] },
  'ERC6909InsufficientBalance(address,uint256,uint256,uint256)': { inputs: [1, 2], id: 3 },
  'ERC6909InsufficientAllowance(address,uint256,uint256,uint256)': { inputs: [1, 2], id: 3 },
};

/** Structs of Permit2, by the types and names of their members. */
export const STRUCTS: Readonly<Record<string, Places>> = {
  // PermitDetails
  'address token,uint160 amount,uint48 expiration,uint48 nonce': { inputs: [1], token: 0, allowance: true },
  // TokenPermissions
  'address token,uint256 amount': { inputs: [1], token: 0 },
  // AllowanceTransferDetails
  'address from,address to,uint160 amount,address token': { inputs: [2], token: 3 },
};
