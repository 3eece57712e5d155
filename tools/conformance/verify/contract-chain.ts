/** Anvil with compiled contracts on it. */
import { type AbiParameter, pad, toHex } from 'viem';
import { compileType } from '../../../src/core/abi/abi-type';
import { defaultArgument } from '../../../src/core/abi/argument-text';
import { encodeParameters } from '../../../src/core/abi/encode';
import { bytesToHex } from '../../../src/core/chain/hex';
import type { Address, Hex } from '../../../src/core/chain/primitives';
import { readCompiledCode } from '../../../src/core/contract/build-output/compiled-code';
import { type Anvil, startAnvil } from '../../anvil';
import type { CompiledOutput } from './compile';

export type ContractChain = {
  url: string;
  /** Puts a contract on the chain with its constructor, or, where that reverts, its runtime code alone. `creation` is what was sent once, with its arguments. */
  deploy(output: CompiledOutput, creation: string | undefined): Promise<Address>;
  stop(): Promise<void>;
};

type Receipt = { status: Hex; contractAddress: Address | null };

export async function startContractChain(): Promise<ContractChain> {
  const anvil = await startAnvil({
    args: ['--code-size-limit', '200000', '--gas-limit', '1000000000', '--disable-min-priority-fee'],
    stepsTracing: false,
  });
  const [sender] = await anvil.call<[Address]>('eth_accounts');
  let planted = 0;
  return {
    url: anvil.url,
    async deploy(output, sent) {
      const creation = readCompiledCode(output.evm?.bytecode);
      if (creation === undefined) throw new Error('the contract has no creation code');
      const hex = bytesToHex(creation.bytes) as Hex;
      const args = (sent ?? '').replace(/^0x/, '').slice(hex.length - 2);
      const inputs = (output.abi as { type: string; inputs?: AbiParameter[] }[]).find(
        ({ type }) => type === 'constructor',
      )?.inputs;
      const given = args === '' ? defaultArguments(inputs ?? []) : (`0x${args}` as Hex);
      const created = await create(anvil, sender, `${hex}${given.slice(2)}`);
      if (created !== undefined) return created;
      const runtime = readCompiledCode(output.evm?.deployedBytecode);
      if (runtime === undefined) throw new Error('the contract has no runtime code');
      planted++;
      const address = pad(toHex(0xc0de0000 + planted), { size: 20 }) as Address;
      await anvil.call('anvil_setCode', [address, bytesToHex(runtime.bytes)]);
      return address;
    },
    stop: () => anvil.stop(),
  };
}

/** Undefined where the constructor reverts, or leaves no code. */
async function create(anvil: Anvil, from: Address, data: Hex): Promise<Address | undefined> {
  let hash: Hex;
  try {
    hash = await anvil.call<Hex>('eth_sendTransaction', [{ from, data, gas: toHex(500_000_000) }]);
  } catch {
    return undefined; // the node refuses what is larger than it allows
  }
  const { status, contractAddress } = await receiptOf(anvil, hash);
  if (status !== '0x1' || contractAddress === null) return undefined;
  const code = await anvil.call<Hex>('eth_getCode', [contractAddress, 'latest']);
  return code === '0x' ? undefined : contractAddress;
}

/** Anvil mines at once, but the receipt may come a moment later than the hash. */
async function receiptOf(anvil: Anvil, hash: Hex): Promise<Receipt> {
  for (;;) {
    const receipt = await anvil.call<Receipt | null>('eth_getTransactionReceipt', [hash]);
    if (receipt !== null) return receipt;
  }
}

/** Arguments that a constructor decodes: what its fields begin with. */
function defaultArguments(inputs: readonly AbiParameter[]): Hex {
  const texts = inputs.map((input) => {
    const type = compileType(input);
    const text = type && defaultArgument(type);
    return text === '' && /^bytes\d+$/.test(input.type) ? `0x${'00'.repeat(Number(input.type.slice(5)))}` : text;
  });
  const encoded = encodeParameters(
    inputs,
    texts.map((text) => text ?? ''),
  );
  return encoded.ok ? encoded.value : '0x';
}
