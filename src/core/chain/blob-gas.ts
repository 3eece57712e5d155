/** Gas of one blob (EIP-4844). */
export const BLOB_GAS = 131_072n;
