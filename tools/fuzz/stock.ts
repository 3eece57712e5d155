/** A scene on `@ethereumjs/evm`, step by step. */
import { Common, Mainnet } from '@ethereumjs/common';
import { createEVM } from '@ethereumjs/evm';
import { SimpleStateManager } from '@ethereumjs/statemanager';
import { Account, createAddressFromString, hexToBytes } from '@ethereumjs/util';
import { precompileAddresses } from '../../src/core/evm/precompiles/table';
import { Fork } from '../../src/core/evm/rules/forks';
import {
  COINBASE,
  gasOf,
  hex,
  memoryText,
  NUMBER,
  numberBytes,
  RANDOM,
  SENDER,
  SHOWN,
  type StepView,
  TIMESTAMP,
} from './ours';
import { addressOf as contractAddress, type Scene } from './programs';

const HARDFORKS: Record<Fork, string> = {
  [Fork.frontier]: 'chainstart',
  [Fork.homestead]: 'homestead',
  [Fork.tangerineWhistle]: 'tangerineWhistle',
  [Fork.spuriousDragon]: 'spuriousDragon',
  [Fork.byzantium]: 'byzantium',
  [Fork.constantinople]: 'constantinople',
  [Fork.petersburg]: 'petersburg',
  [Fork.istanbul]: 'istanbul',
  [Fork.berlin]: 'berlin',
  [Fork.london]: 'london',
  [Fork.paris]: 'paris',
  [Fork.shanghai]: 'shanghai',
  [Fork.cancun]: 'cancun',
  [Fork.prague]: 'prague',
  [Fork.osaka]: 'osaka',
  [Fork.amsterdam]: 'amsterdam',
};

export type StockOutcome = {
  /** Undefined where it cannot be watched: its hook shows memory before the gas for it is asked, however large. */
  steps: StepView[] | undefined;
  result: string;
  gasLeft: bigint;
  stateGas: bigint;
  refund: bigint;
  output: string;
  logs: string;
  /** Accounts that are to go at the end of the transaction. */
  destructed: Set<string>;
  account(address: string): Promise<string>;
  slot(address: string, key: string): Promise<string>;
};

export async function runStock(scene: Scene): Promise<StockOutcome> {
  try {
    return await run(scene, true);
  } catch (thrown) {
    if (thrown instanceof RangeError && thrown.message.startsWith('Invalid typed array length'))
      return run(scene, false);
    throw thrown;
  }
}

async function run(scene: Scene, watched: boolean): Promise<StockOutcome> {
  const common = new Common({ chain: Mainnet, hardfork: HARDFORKS[scene.fork] });
  const stateManager = new SimpleStateManager({ common });
  const evm = await createEVM({ common, stateManager });
  const addressOf = (digits: string) => createAddressFromString(`0x${digits}`);
  for (const { address, code, balance, storage } of scene.contracts) {
    const at = addressOf(hex(address));
    await stateManager.putAccount(at, new Account(1n, balance));
    await stateManager.putCode(at, code);
    for (const [key, value] of storage)
      await stateManager.putStorage(at, new Uint8Array(32).fill(key, 31), trimmed(value));
  }
  if (scene.fork >= Fork.berlin) {
    const warm = [SENDER, scene.contracts[0]?.address ?? SENDER].map(hex);
    if (scene.fork >= Fork.shanghai) warm.push(hex(COINBASE));
    for (const address of precompileAddresses(scene)) warm.push(address.toString(16).padStart(40, '0'));
    for (const address of warm) evm.journal.addAlwaysWarmAddress(address);
    for (const { contract, slots } of scene.warm) {
      evm.journal.addAlwaysWarmAddress(hex(contractAddress(contract)));
      for (const slot of slots) evm.journal.addAlwaysWarmSlot(hex(contractAddress(contract)), hex(numberBytes(slot)));
    }
  }
  const gas = gasOf(scene);
  evm.stateGasReservoir = BigInt(gas.state);
  const steps: StepView[] = [];
  if (watched)
    evm.events.on('step', ({ depth, pc, opcode, gasLeft, stack, memory }) => {
      steps.push({
        depth,
        pc,
        op: opcode.code,
        gas: gasLeft,
        height: stack.length,
        stack: stack
          .slice(-SHOWN)
          .map((item) => item.toString(16))
          .join(),
        memory: memoryText(memory),
      });
    });
  const { execResult } = await evm.runCall({
    caller: addressOf(hex(SENDER)),
    to: addressOf(hex(scene.contracts[0]?.address ?? SENDER)),
    data: scene.data,
    gasLimit: BigInt(gas.execution),
    block: {
      header: {
        number: BigInt(NUMBER),
        coinbase: addressOf(hex(COINBASE)),
        timestamp: BigInt(TIMESTAMP),
        difficulty: scene.fork >= Fork.paris ? 0n : RANDOM,
        prevRandao: numberBytes(Number(RANDOM)),
        gasLimit: 30_000_000n,
        baseFeePerGas: 0n,
        slotNumber: 0n,
        getBlobGasPrice: () => 1n,
      } as never,
    },
  });
  const error = execResult.exceptionError?.error as string | undefined;
  return {
    steps: watched ? steps : undefined,
    result: error === undefined ? 'success' : error === 'revert' ? 'revert' : 'failure',
    gasLeft: BigInt(gas.execution) - execResult.executionGasUsed,
    stateGas: evm.stateGasReservoir,
    refund: execResult.gasRefund ?? 0n,
    output: hex(execResult.returnValue),
    logs: (execResult.logs ?? [])
      .map(([address, topics, data]) => {
        const words = topics.map((topic) => BigInt(`0x${hex(topic)}`).toString(16));
        return `${hex(address)} [${words.join()}] ${hex(data)}`;
      })
      .join('\n'),
    destructed: new Set(Array.from(execResult.selfdestruct?.keys() ?? [], (key) => String(key).replace(/^0x/, ''))),
    async account(address) {
      const found = await stateManager.getAccount(addressOf(address));
      const code = await stateManager.getCode(addressOf(address));
      return `${found?.balance ?? 0n} ${found?.nonce ?? 0n} ${hex(code)}`;
    },
    async slot(address, key) {
      const value = await stateManager.getStorage(addressOf(address), hexToBytes(`0x${key}`));
      return value.length === 0 ? '0' : BigInt(`0x${hex(value)}`).toString(16);
    },
  };
}

/** Returns the value as the stock state keeps it: without leading zeros. */
function trimmed(value: number): Uint8Array {
  const bytes = numberBytes(value);
  const first = bytes.findIndex((byte) => byte !== 0);
  return first < 0 ? new Uint8Array(0) : bytes.slice(first);
}
