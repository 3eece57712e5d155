/** The families of chains that have a file in this folder. */
export const FAMILY_NAMES = [
  'arbitrum',
  'gnosis',
  'opStack',
  'celo',
  'mantle',
  'polygon',
  'bnbSmartChain',
  'scroll',
  'taiko',
  'avalanche',
  'linea',
  'berachain',
  'frontier',
] as const;
export type FamilyName = (typeof FAMILY_NAMES)[number];
