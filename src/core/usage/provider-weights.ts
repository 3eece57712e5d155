/**
 * What providers of endpoints count for a call, of the methods that Loupe asks: numbers from their public price lists
 * (Alchemy: Compute Units, Gelato: Compute Units, Google Cloud: Blockchain RPC, Ethereum API Methods). They change them,
 * and what a plan really counts stands in its own dashboard, so a table is where a reader starts from.
 */
import type { Weights } from './weight-limits';

/** Compute units, of which Alchemy and Gelato have nearly the same list. */
const COMPUTE_UNITS: Weights = {
  '*': 20,
  eth_blockNumber: 10,
  eth_chainId: 10,
  eth_getTransactionReceipt: 15,
  web3_clientVersion: 15,
  eth_getBlockByNumber: 16,
  eth_getStorageAt: 17,
  eth_getTransactionByHash: 17,
  eth_gasPrice: 19,
  eth_getBalance: 19,
  eth_getCode: 19,
  eth_getBlockByHash: 21,
  eth_getProof: 21,
  trace_block: 24,
  eth_call: 26,
  eth_getTransactionCount: 26,
  trace_transaction: 26,
  eth_getLogs: 75,
  eth_estimateGas: 87,
  eth_sendRawTransaction: 250,
};

export const ALCHEMY: Weights = { ...COMPUTE_UNITS, 'debug_*': 309 };

export const GELATO: Weights = {
  ...COMPUTE_UNITS,
  eth_chainId: 0,
  eth_createAccessList: 10,
  eth_feeHistory: 10,
  eth_getBlockReceipts: 500,
  'debug_*': 170,
};

export const GOOGLE_CLOUD: Weights = {
  '*': 1,
  eth_getCode: 10,
  eth_getLogs: 50,
  eth_getProof: 50,
  'debug_*': 50,
  'trace_*': 50,
};
