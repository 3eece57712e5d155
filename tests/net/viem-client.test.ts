import { call, getBlock, getStorageAt, readContract } from 'viem/actions';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createViemClient, RpcFailureError } from '../../src/net/rpc/viem-client';
import { type Anvil, startAnvil } from '../helpers/anvil';
import { deployRuntime, ECHO_RUNTIME, word } from '../helpers/contracts';
import { type FaultProxy, startFaultProxy } from '../helpers/fault-proxy';
import { rpcOf } from '../helpers/rpc';

let anvil: Anvil;
let proxy: FaultProxy;
let echo: `0x${string}`;

beforeAll(async () => {
  anvil = await startAnvil();
  proxy = await startFaultProxy(anvil.url);
  echo = await deployRuntime(anvil, ECHO_RUNTIME);
});
afterAll(async () => {
  await proxy.stop();
  await anvil.stop();
});

test('actions of viem answer through the endpoints of the Rpc', async () => {
  const client = createViemClient(rpcOf(['http://127.0.0.1:1', anvil.url]));
  expect((await getBlock(client)).number).toBe(1n);
  expect(await getStorageAt(client, { address: echo, slot: '0x0' })).toBe(word(0));
  expect(await call(client, { to: echo, data: word(5) })).toMatchObject({ data: word(5) });
});

test('a revert reaches viem with its data', async () => {
  const client = createViemClient(rpcOf([anvil.url]));
  const abi = [
    { type: 'function', name: 'f', inputs: [{ type: 'uint256' }], outputs: [], stateMutability: 'view' },
  ] as const;
  const failed = readContract(client, { address: echo, abi, functionName: 'f', args: [1n] });
  await expect(failed).rejects.toMatchObject({
    name: 'ContractFunctionExecutionError',
    cause: { signature: '0xb3de648b' },
  });
});

test('a failure of all endpoints reaches viem once, with its code', async () => {
  proxy.set({ refuse: /^eth_getBlockByNumber$/ });
  const client = createViemClient(rpcOf([proxy.url]));
  const error = await getBlock(client).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(RpcFailureError);
  expect((error as RpcFailureError).failure.code).toBe('unsupported');
  expect(proxy.calls('eth_getBlockByNumber')).toBe(1);
});
