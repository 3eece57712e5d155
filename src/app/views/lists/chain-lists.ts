/** The lists of a chain, for menus and for the strip above each; `menu` and `entry` are their places in the menus of an explorer. */
export const CHAIN_LISTS = [
  {
    to: '/{-$network}/transactions',
    label: 'Transactions',
    menu: 'Blockchain',
    entry: 'Latest transactions',
  },
  { to: '/{-$network}/blocks', label: 'Blocks', menu: 'Blockchain', entry: 'Latest blocks' },
  {
    to: '/{-$network}/token-transfers',
    label: 'Token transfers',
    menu: 'Tokens',
    entry: 'Token Transfers ERC-20',
  },
  { to: '/{-$network}/nft-transfers', label: 'NFT transfers', menu: 'NFTs', entry: 'NFT Latest Transfers' },
] as const;

/** The menus of an explorer, in their order. */
export const LIST_MENUS = ['Blockchain', 'Tokens', 'NFTs'] as const;
