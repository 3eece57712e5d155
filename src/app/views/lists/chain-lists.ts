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

/** A menu of an explorer with some of the lists. */
export type ListMenuName = (typeof CHAIN_LISTS)[number]['menu'];
