/** Proxies of every kind OpenZeppelin has. */
import { encodeFunctionData } from 'viem';
import type { Cast } from '../cast';
import type { Contract, Scribe } from '../scribe';
import { lower } from '../values';

const FILE = 'contracts/Proxies.sol';

export async function playProxies(scribe: Scribe, cast: Cast): Promise<void> {
  await upgradeable(scribe, cast);
  await others(scribe, cast);
}

async function upgradeable(scribe: Scribe, { deployer, alice }: Cast): Promise<void> {
  const one = await scribe.deploy('counterV1', 'CounterV1');
  const two = await scribe.deploy('counterV2', 'CounterV2');
  const initialize = encodeFunctionData({ abi: one.abi, functionName: 'initialize', args: [deployer] });
  const proxy = await scribe.deploy('counter', 'ERC1967Proxy', [one.address, initialize], {
    implementation: 'counterV1',
  });
  const counter = { ...proxy, abi: two.abi };
  await scribe.send({
    name: 'through an ERC-1967 proxy',
    call: [counter, 'add', [5n]],
    calls: 'counter.add counterV1.add',
    state: [{ of: counter, path: 'count', get: 'count' }],
  });
  await scribe.send({
    name: 'a modifier of an implementation',
    from: alice,
    call: [counter, 'add', [1n]],
    calls: 'counter.add counterV1.add',
    fails: {
      ends: { error: 'NotOwner', args: [alice] },
      at: { function: 'onlyOwner', file: FILE, text: '// fails: notOwner' },
    },
  });
  await scribe.send({
    name: 'initialised twice',
    call: [counter, 'initialize', [alice]],
    calls: 'counter.initialize counterV1.initialize',
    fails: {
      ends: { error: 'InvalidInitialization' },
      at: {
        function: 'initializer',
        file: '@openzeppelin/contracts/proxy/utils/Initializable.sol',
        text: 'revert InvalidInitialization();',
        within: 'modifier initializer(',
      },
    },
  });
  await scribe.send({
    name: 'an implementation replaced',
    call: [
      counter,
      'upgradeToAndCall',
      [two.address, encodeFunctionData({ abi: two.abi, functionName: 'setStep', args: [3n] })],
    ],
    calls: 'counter.upgradeToAndCall counterV1.upgradeToAndCall counterV2.proxiableUUID counterV2.setStep',
    // Before the upgrade nobody answers for it.
    state: [{ of: counter, path: 'step', slot: `0x${'1'.padStart(64, '0')}` }],
  });
  await scribe.send({
    name: 'through the proxy after the upgrade',
    call: [counter, 'add', [2n]],
    calls: 'counter.add counterV2.add',
    state: [{ of: counter, path: 'count', get: 'count' }],
  });
}

async function others(scribe: Scribe, { deployer, alice }: Cast): Promise<void> {
  const box = await scribe.deploy('box', 'Box');
  const transparent = await through(scribe, box, 'transparentBox', 'TransparentUpgradeableProxy', [
    box.address,
    alice,
    '0x',
  ]);
  const beacon = await scribe.deploy('beacon', 'UpgradeableBeacon', [box.address, deployer]);
  const beaconBox = await through(scribe, box, 'beaconBox', 'BeaconProxy', [beacon.address, '0x']);
  const store = (name: string, of: Contract, value: bigint, calls: string) =>
    scribe.send({ name, call: [of, 'store', [value]], calls, state: [{ of, path: 'value', get: 'value' }] });
  await store('through a transparent proxy', transparent, 11n, 'transparentBox.store box.store');
  await store('through a beacon proxy', beaconBox, 12n, 'beaconBox.store beacon.implementation box.store');
  await scribe.send({
    name: 'a failure behind a beacon',
    call: [beaconBox, 'store', [12n]],
    calls: 'beaconBox.store beacon.implementation box.store',
    fails: { ends: { reason: 'Box: the same' }, at: { function: 'store', file: FILE, text: '// fails: same' } },
  });
  const factory = await scribe.deploy('boxFactory', 'BoxFactory');
  await scribe.send({ name: 'a clone made', call: [factory, 'make', [box.address, 13n]] });
  const made = scribe.transactions.at(-1)?.events.find(({ name }) => name === 'Made')?.args[0]?.value;
  const clone = scribe.add(
    { key: 'clone', name: 'Box', address: lower(String(made)), abi: box.abi },
    { implementation: 'box' },
  );
  await store('through a clone', clone, 14n, 'clone.store box.store');
}

async function through(
  scribe: Scribe,
  of: Contract,
  key: string,
  name: string,
  args: readonly unknown[],
): Promise<Contract> {
  return { ...(await scribe.deploy(key, name, args, { implementation: of.key })), abi: of.abi };
}
