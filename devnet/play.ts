/** Plays the recorded chain to a node that mines only when told. */
import type { Hex } from 'viem';
import { failingTransactions, type TransactionName } from './names';
import type { RecordedBlock, RecordedChain } from './recorded-chain';
import { request } from './rpc';
import { blockGasLimit } from './rules';

const usualGasLimit: Hex = `0x${blockGasLimit.toString(16)}`;

/**
 * Mines the blocks in order, then lets the node mine by itself, with the time of day.
 * Returns the hash of the last block.
 */
export async function playBlocks(rpcUrl: string, blocks: readonly RecordedBlock[]): Promise<Hex> {
  let gasLimit = usualGasLimit;
  const setGasLimit = async (next: Hex) => {
    if (next !== gasLimit) await request(rpcUrl, 'evm_setBlockGasLimit', [next]);
    gasLimit = next;
  };
  for (const block of blocks) {
    await setGasLimit(block.gasLimit);
    for (const raw of block.transactions) await request(rpcUrl, 'eth_sendRawTransaction', [raw]);
    await request(rpcUrl, 'evm_mine', [{ timestamp: block.timestamp }]);
  }
  await setGasLimit(usualGasLimit);
  const { hash } = (await request(rpcUrl, 'eth_getBlockByNumber', ['latest', false])) as { hash: Hex };
  await request(rpcUrl, 'anvil_setTime', [Math.floor(Date.now() / 1000)]);
  await request(rpcUrl, 'evm_setAutomine', [true]);
  return hash;
}

/**
 * Before Anvil can refuse a blob for its proof, it builds its tables for KZG proofs, which takes seconds of one
 * core. Asked to at once, it does so beside everything else.
 */
export async function warmUpBlobs(rpcUrl: string, refusedBlob: Hex): Promise<void> {
  await request(rpcUrl, 'eth_sendRawTransaction', [refusedBlob]).catch(() => {});
}

/** Throws when a transaction of the chain is missing, or succeeded or failed against its purpose. */
export async function checkOutcomes(rpcUrl: string, chain: RecordedChain): Promise<void> {
  const names = new Map(Object.entries(chain.transactions).map(([name, hash]) => [hash, name as TransactionName]));
  for (const [index, block] of chain.blocks.entries()) {
    const number = `0x${(index + 1).toString(16)}`;
    const receipts = (await request(rpcUrl, 'eth_getBlockReceipts', [number])) as {
      transactionHash: Hex;
      status: Hex;
    }[];
    if (receipts.length !== block.transactions.length) {
      throw new Error(`Block ${index + 1} holds ${receipts.length} of ${block.transactions.length} transactions.`);
    }
    for (const { transactionHash, status } of receipts) {
      const name = names.get(transactionHash);
      const meantToFail = name !== undefined && failingTransactions.has(name);
      if ((status === '0x0') !== meantToFail) {
        throw new Error(`Transaction ${transactionHash} (${name ?? `block ${index + 1}`}) has status ${status}.`);
      }
    }
  }
}
