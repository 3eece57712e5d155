/** Accounts that are contracts: user operations (ERC-4337), a batch by delegated code, a diamond, and code too deep for the stack. */
import { encodeErrorResult, encodeFunctionData, type Hex, maxUint256, pad, toFunctionSelector } from 'viem';
import type { Cast } from '../cast';
import type { Contract, Scribe } from '../scribe';
import { authorize } from './plain';

export async function playAccounts(scribe: Scribe, cast: Cast, alf: Contract): Promise<void> {
  const account = await operations(scribe, cast, alf);
  await batch(scribe, cast, alf, account);
  await diamond(scribe, cast);
  await deepStack(scribe);
}

async function operations(scribe: Scribe, { deployer, alice, bob }: Cast, alf: Contract): Promise<Contract> {
  const point = await scribe.deploy('entryPoint', 'EntryPoint');
  const account = await scribe.deploy('smartAccount', 'SmartAccount', [deployer, point.address]);
  await scribe.send({ name: 'ether for an account', to: account.address, value: 10n ** 18n });
  await scribe.send({ name: 'tokens for an account', call: [alf, 'transfer', [account.address, 1_000n]] });
  const operation = (nonce: bigint, callData: Hex, signature: Hex = `0x${'11'.repeat(65)}`) => ({
    sender: account.address,
    nonce,
    initCode: '0x',
    callData,
    accountGasLimits: pad('0x1', { size: 32 }),
    preVerificationGas: 50_000n,
    gasFees: pad('0x2', { size: 32 }),
    paymasterAndData: '0x',
    signature,
  });
  const transfer = (amount: bigint) =>
    encodeFunctionData({ abi: alf.abi, functionName: 'transfer', args: [bob, amount] });
  const approve = encodeFunctionData({ abi: alf.abi, functionName: 'approve', args: [alice, maxUint256] });
  const call = (functionName: string, args: readonly unknown[]) =>
    encodeFunctionData({ abi: account.abi, functionName, args: [...args] });
  const tooMuch = 10n ** 30n;
  const several = call('executeBatch', [
    [alf.address, alf.address],
    [transfer(7n), approve],
  ]);
  await scribe.send({
    name: 'two user operations, one of which fails',
    from: alice,
    call: [
      point,
      'handleOps',
      [[operation(0n, several), operation(1n, call('execute', [alf.address, 0n, transfer(tooMuch)]))], bob],
    ],
    calls: [
      'entryPoint.handleOps',
      'smartAccount.validateUserOp entryPoint.receive smartAccount.executeBatch alf.transfer alf.approve',
      'smartAccount.validateUserOp entryPoint.receive smartAccount.execute alf.transfer',
      `${bob}.`,
    ].join(' '),
    state: [
      {
        of: point,
        path: `nonceSequenceNumber[${account.address}][0]`,
        get: 'nonceSequenceNumber',
        args: [account.address, 0n],
      },
    ],
  });
  const reason = scribe.transactions.at(-1)?.events.find(({ name }) => name === 'UserOperationRevertReason');
  const inner = encodeErrorResult({
    abi: alf.abi,
    errorName: 'ERC20InsufficientBalance',
    args: [account.address, 993n, tooMuch],
  });
  if (reason?.args.at(-1)?.value !== inner) throw new Error('The operation fails otherwise than meant.');
  await scribe.send({
    name: 'a user operation without a signature',
    from: alice,
    call: [point, 'handleOps', [[operation(2n, '0x', '0x11')], bob]],
    calls: 'entryPoint.handleOps smartAccount.validateUserOp entryPoint.receive',
    fails: {
      ends: { error: 'FailedOp', args: [0n, 'AA24 signature error'] },
      at: { function: 'handleOps', file: 'contracts/Accounts.sol', text: 'revert FailedOp(at, "AA24' },
    },
  });
  return account;
}

/** The key of the node's fifth account, from Hardhat's well-known mnemonic. */
const DAVES_KEY = '0x47e179ec197488593b187f80a00eb0da91f1b9d0b13f8733639f19c30a34926a';

async function batch(scribe: Scribe, { alice, bob, dave }: Cast, alf: Contract, account: Contract): Promise<void> {
  const authorization = await authorize(scribe, DAVES_KEY, dave, account.address);
  const delegated = scribe.add({ ...account, key: 'dave', address: dave }, { implementation: account.key });
  await scribe.send({ name: 'tokens for a delegating account', call: [alf, 'transfer', [dave, 50n]] });
  const transfer = encodeFunctionData({ abi: alf.abi, functionName: 'transfer', args: [bob, 5n] });
  await scribe.send({
    name: 'a batch by delegated code',
    from: alice,
    call: [
      delegated,
      'executeBatch',
      [
        [alf.address, bob],
        [transfer, '0x'],
      ],
    ],
    more: { authorizationList: [authorization], type: '0x4' },
    calls: `dave.executeBatch alf.transfer ${bob}.`,
  });
}

async function diamond(scribe: Scribe, { deployer }: Cast): Promise<void> {
  const counter = await scribe.deploy('counterFacet', 'CounterFacet');
  const failing = await scribe.deploy('failingFacet', 'FailingFacet');
  const cut = [
    {
      facet: counter.address,
      action: 0,
      selectors: ['increase(uint256)', 'read(address)'].map((each) => toFunctionSelector(each)),
    },
    { facet: failing.address, action: 0, selectors: [toFunctionSelector('boom()')] },
  ];
  const whole = await scribe.deploy('diamond', 'Diamond', [cut]);
  const through = (facet: Contract) => ({ ...whole, abi: facet.abi });
  const read = { of: through(counter), get: 'read', args: [deployer] };
  await scribe.send({
    name: 'a facet counts',
    call: [through(counter), 'increase', [5n]],
    calls: 'diamond.increase counterFacet.increase',
    state: [
      { ...read, path: 'Counter.count', item: 0 },
      { ...read, path: `Counter.shares[${deployer}]`, item: 1 },
    ],
  });
  const file = 'contracts/Diamond.sol';
  await scribe.send({
    name: 'a facet fails',
    call: [through(failing), 'boom'],
    calls: 'diamond.boom failingFacet.boom',
    fails: {
      ends: { error: 'Facet', args: ['facet boom', [1n, 2n]], abi: failing.abi },
      at: { function: 'boom', file, text: '// fails: facet' },
    },
  });
  await scribe.send({
    name: 'no facet for the selector',
    to: whole.address,
    data: '0x12345678',
    fails: {
      ends: { error: 'NoFacet', args: ['0x12345678'] },
      at: { function: 'fallback', file, text: '// fails: noFacet' },
    },
  });
}

async function deepStack(scribe: Scribe): Promise<void> {
  const deep = await scribe.deploy('deepStack', 'DeepStack');
  const many = (of: (at: number) => bigint) =>
    Object.fromEntries(Array.from('abcdefghijklmnopqr', (letter, at) => [letter, of(at)]));
  await scribe.send({
    name: 'via IR: more variables than the stack reaches',
    call: [deep, 'run', [many((at) => BigInt(at + 1))]],
    calls: 'deepStack.run',
    state: [{ of: deep, path: 'total', get: 'total' }],
  });
  // 16 values from 1 in steps of 20 are 2,416 together, and the last is 301.
  await scribe.send({
    name: 'via IR: a deep stack fails',
    call: [deep, 'run', [many((at) => BigInt(at * 20 + 1))]],
    calls: 'deepStack.run',
    fails: {
      ends: { error: 'TooMuch', args: [2_416n, 301n] },
      at: { function: 'run', file: 'contracts/DeepStack.sol', text: '// fails: tooMuch' },
    },
  });
}
