/** The families of chains that have a file in this folder. */
export const FAMILY_NAMES = ['gnosis', 'opStack', 'celo'] as const;
export type FamilyName = (typeof FAMILY_NAMES)[number];
