/** What the machine itself does: precompiles, self-destruct, ether chains, deep and wide call trees. */
import { getContractAddress, keccak256, parseSignature, stringToHex } from 'viem';
import { accounts } from '../accounts';
import type { ChainBuilder, Contract } from '../chain-builder';
import { ether } from './tokens';

export async function showMachine(chain: ChainBuilder): Promise<void> {
  const precompiles = chain.deploy('Precompiles');
  const digest = keccak256(stringToHex('signed by Grace'));
  const { r, s, yParity } = parseSignature(await accounts.grace.sign({ hash: digest }));
  chain.call('grace', precompiles, 'useAll', [stringToHex('some data'), digest, 27 + yParity, r, s], {
    name: 'precompiles',
  });
  const undertaker = chain.deploy('Undertaker');
  chain.call('heidi', undertaker, 'brief', [accounts.ivan.address], { value: ether / 5n, name: 'self-destruct' });
  relayEther(chain);
}

/** The call trees. The widest is last because it is by far the most work for a node. */
export function growCallTrees(chain: ChainBuilder): void {
  const descent = chain.deploy('Descent');
  // At 63/64 a level (EIP-150), 1,000 levels leave one part in seven million of the gas.
  const gas = 150_000_000_000n;
  chain.call('ivan', descent, 'descend', [999n], { gas, blockGasLimit: gas, name: 'deep-recursion' });
  const tree = chain.deploy('CallTree');
  const leaf = getContractAddress({ from: tree.address, nonce: 1n });
  chain.register('CallLeaf', { name: 'CallLeaf', address: leaf, abi: chain.artifact('CallLeaf').abi });
  chain.call('ivan', tree, 'run', [112n], { gas: 1_000_000n, name: 'thousand-calls' });
  chain.call('ivan', tree, 'run', [11_200n], { gas: 50_000_000n, name: 'hundred-thousand-calls' });
}

function relayEther(chain: ChainBuilder): void {
  const nobody = '0x0000000000000000000000000000000000000000';
  let first: Contract | undefined;
  for (let position = 8; position >= 1; position--) {
    first = chain.deploy('EtherRelay', [first?.address ?? nobody, accounts.heidi.address], {
      label: `EtherRelay${position}`,
    });
  }
  if (first !== undefined) chain.call('ivan', first, 'pass', [], { value: ether, gas: 500_000n, name: 'ether-relay' });
}
