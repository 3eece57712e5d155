/** Safe 1.4.1: a wallet of two owners, what it pays and calls, and what it refuses. */
import { concat, encodeFunctionData, encodePacked, type Hex, pad, zeroAddress } from 'viem';
import type { Cast } from '../cast';
import type { Contract, ExpectedFailure, Scribe } from '../scribe';
import { lower } from '../values';

const SAFE = '@safe-global/safe-contracts/contracts';

export async function playSafe(scribe: Scribe, { deployer, alice, bob }: Cast, alf: Contract): Promise<void> {
  const singleton = await scribe.deploy('singleton', 'Safe');
  const factory = await scribe.deploy('safeFactory', 'SafeProxyFactory');
  const multiSend = await scribe.deploy('multiSend', 'MultiSend');
  const handler = await scribe.deploy('handler', 'CompatibilityFallbackHandler');
  const make = async (key: string, name: string, owners: readonly Hex[], nonce: bigint) => {
    const setup = encodeFunctionData({
      abi: singleton.abi,
      functionName: 'setup',
      args: [owners, 1n, zeroAddress, '0x', handler.address, zeroAddress, 0n, zeroAddress],
    });
    await scribe.send({ name, call: [factory, 'createProxyWithNonce', [singleton.address, setup, nonce]] });
    const made = scribe.transactions.at(-1)?.events.find((event) => event.name === 'ProxyCreation')?.args[0]?.value;
    return scribe.add(
      { key, name: 'SafeProxy', address: lower(String(made)), abi: singleton.abi },
      { implementation: 'singleton' },
    );
  };
  const safe = await make('safe', 'a Safe made', [deployer, alice], 1n);
  await scribe.send({
    name: 'ether for the Safe',
    to: safe.address,
    value: 10n ** 18n,
    calls: 'safe.receive singleton.receive',
  });
  await scribe.send({ name: 'tokens for the Safe', call: [alf, 'transfer', [safe.address, 1_000n]] });
  /** An owner who sends the transaction needs no signature: v = 1 (Safe.checkNSignatures). */
  const approvedBy = (owner: Hex) => concat([pad(owner, { size: 32 }), pad('0x', { size: 32 }), '0x01']);
  const execute = (
    name: string,
    to: Hex,
    value: bigint,
    data: Hex,
    operation: 0 | 1,
    more: { by?: Hex; calls?: string; fails?: ExpectedFailure } = {},
  ) =>
    scribe.send({
      name,
      call: [
        safe,
        'execTransaction',
        [to, value, data, operation, 0n, 0n, 0n, zeroAddress, zeroAddress, approvedBy(more.by ?? deployer)],
      ],
      ...(more.calls && { calls: more.calls }),
      ...(more.fails ? { fails: more.fails } : { state: [{ of: safe, path: 'nonce', get: 'nonce' }] }),
    });
  const executing = (to: Hex, data: Hex, owner: Hex) =>
    encodeFunctionData({
      abi: singleton.abi,
      functionName: 'execTransaction',
      args: [to, 0n, data, 0, 0n, 0n, 0n, zeroAddress, zeroAddress, approvedBy(owner)],
    });
  const proxied = 'safe.execTransaction singleton.execTransaction';
  await execute('a Safe pays ether', bob, 5n, '0x', 0, { calls: `${proxied} ${bob}.` });
  const transfer = encodeFunctionData({ abi: alf.abi, functionName: 'transfer', args: [bob, 10n] });
  await execute('a Safe pays tokens', alf.address, 0n, transfer, 0, { calls: `${proxied} alf.transfer` });
  const packed = concat([
    encodePacked(['uint8', 'address', 'uint256', 'uint256', 'bytes'], [0, alf.address, 0n, 68n, transfer]),
    encodePacked(['uint8', 'address', 'uint256', 'uint256', 'bytes'], [0, bob, 3n, 0n, '0x']),
  ]);
  const many = encodeFunctionData({ abi: multiSend.abi, functionName: 'multiSend', args: [packed] });
  await execute('a Safe sends several', multiSend.address, 0n, many, 1, {
    calls: `${proxied} multiSend.multiSend alf.transfer ${bob}.`,
  });
  const threshold = encodeFunctionData({ abi: singleton.abi, functionName: 'addOwnerWithThreshold', args: [bob, 1n] });
  await execute('an owner added', safe.address, 0n, threshold, 0);
  await execute('signed by nobody who may', bob, 1n, '0x', 0, {
    by: scribe.accounts[7] as Hex,
    fails: {
      ends: { reason: 'GS025' },
      at: { function: 'checkNSignatures', file: `${SAFE}/Safe.sol`, text: '"GS025"' },
    },
  });
  await execute(
    'what a Safe calls fails',
    alf.address,
    0n,
    encodeFunctionData({ abi: alf.abi, functionName: 'transfer', args: [bob, 10n ** 30n] }),
    0,
    {
      calls: `${proxied} alf.transfer`,
      fails: {
        ends: { reason: 'GS013' },
        cause: { error: 'ERC20InsufficientBalance', args: [safe.address, 980n, 10n ** 30n] },
        at: {
          function: '_update',
          file: '@openzeppelin/contracts/token/ERC20/ERC20.sol',
          text: 'revert ERC20InsufficientBalance(',
        },
      },
    },
  );
  await scribe.send({
    name: 'a Safe called by no owner',
    call: [safe, 'addOwnerWithThreshold', [bob, 1n]],
    calls: 'safe.addOwnerWithThreshold singleton.addOwnerWithThreshold',
    fails: {
      ends: { reason: 'GS031' },
      at: { function: 'requireSelfCall', file: `${SAFE}/common/SelfAuthorized.sol`, text: '"GS031"' },
    },
  });
  const middle = await make('middleSafe', 'a Safe that a Safe owns', [safe.address], 2n);
  const inner = await make('innerSafe', 'a Safe that this one owns', [middle.address], 3n);
  const tooMuch = encodeFunctionData({ abi: alf.abi, functionName: 'transfer', args: [bob, 10n ** 30n] });
  await execute(
    'what the last of three Safes calls fails',
    middle.address,
    0n,
    executing(inner.address, executing(alf.address, tooMuch, middle.address), safe.address),
    0,
    {
      calls: `${proxied} middleSafe.execTransaction singleton.execTransaction innerSafe.execTransaction singleton.execTransaction alf.transfer`,
      fails: {
        ends: { reason: 'GS013' },
        cause: { error: 'ERC20InsufficientBalance', args: [inner.address, 0n, 10n ** 30n] },
        at: {
          function: '_update',
          file: '@openzeppelin/contracts/token/ERC20/ERC20.sol',
          text: 'revert ERC20InsufficientBalance(',
        },
      },
    },
  );
}
