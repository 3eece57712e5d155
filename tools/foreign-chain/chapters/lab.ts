/** Failures of every kind, and values of every kind. */
import { encodeAbiParameters, encodeErrorResult, encodeFunctionData, type Hex, parseAbi, sha256, toHex } from 'viem';
import type { Cast } from '../cast';
import type { Contract, ExpectedFailure, Scribe } from '../scribe';

const FILE = 'contracts/Lab.sol';
const PHASES = ['Open', 'Filled', 'Closed'];

export async function playLab(scribe: Scribe, { alice, bob, deployer }: Cast): Promise<Contract> {
  const mathLib = await scribe.deploy('mathLib', 'MathLib');
  const lab = await scribe.deploy('lab', 'Lab', [], { libraries: { MathLib: mathLib.address } });
  await succeed(scribe, lab, { alice, bob });
  await fail(scribe, lab, { alice, bob, deployer, mathLib });
  await creations(scribe, lab);
  return lab;
}

async function succeed(scribe: Scribe, lab: Contract, { alice, bob }: Pick<Cast, 'alice' | 'bob'>): Promise<void> {
  const order = { maker: bob, price: 123_456_789n, phase: 1, id: 77n, route: [1n, 2n, 3n] };
  await scribe.send({
    name: 'struct with enum and array',
    from: alice,
    call: [lab, 'fill', [order]],
    calls: 'lab.fill',
    state: [
      { of: lab, path: 'orders[77].maker', get: 'orders', args: [77n], item: 0 },
      { of: lab, path: 'orders[77].price', get: 'orders', args: [77n], item: 1 },
      { of: lab, path: 'orders[77].phase', get: 'orders', args: [77n], item: 2, members: PHASES },
      { of: lab, path: 'orders[77].id', get: 'orders', args: [77n], item: 3 },
      { of: lab, path: 'phase', get: 'phase', members: PHASES },
    ],
  });
  for (const [name, text] of [
    ['short string, anonymous event', 'after'],
    ['long string', 'a text that is much longer than the thirty-one bytes one slot can hold'],
    ['text of other scripts', '漢字 عربى ✓'],
  ] as const)
    await scribe.send({
      name,
      call: [lab, 'write', [text]],
      calls: 'lab.write',
      state: [{ of: lab, path: 'text', get: 'text' }],
    });
  await scribe.send({
    name: 'packed values and a nested mapping',
    from: alice,
    call: [lab, 'pack', [5n, 6n]],
    calls: 'lab.pack',
    state: [
      { of: lab, path: 'low', get: 'low' },
      { of: lab, path: 'high', get: 'high' },
      { of: lab, path: `held[${alice}][5]`, get: 'held', args: [alice, 5n] },
    ],
  });
  await scribe.send({
    name: 'a loop over an internal function',
    call: [lab, 'sum', [Array.from({ length: 40 }, (_, at) => BigInt(at))]],
    calls: 'lab.sum',
    state: [{ of: lab, path: 'total', get: 'total' }],
  });
  await scribe.send({
    name: 'slots cleared, gas refunded',
    call: [lab, 'clear'],
    calls: 'lab.clear',
    state: [
      { of: lab, path: 'low', get: 'low' },
      { of: lab, path: 'high', get: 'high' },
      { of: lab, path: 'total', get: 'total' },
    ],
  });
  await scribe.send({ name: 'transient storage', call: [lab, 'enterOnce'], calls: 'lab.enterOnce lab.look' });
  await scribe.send({ name: 'a caught failure', call: [lab, 'swallow'], calls: 'lab.swallow lab.denied' });
  await scribe.send({
    name: 'ether forwarded',
    value: 7n,
    call: [lab, 'forward', [bob]],
    calls: `lab.forward ${bob}.`,
  });
  await scribe.send({ name: 'ether received', value: 10n ** 18n, to: lab.address, calls: 'lab.receive' });
  const data = toHex('loupe');
  const digest = sha256(data);
  await scribe.send({
    name: 'a precompile',
    call: [lab, 'hash', [data]],
    calls: `lab.hash 0x${'2'.padStart(40, '0')}.`,
    state: [{ of: lab, path: 'total', get: 'total' }],
  });
  if (BigInt(digest) !== (await scribe.read(lab, 'total'))) throw new Error('The chain hashes otherwise.');
  await scribe.send({ name: 'text as input', to: bob, data: toHex('gm, bob'), calls: `${bob}.` });
  await scribe.send({ name: 'selfdestruct pays an heir', call: [lab, 'end', [bob]] });
}

type Parties = Pick<Cast, 'alice' | 'bob' | 'deployer'> & { mathLib: Contract };

