/** What the Hardhat node of the foreign chain runs with; its chain id comes from whoever starts it. */
module.exports = {
  networks: {
    hardhat: {
      chainId: Number(process.env.FOREIGN_CHAIN_ID ?? 31337),
      hardfork: 'prague',
      // Transactions are meant to fail, and the hash is wanted of those that do.
      throwOnTransactionFailures: false,
      allowUnlimitedContractSize: false,
    },
  },
};
