/** Code compiled via IR, with calldata kept in storage; and calls within a call. */
import { encodeErrorResult, encodeFunctionData } from 'viem';
import type { Cast } from '../cast';
import type { Contract, Scribe } from '../scribe';

export async function playGov(scribe: Scribe, { alice, bob }: Cast, alf: Contract): Promise<void> {
  const gov = await scribe.deploy('gov', 'Gov');
  const data = encodeFunctionData({ abi: alf.abi, functionName: 'transfer', args: [bob, 1n] });
  const state = (id: bigint) => ({
    of: gov,
    path: `proposals[${id}].state`,
    get: 'proposals',
    args: [id],
    item: 1,
    members: ['Pending', 'Active', 'Executed'],
  });
  await scribe.send({
    name: 'via IR: a proposal',
    call: [gov, 'propose', [alf.address, data]],
    calls: 'gov.propose',
    state: [{ of: gov, path: 'count', get: 'count' }],
  });
  await scribe.send({
    name: 'via IR: too early',
    call: [gov, 'execute', [1n]],
    calls: 'gov.execute',
    fails: {
      ends: { error: 'NotActive', args: [1n, 0] },
      at: { function: 'execute', file: 'contracts/Gov.sol', text: '// fails: notActive' },
    },
  });
  await scribe.send({
    name: 'via IR: an enum',
    call: [gov, 'activate', [1n]],
    calls: 'gov.activate',
    state: [state(1n)],
  });
  const inner = encodeErrorResult({
    abi: alf.abi,
    errorName: 'ERC20InsufficientBalance',
    args: [gov.address, 0n, 1n],
  });
  await scribe.send({
    name: 'via IR: an error in an error',
    call: [gov, 'execute', [1n]],
    calls: 'gov.execute alf.transfer',
    fails: {
      ends: { error: 'CallFailed', args: [inner] },
      cause: { error: 'ERC20InsufficientBalance', args: [gov.address, 0n, 1n] },
    },
  });
  const to = (who: typeof alice) => encodeFunctionData({ abi: alf.abi, functionName: 'transfer', args: [who, 3n] });
  await scribe.send({
    name: 'several calls in one',
    call: [alf, 'multicall', [[to(alice), to(bob)]]],
    calls: 'alf.multicall alf.transfer alf.transfer',
  });
}