async function fail(scribe: Scribe, lab: Contract, { alice, bob, mathLib }: Parties): Promise<void> {
  const at = (method: string, text: string) => ({ function: method, file: FILE, text: `// fails: ${text}` });
  const deniedError = (who: Hex, level: bigint) => ({ error: 'Denied', args: [who, level, 'level too high'] });
  const deniedData = encodeErrorResult({
    abi: parseAbi(['error Denied(address who, uint256 level, string why)']),
    errorName: 'Denied',
    args: [lab.address, 9n, 'level too high'],
  });
  const cases: readonly (readonly [
    name: string,
    method: string,
    args: readonly unknown[],
    fails: ExpectedFailure,
    calls?: string | undefined,
    gas?: number,
  ])[] = [
    ['require without a reason', 'bare', [1n], { ends: 'nothing', at: at('bare', 'bare') }],
    ['require with a reason', 'said', [1n], { ends: { reason: 'x is too small' }, at: at('said', 'said') }],
    ['custom error', 'denied', [9n], { ends: deniedError(alice, 9n), at: at('_deny', 'denied') }],
    [
      'error in an error',
      'nested',
      [],
      {
        ends: { error: 'Wrapped', args: ['nested', deniedData] },
        cause: deniedError(lab.address, 9n),
        at: at('_deny', 'denied'),
      },
      'lab.nested lab.denied',
    ],
    ['error passed on', 'bubbled', [], { ends: { error: 'Empty' }, at: at('empty', 'empty') }, 'lab.bubbled lab.empty'],
    ['assert', 'asserted', [2n], { ends: { panic: 0x01 }, at: at('asserted', 'asserted') }],
    ['division by zero', 'divided', [0n], { ends: { panic: 0x12 }, at: at('divided', 'divided') }],
    ['overflow', 'overflown', [1n], { ends: { panic: 0x11 }, at: at('overflown', 'overflown') }],
    ['index out of bounds', 'outOfBounds', [5n], { ends: { panic: 0x32 }, at: at('outOfBounds', 'outOfBounds') }],
    ['pop of an empty array', 'popped', [], { ends: { panic: 0x31 }, at: at('popped', 'popped') }],
    ['no such enum member', 'badPhase', [9n], { ends: { panic: 0x21 }, at: at('badPhase', 'badPhase') }],
    ['INVALID', 'invalid', [], { ends: { halt: 'invalid opcode' }, at: at('invalid', 'invalid') }, undefined, 300_000],
    ['unknown error data', 'raw', [], { ends: { data: '0xdeadbeef' }, at: at('raw', 'raw') }],
    ['out of gas in a loop', 'burn', [], { ends: { halt: 'out of gas' }, at: at('burn', 'burn') }, undefined, 200_000],
    [
      'error of a library',
      'capped',
      [4n],
      {
        ends: { error: 'TooBig', args: [4n, 3n], abi: mathLib.abi },
        at: { function: 'capped', file: 'contracts/MathLib.sol', text: '// fails: tooBig' },
      },
      'lab.capped mathLib.capped',
    ],
    [
      'call of an account without code',
      'callNobody',
      [bob],
      { ends: { check: 'code' }, at: at('callNobody', 'callNobody') },
      `lab.callNobody ${bob}.`,
    ],
  ];
  for (const [name, method, args, fails, calls = `lab.${method}`, gas] of cases)
    await scribe.send({ name, from: alice, call: [lab, method, args], fails, calls, ...(gas && { gas }) });
  await scribe.send({
    name: 'no such function',
    to: lab.address,
    data: '0x12345678',
    fails: { ends: { check: 'selector' } },
  });
  await scribe.send({
    name: 'ether for a function that takes none',
    value: 1n,
    to: lab.address,
    data: encodeFunctionData({ abi: lab.abi, functionName: 'pack', args: [1n, 1n] }),
    fails: { ends: { check: 'value' } },
    calls: 'lab.pack',
  });
  await scribe.send({
    name: 'arguments cut short',
    to: lab.address,
    data: encodeFunctionData({ abi: lab.abi, functionName: 'pack', args: [1n, 1n] }).slice(0, 40) as Hex,
    fails: { ends: { check: 'arguments' } },
  });
}

async function creations(scribe: Scribe, lab: Contract): Promise<void> {
  const { abi, bytecode } = scribe.compiled.contract('BadCtor');
  const deployer = scribe.accounts[0] as Hex;
  await scribe.send({
    name: 'failed creation',
    data: `${bytecode}${encodeAbiParameters([{ type: 'uint256' }], [5n]).slice(2)}` as Hex,
    fails: {
      ends: { error: 'CtorFailed', args: [5n, deployer], abi },
      at: { function: 'constructor', file: FILE, text: '// fails: ctor' },
    },
  });
  const child = scribe.compiled.contract('Child');
  const unlucky = { error: 'Unlucky', args: [13n], abi: child.abi };
  const line = { function: 'constructor', file: FILE, text: '// fails: unlucky' };
  await scribe.send({ name: 'CREATE2', call: [lab, 'make', [1n]], state: [{ of: lab, path: 'child', get: 'child' }] });
  await scribe.send({
    name: 'constructor of a CREATE2 fails',
    call: [lab, 'make', [13n]],
    fails: { ends: unlucky, at: line },
  });
  const errors = parseAbi(['error FailedDeployment()']);
  await scribe.send({
    name: 'CREATE2 by a library fails in the constructor',
    call: [lab, 'deploy', [13n]],
    fails: { ends: unlucky, at: line },
  });
  await scribe.send({
    name: 'CREATE2 collides',
    gas: 2_000_000,
    call: [lab, 'deploy', [1n]],
    fails: { ends: { error: 'FailedDeployment', abi: errors }, cause: { halt: 'contract address collision' } },
  });
}
