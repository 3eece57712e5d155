/** `@ethereumjs/evm` on a workload, as it comes and without any hook: the reference. */
import { Common, Hardfork, Mainnet } from '@ethereumjs/common';
import { createEVM } from '@ethereumjs/evm';
import { SimpleStateManager } from '@ethereumjs/statemanager';
import { createAccount, createAddressFromString } from '@ethereumjs/util';
import { CALLER, calldata, GAS, type Measured } from './ours';

export async function executeStock(creation: Uint8Array, rounds: number): Promise<Measured> {
  const common = new Common({ chain: Mainnet, hardfork: Hardfork.Cancun });
  const stateManager = new SimpleStateManager({ common });
  const evm = await createEVM({ common, stateManager });
  const hex = Array.from(CALLER, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const caller = createAddressFromString(`0x${hex}`);
  await stateManager.putAccount(caller, createAccount({ nonce: 1n, balance: 0n }));
  const made = await evm.runCall({ caller, data: creation, gasLimit: BigInt(GAS) });
  if (made.createdAddress === undefined) throw new Error('the workload was not created');
  // The creation was a transaction of its own: nothing is warm any more, and its values are the original ones now.
  await evm.journal.cleanup();
  stateManager.originalStorageCache.clear();
  const start = performance.now();
  const { execResult } = await evm.runCall({
    caller,
    to: made.createdAddress,
    data: calldata(rounds),
    gasLimit: BigInt(GAS),
  });
  const milliseconds = performance.now() - start;
  if (execResult.exceptionError !== undefined)
    throw new Error(`the workload failed: ${execResult.exceptionError.error}`);
  return { milliseconds, gasUsed: Number(execResult.executionGasUsed) };
}
