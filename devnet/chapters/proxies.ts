/** Code behind other addresses: UUPS, beacon, minimal clones, a linked library, CREATE2. */
import { encodeAbiParameters, encodePacked, getContractAddress, type Hex, maxUint256, padHex } from 'viem';
import { accounts } from '../accounts';
import { type ChainBuilder, type Contract, encode } from '../chain-builder';
import { ether, type Tokens } from './tokens';

export type Proxies = { vault: Contract; tallies: Contract[]; weather: Contract; escrows: Contract };

export function deployProxies(chain: ChainBuilder, tokens: Tokens): Proxies {
  const first = chain.deploy('VaultV1');
  const setUp = encode(first, 'setUp', [tokens.maple.address, accounts.deployer.address]);
  const proxy = chain.deploy('ERC1967Proxy', [first.address, setUp], { label: 'VaultProxy' });
  const tally = chain.deploy('TallyV1');
  const beacon = chain.deploy('Beacon', [tally.address]);
  const tallies = ['NorthTally', 'SouthTally'].map((label) => ({
    ...chain.deploy('BeaconProxy', [beacon.address], { label }),
    abi: tally.abi,
  }));
  const library = chain.deploy('Statistics');
  const weather = chain.deploy('WeatherStation', [], { libraries: { Statistics: library.address } });
  const escrow = chain.deploy('Escrow');
  const escrows = chain.deploy('EscrowFactory', [escrow.address]);
  return { vault: { ...proxy, abi: first.abi }, tallies, weather, escrows };
}

/** The named transactions, up to and including both upgrades. */
export function showProxies(chain: ChainBuilder, tokens: Tokens, { vault, tallies, weather, escrows }: Proxies): void {
  for (const person of ['alice', 'bob'] as const) {
    chain.call(person, tokens.maple, 'approve', [vault.address, maxUint256]);
    chain.call(person, vault, 'deposit', [2_000n * ether]);
  }
  chain.call('alice', vault, 'withdraw', [500n * ether], { name: 'uups-before-upgrade' });
  const second = chain.deploy('VaultV2');
  chain.call('bob', vault, 'upgradeToAndCall', [second.address, '0x'], { name: 'uups-upgrade-refused' });
  chain.call('deployer', vault, 'upgradeToAndCall', [second.address, encode(second, 'setFee', [250])], {
    name: 'uups-upgrade',
  });
  chain.call('alice', vault, 'withdraw', [500n * ether], { name: 'uups-after-upgrade' });

  const [north, south] = tallies;
  if (north === undefined || south === undefined) throw new Error('There are two tallies.');
  chain.call('carol', south, 'tally');
  chain.call('carol', north, 'tally', [], { name: 'beacon-before-upgrade' });
  const tally = chain.deploy('TallyV2');
  const beacon: Contract = {
    name: 'Beacon',
    address: chain.contracts.Beacon as Hex,
    abi: chain.artifact('Beacon').abi,
  };
  chain.call('deployer', beacon, 'upgradeTo', [tally.address], { name: 'beacon-upgrade' });
  chain.call('carol', north, 'tally', [], { name: 'beacon-after-upgrade' });

  chain.call('dave', escrows, 'open', [accounts.erin.address], {
    value: 3n * ether,
    gas: 400_000n,
    name: 'clone-created',
  });
  const clone = chain.register('FirstEscrow', firstEscrow(chain, escrows));
  chain.call('dave', clone, 'release', [], { name: 'clone-used' });

  chain.call('erin', weather, 'report', [[12n, 0n, 7n, 33n, 4n]], { gas: 500_000n, name: 'linked-library' });
  deployByCreate2(chain);
}

function firstEscrow(chain: ChainBuilder, escrows: Contract): Contract {
  const implementation = chain.contracts.Escrow as Hex;
  const address = getContractAddress({
    opcode: 'CREATE2',
    from: escrows.address,
    salt: padHex('0x0', { size: 32 }),
    bytecode: encodePacked(
      ['bytes', 'address', 'bytes'],
      ['0x3d602d80600a3d3981f3363d3d373d3d3d363d73', implementation, '0x5af43d82803e903d91602b57fd5bf3'],
    ),
  });
  return { name: 'Escrow', address, abi: chain.artifact('Escrow').abi };
}

function deployByCreate2(chain: ChainBuilder): void {
  const factory = chain.deploy('Create2Factory');
  const { abi, bytecode } = chain.artifact('Purse');
  const args = encodeAbiParameters(
    [{ type: 'address' }, { type: 'string' }],
    [accounts.grace.address, 'A penny saved is a penny earned, they say.'],
  );
  const code = `${bytecode}${args.slice(2)}` as Hex;
  const salt = padHex('0x10ca1', { size: 32 });
  const address = getContractAddress({ opcode: 'CREATE2', from: factory.address, salt, bytecode: code });
  const gas = 1_500_000n;
  chain.call('grace', factory, 'deploy', [salt, code], { gas, value: ether, name: 'create2-deploy' });
  chain.register('Purse', { name: 'Purse', address, abi });
  chain.call('grace', factory, 'deploy', [salt, code], { gas, name: 'create2-again' });
}
