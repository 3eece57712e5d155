/** What the demo chain's node is told to begin with. Block hashes depend on all of it. */
export const chainId = 31337;
/** 2 March 2026, 08:00 UTC. */
export const genesisTimestamp = 1_772_438_400;
export const blockGasLimit = 60_000_000n;
/** The development mnemonic every local node knows. */
export const mnemonic = 'test test test test test test test test test test test junk';
