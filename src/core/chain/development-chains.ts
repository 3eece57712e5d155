/** Chain ids that development nodes have by default: Hardhat and Anvil, Ganache and geth. */
export const DEVELOPMENT_CHAINS: readonly number[] = [31337, 1337];
