// A project of Hardhat 2 whose tests run on the virtual network at RPC_URL, with the compiler from npm at SOLJSON.
require('@nomicfoundation/hardhat-ethers');
require('@nomicfoundation/hardhat-chai-matchers');
const { subtask } = require('hardhat/config');
const { TASK_COMPILE_SOLIDITY_GET_SOLC_BUILD } = require('hardhat/builtin-tasks/task-names');

const { RPC_URL, SOLJSON, SOLC_VERSION } = process.env;
subtask(TASK_COMPILE_SOLIDITY_GET_SOLC_BUILD, async () => ({
  compilerPath: SOLJSON,
  isSolcJs: true,
  version: SOLC_VERSION,
  longVersion: SOLC_VERSION,
}));

module.exports = {
  solidity: SOLC_VERSION,
  paths: { sources: './src' },
  defaultNetwork: 'virtual',
  networks: { virtual: { url: RPC_URL } },
};
