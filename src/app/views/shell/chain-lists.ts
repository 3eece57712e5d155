/** The lists of a chain, for menus and for the strip above each. */
export const CHAIN_LISTS = [
  { to: '/{-$network}/transactions', label: 'Transactions' },
  { to: '/{-$network}/blocks', label: 'Blocks' },
  { to: '/{-$network}/token-transfers', label: 'Token transfers' },
  { to: '/{-$network}/nft-transfers', label: 'NFT transfers' },
] as const;
