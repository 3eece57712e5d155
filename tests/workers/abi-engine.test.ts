import { expose, wrap } from 'comlink';
import { encodeFunctionData, parseAbi } from 'viem';
import { afterAll, describe, expect, test } from 'vitest';
import type { Address } from '../../src/core/chain/primitives';
import type { AbiApi } from '../../src/workers/abi/abi.api';
import { createAbiEngine } from '../../src/workers/abi/abi-engine';

const ABI = parseAbi([
  'function transfer(address to, uint256 value) returns (bool)',
  'function note((string text, bytes data)[] notes)',
]);
const BOB = '0x0000000000000000000000000000000000000b0b' as Address;
const TRANSFER = encodeFunctionData({ abi: ABI, functionName: 'transfer', args: [BOB, 1n << 255n] });
const NOTE = encodeFunctionData({ abi: ABI, functionName: 'note', args: [[{ text: 'é🚀', data: '0xabcd' }]] });

const engine = createAbiEngine();

describe('the abi engine', () => {
  test('decodes calldata by ABI and by signature', async () => {
    expect(await engine.decodeCalldata(ABI, TRANSFER)).toMatchObject({
      ok: true,
      value: { name: 'transfer', signature: 'transfer(address,uint256)', inputs: [{ text: BOB }, { kind: 'integer' }] },
    });
    expect(await engine.decodeWithSignature('transfer(address to, uint256)', TRANSFER)).toMatchObject({
      ok: true,
      value: [{ name: 'to', text: BOB }, { name: 'arg1' }],
    });
  });

  test('says why it cannot', async () => {
    const reasons = await Promise.all([
      engine.decodeCalldata(ABI, '0x12345678'),
      engine.decodeCalldata(ABI, '0xa9059cbb00'),
      engine.decodeCalldata(ABI, '0xa9059cb'),
      engine.decodeWithSignature('approve(address,uint256)', TRANSFER),
      engine.decodeWithSignature('approve(', TRANSFER),
      engine.decodeWithSignature('a(uint7)', TRANSFER),
    ]);
    expect(reasons.map((reason) => (reason.ok ? '' : reason.error))).toEqual([
      'Decode input parameters failed: the ABI has no function 0x12345678',
      'Decode input parameters failed: the data does not hold transfer(address,uint256)',
      'Decode input parameters failed: the calldata is no hex with whole bytes',
      'Decode input parameters failed: the data is no call of approve(address,uint256)',
      'Decode input parameters failed: A parameter lacks its type.',
      'Decode input parameters failed: uint7 is not an ABI type.',
    ]);
  });

  test('encodes, hashes and checks addresses', async () => {
    expect(await engine.encodeCall(ABI, 'transfer', [BOB, String(1n << 255n)])).toEqual({ ok: true, value: TRANSFER });
    expect(await engine.selector('transfer(address,uint)')).toEqual({ ok: true, value: '0xa9059cbb' });
    expect((await engine.selector('transfer')).ok).toBe(false);
    expect(await engine.parseAddress('0x52908400098527886E0F7030069857D2E4169EE7')).toMatchObject({ ok: true });
    expect(await engine.parseAddress('0x52908400098527886E0F7030069857D2E4169Ee7')).toEqual({
      ok: false,
      error: 'checksum',
    });
    expect(await engine.checksum('0x52908400098527886e0f7030069857d2e4169ee7' as Address)).toBe(
      '0x52908400098527886E0F7030069857D2E4169EE7',
    );
  });
});

describe('over a message channel', () => {
  const { port1, port2 } = new MessageChannel();
  expose(engine, port1);
  const remote = wrap<AbiApi>(port2);
  afterAll(() => {
    port1.close();
    port2.close();
  });

  const calls: { [M in keyof AbiApi]: (api: AbiApi) => Promise<unknown>[] } = {
    decodeCalldata: (api) => [
      api.decodeCalldata(ABI, TRANSFER),
      api.decodeCalldata(ABI, NOTE),
      api.decodeCalldata(ABI, '0x'),
    ],
    decodeWithSignature: (api) => [
      api.decodeWithSignature('note((string,bytes)[])', NOTE),
      api.decodeWithSignature('x()', NOTE),
    ],
    encodeCall: (api) => [api.encodeCall(ABI, 'note', ['[["é🚀","0xabcd"]]']), api.encodeCall(ABI, 'note', ['['])],
    selector: (api) => [api.selector('note((string,bytes)[])'), api.selector('?')],
    parseAddress: (api) => [api.parseAddress(BOB), api.parseAddress('0x')],
    checksum: (api) => [api.checksum(BOB)],
  };

  test.each(Object.keys(calls) as (keyof AbiApi)[])('%s arrives as it was sent', async (method) => {
    const here = await Promise.all(calls[method](engine));
    const there = await Promise.all(calls[method](remote as unknown as AbiApi));
    expect(there).toStrictEqual(here);
  });
});
