/** Types that people define, nested and packed storage, pointers to functions, malformed errors, contracts that end. */
import { concat, type Hex, pad, stringToHex } from 'viem';
import type { Cast } from '../cast';
import type { Contract, Scribe } from '../scribe';

const FILE = 'contracts/Wild.sol';
const SIDES = ['Buy', 'Sell', 'Cancelled'];

export async function playWild(scribe: Scribe, cast: Cast): Promise<void> {
  const keeper = await scribe.deploy('keeper', 'Keeper');
  await store(scribe, keeper, cast);
  await nest(scribe, keeper, cast);
  await point(scribe, keeper);
  await malformed(scribe, keeper);
  await end(scribe, cast);
  await library(scribe);
}

async function store(scribe: Scribe, keeper: Contract, { bob }: Cast): Promise<void> {
  const variable = (path: string, members?: readonly string[]) => ({
    of: keeper,
    path,
    get: path,
    ...(members && { members }),
  });
  await scribe.send({
    name: 'eight values in one slot',
    call: [keeper, 'pack', [200, -3, '0xaabbccdd', true, 2, -887_272, bob]],
    calls: 'keeper.pack',
    state: [
      ...['small', 'negative', 'four', 'flag', 'tick', 'who', 'guardCount'].map((path) => variable(path)),
      variable('side', SIDES),
    ],
  });
  await scribe.send({
    name: 'arrays of every kind',
    call: [keeper, 'arrays', [10]],
    calls: 'keeper.arrays',
    state: [
      ...[0, 2].map((at) => ({ of: keeper, path: `three[${at}]`, get: 'three', args: [at] })),
      ...[0, 39].map((at) => ({ of: keeper, path: `forty[${at}]`, get: 'forty', args: [at] })),
      { of: keeper, path: 'matrix[0][1]', get: 'matrix', args: [0, 1], before: zeros(32) },
      { of: keeper, path: 'matrix[1][0]', get: 'matrix', args: [1, 0], before: zeros(32) },
      variable('afterGap'),
    ],
  });
  for (const [name, length] of [
    ['bytes of one slot', 31],
    ['bytes of several slots', 70],
  ] as const)
    await scribe.send({
      name,
      call: [keeper, 'keep', [`0x${'5a'.repeat(length)}`]],
      calls: 'keeper.keep',
      state: [variable('blob')],
    });
}

async function nest(scribe: Scribe, keeper: Contract, { deployer, bob }: Cast): Promise<void> {
  const leaves = [
    { sign: -128, tag: '0x616263', side: 1 },
    { sign: 127, tag: '0x78797a', side: 2 },
  ];
  const node = { who: bob, leaves, weights: [1n, 2n, 3n], note: 'a note that takes more than one word of storage' };
  const leaf = { of: keeper, get: 'leafOf', args: [deployer, 2, 0n, 1n] };
  const path = `book[${deployer}][Cancelled][0].leaves[1]`;
  const stored = { of: keeper, get: 'nodeAt', args: [0n, 1n] };
  await scribe.send({
    name: 'structs in arrays in mappings',
    call: [keeper, 'nest', [node, 2]],
    calls: 'keeper.nest',
    state: [
      { ...leaf, path: `${path}.sign`, item: 0, before: '0' },
      { ...leaf, path: `${path}.tag`, item: 1, before: zeros(3) },
      { ...leaf, path: `${path}.side`, item: 2, members: SIDES, before: 'Buy' },
      { ...stored, path: 'nodes[0].who', item: 0, before: zeros(20) },
      { ...stored, path: 'nodes[0].leaves[1].sign', item: 1, before: '0' },
      { ...stored, path: 'nodes[0].leaves[1].tag', item: 2, before: zeros(3) },
      { ...stored, path: 'nodes[0].weights[1]', item: 3, before: '0' },
    ],
  });
  const key = stringToHex('key', { size: 32 });
  await scribe.send({
    name: 'mappings by text and by a type of its own',
    call: [keeper, 'name', ['känguru', key, -9_000_000_000n]],
    calls: 'keeper.name',
    state: [
      { of: keeper, path: `byName["känguru"][${key}]`, get: 'byName', args: ['känguru', key] },
      { of: keeper, path: 'byPrice[123]', get: 'byPrice', args: [123n] },
    ],
  });
  await scribe.send({
    name: 'one of several functions of a name',
    call: [keeper, 'set', [7n, -2n]],
    calls: 'keeper.set',
    state: [{ of: keeper, path: 'big', get: 'big' }],
  });
}

function zeros(size: number): Hex {
  return `0x${'00'.repeat(size)}`;
}

