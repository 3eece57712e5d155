/** A contract small enough to be written as bytes, for tests that need some code on a chain. */
import { ANVIL_ACCOUNTS, type Anvil } from './anvil';
import { sendMined } from './mined';

/**
 * Takes one word: stores it in slot 0, logs it with topic 1 and returns it.
 * Calldata longer than 32 bytes makes it revert with the first word.
 */
export const ECHO_RUNTIME = [
  '5f35805f52', // PUSH0 CALLDATALOAD DUP1 PUSH0 MSTORE
  '602036116018', // PUSH1 32, CALLDATASIZE GT, PUSH1 0x18
  '57', // JUMPI
  '5f55', // PUSH0 SSTORE
  '600160205fa1', // LOG1(0, 32, topic 1)
  '60205ff3', // RETURN(0, 32)
  '5b60205ffd', // 0x18: JUMPDEST, REVERT(0, 32)
].join('');

/** Deploys runtime bytecode as it is and answers the contract's address, lower case. */
export async function deployRuntime(anvil: Anvil, runtime: string): Promise<`0x${string}`> {
  const length = (runtime.length / 2).toString(16).padStart(4, '0');
  // PUSH2 length, DUP1, PUSH1 start of the runtime, PUSH0, CODECOPY, PUSH0, RETURN
  const data = `0x61${length}80600a5f395ff3${runtime}`;
  return (await sendMined(anvil, { from: ANVIL_ACCOUNTS[0], data, gas: '0x100000' })).contractAddress;
}

/** A word as 0x and 64 digits. */
export function word(value: number | bigint): `0x${string}` {
  return `0x${value.toString(16).padStart(64, '0')}`;
}
