/** Names of the precompiles of chains of Frontier, after their runtimes (frontier.ts has the sources). */

const SHARED: Readonly<Record<number, string>> = {
  1024: 'SHA3 of FIPS 202',
  1025: 'dispatch',
  1026: 'public key recovery',
};
const PEAQ: Readonly<Record<number, string>> = {
  2048: 'DID',
  2049: 'storage',
  2050: 'RBAC',
  2051: 'XTokens',
  2052: 'XCM utilities',
  2053: 'batch',
  2054: 'asset factory',
  2055: 'parachain staking',
  2056: 'vesting',
  2057: 'native token as ERC-20',
};
const MOONBEAM: Readonly<Record<number, string>> = {
  256: 'secp256r1',
  2048: 'parachain staking',
  2049: 'crowdloan rewards',
  2050: 'native token as ERC-20',
  2051: 'democracy',
  2052: 'XTokens',
  2053: 'relay encoder',
  2054: 'XCM transactor',
  2055: 'author mapping',
  2056: 'batch',
  2057: 'randomness',
  2058: 'call permit',
  2059: 'proxy',
  2060: 'XCM utilities',
  2061: 'XCM transactor',
  2062: 'council',
  2063: 'technical committee',
  2064: 'treasury council',
  2065: 'referenda',
  2066: 'conviction voting',
  2067: 'preimage',
  2068: 'open technical committee',
  2069: 'precompile registry',
  2070: 'GMP',
  2071: 'XCM transactor',
  2072: 'identity',
  2073: 'relay data verifier',
  2074: 'XCM',
};
const ASTAR: Readonly<Record<number, string>> = {
  1027: 'Ed25519',
  20481: 'dApp staking',
  20482: 'Sr25519',
  20483: 'ECDSA of Substrate',
  20484: 'XCM',
  20487: 'dispatch of lockdrops',
};

const BY_CHAIN: Readonly<Record<number, Readonly<Record<number, string>> | undefined>> = {
  3338: PEAQ,
  9990: PEAQ,
  2241: PEAQ,
  1284: MOONBEAM,
  1285: MOONBEAM,
  1287: MOONBEAM,
  592: ASTAR,
  336: ASTAR,
  81: ASTAR,
};

/** Returns what the precompile at the address does, in a word or two; undefined where it is not known. */
export function namedPrecompile(id: number, address: number): string | undefined {
  return BY_CHAIN[id]?.[address] ?? SHARED[address];
}