async function point(scribe: Scribe, keeper: Contract): Promise<void> {
  const next = `${keeper.address}.next`;
  await scribe.send({
    name: 'a pointer to an external function',
    call: [keeper, 'hook', [4n, false]],
    calls: 'keeper.hook keeper.next',
    state: [
      { of: keeper, path: 'hooks[4]', is: [`${zeros(20)}.${zeros(4)}`, next] },
      { of: keeper, path: 'big', get: 'big' },
    ],
  });
  await scribe.send({
    name: 'a pointer to an internal function',
    call: [keeper, 'hook', [5n, true]],
    calls: 'keeper.hook keeper.next',
    state: [
      { of: keeper, path: 'op', is: ['twice', 'thrice'] },
      { of: keeper, path: 'big', get: 'big' },
    ],
  });
  await scribe.send({
    name: 'entered again',
    call: [keeper, 'reenter'],
    calls: 'keeper.reenter keeper.again',
    fails: { ends: { error: 'Reentered' }, at: { function: 'guard', file: FILE, text: '// fails: reentered' } },
  });
  await scribe.send({
    name: 'arrays and structs cleared',
    call: [keeper, 'clear'],
    calls: 'keeper.clear',
    state: [
      { of: keeper, path: 'forty[39]', get: 'forty', args: [39] },
      { of: keeper, path: 'blob', get: 'blob' },
      { of: keeper, path: 'small', get: 'small' },
    ],
  });
}

async function malformed(scribe: Scribe, keeper: Contract): Promise<void> {
  const tryer = await scribe.deploy('tryer', 'Tryer');
  const at = (method: string, mark: string) => ({ function: method, file: FILE, text: `// fails: ${mark}` });
  const deployer = scribe.accounts[0] as Hex;
  const leaf = (sign: number, tag: string, side: number) => ({ sign, tag: stringToHex(tag), side });
  const empty = { sign: 0, tag: '0x000000', side: 0 };
  const node = { who: deployer, leaves: [leaf(-3, 'tag', 2), empty], weights: [0n, 41n], note: 'naïve ✓' };
  await scribe.send({
    name: 'an error of structs',
    call: [keeper, 'failNested', [41n]],
    calls: 'keeper.failNested',
    fails: {
      ends: { error: 'Nested', args: [node, 1, 41n, ['0xc0ffee', '0x'], [leaf(127, 'zzz', 1)]] },
      at: at('failNested', 'nested'),
    },
  });
  const deep = String(await scribe.read(tryer, 'deep')) as Hex;
  scribe.add({ key: 'deep', name: 'Deep', address: deep, abi: scribe.compiled.contract('Deep').abi });
  const fives = 'tryer.tryAll deep.go deep.go deep.go deep.go deep.go';
  await scribe.send({ name: 'failures caught', call: [tryer, 'tryAll'], calls: fives });
  const bubbled = 'tryer.bubble deep.go';
  const word = (value: number) => pad(`0x${value.toString(16)}`, { size: 32 });
  for (const [name, way, fails] of [
    ['enum in an error', 1n, { ends: { error: 'Custom', args: [-5, 2] }, at: at('go', 'custom') }],
    ['text as error data', 2n, { ends: { data: stringToHex('raw reason', { size: 32 }) }, at: at('go', 'rawReason') }],
    [
      'a malformed reason',
      3n,
      {
        ends: { data: concat(['0x08c379a0', word(32), word(1000)]), malformed: 'Error(string)' },
        at: at('go', 'malformedError'),
      },
    ],
    [
      'a malformed panic',
      4n,
      { ends: { data: '0x4e487b71', malformed: 'Panic(uint256)' }, at: at('go', 'malformedPanic') },
    ],
  ] as const)
    await scribe.send({ name, call: [tryer, 'bubble', [way]], calls: bubbled, fails });
  await scribe.send({
    name: 'a result too large for its type',
    call: [tryer, 'tooBig'],
    calls: 'tryer.tooBig deep.go',
    fails: { ends: { check: 'decoding' }, at: at('tooBig', 'tooBig') },
  });
  await scribe.send({
    name: 'a stipend that does not suffice',
    value: 1n,
    call: [tryer, 'stipend', [keeper.address]],
    calls: 'tryer.stipend keeper.receive',
    // `transfer` hands on nothing of why, so the call within is what failed: 2,300 gas do not pay for a write (EIP-2200).
    fails: { ends: { halt: 'out of gas' }, at: { function: 'receive', file: FILE, text: 'big += int256(msg.value)' } },
  });
}

/** Contracts that end in the transaction that made them (EIP-6780). */
async function end(scribe: Scribe, { bob }: Cast): Promise<void> {
  const maker = await scribe.deploy('bombMaker', 'BombMaker');
  await scribe.send({ name: 'selfdestruct to itself', value: 7n, call: [maker, 'toSelf'] });
  await scribe.send({ name: 'selfdestruct to another and to itself', value: 10n, call: [maker, 'toBoth', [bob]] });
}

async function library(scribe: Scribe): Promise<void> {
  const ledger = await scribe.deploy('ledger', 'Ledger');
  const user = await scribe.deploy('ledgerUser', 'LedgerUser', [], { libraries: { Ledger: ledger.address } });
  await scribe.send({
    name: 'an external library writes',
    call: [user, 'put', [3n, 50n]],
    calls: 'ledgerUser.put ledger.put ledger.sum ledger.read',
    state: [
      { of: user, path: 'data.amounts[3]', get: 'entry', args: [3n], item: 0 },
      { of: user, path: 'data.count', get: 'entry', args: [3n], item: 1 },
      { of: user, path: 'last', get: 'last' },
    ],
  });
  await scribe.send({
    name: 'an external library fails',
    call: [user, 'put', [3n, 666n]],
    calls: 'ledgerUser.put ledger.put',
    fails: {
      ends: { error: 'Unwanted', args: [666n], abi: ledger.abi },
      at: { function: 'put', file: FILE, text: '// fails: unwanted' },
    },
  });
}
