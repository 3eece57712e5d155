/** Which list of an address the path names. */
export const ACCOUNT_LIST_KINDS = ['all', 'direct', 'internal', 'tokens', 'nft', 'transfers'] as const;
export type AccountListKind = (typeof ACCOUNT_LIST_KINDS)[number];

/** Returns the kind of a path's segment; undefined where there is none of that name. */
export function accountListKind(segment: string | undefined): AccountListKind | undefined {
  return ACCOUNT_LIST_KINDS.find((kind) => kind === segment);
}
