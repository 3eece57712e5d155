import { expose, wrap } from 'comlink';
import { encodeErrorResult, encodeFunctionData, parseAbi } from 'viem';
import { afterAll, describe, expect, test } from 'vitest';
import type { Address, Hex } from '../../src/core/chain/primitives';
import type { AbiApi } from '../../src/workers/abi/abi.api';
import { createAbiEngine } from '../../src/workers/abi/abi-engine';

const ABI = parseAbi([
  'function transfer(address to, uint256 value) returns (bool)',
  'function note((string text, bytes data)[] notes)',
]);
const BOB = '0x0000000000000000000000000000000000000b0b' as Address;
const TRANSFER = encodeFunctionData({ abi: ABI, functionName: 'transfer', args: [BOB, 1n << 255n] });
const NOTE = encodeFunctionData({ abi: ABI, functionName: 'note', args: [[{ text: 'é🚀', data: '0xabcd' }]] });

const SEND = ABI[0];
const ERRORS = parseAbi(['error Poor(address account, uint256 missing)']);
const POOR = encodeErrorResult({ abi: ERRORS, errorName: 'Poor', args: [BOB, 7n] });
const WORD_ONE = `0x${'1'.padStart(64, '0')}` as Hex;

const engine = createAbiEngine();

describe('the abi engine', () => {
  test('decodes calldata by ABI', async () => {
    expect(await engine.decodeCalldata(ABI, TRANSFER)).toMatchObject({
      ok: true,
      value: { name: 'transfer', signature: 'transfer(address,uint256)', inputs: [{ text: BOB }, { kind: 'integer' }] },
    });
  });

  test('says why it cannot', async () => {
    const reasons = await Promise.all([
      engine.decodeCalldata(ABI, '0x12345678'),
      engine.decodeCalldata(ABI, '0xa9059cbb00'),
      engine.decodeCalldata(ABI, '0xa9059cb'),
    ]);
    expect(reasons.map((reason) => (reason.ok ? '' : reason.error))).toEqual([
      'Decode input parameters failed: the ABI has no function 0x12345678',
      'Decode input parameters failed: the data does not hold transfer(address,uint256)',
      'Decode input parameters failed: the calldata is no hex with whole bytes',
    ]);
  });

  test('looks at every field of a call, and says what is wrong with each', async () => {
    expect(await engine.encodeTypedCall(SEND, [BOB, String(1n << 255n)])).toEqual({ calldata: TRANSFER });
    expect(await engine.encodeTypedCall(SEND, ['0x12', '-1'])).toEqual({
      problems: [
        { path: 'to', text: 'Encode input parameters failed: “0x12” is no address' },
        { path: 'value', text: 'Encode input parameters failed: “-1” does not fit uint256, the smallest is 0' },
      ],
      summary: 'Encode function call failed: to: “0x12” is no address',
    });
  });

  test('fills fields from calldata, and reads output and errors', async () => {
    expect(await engine.readArguments(SEND, TRANSFER)).toEqual({ ok: true, value: [BOB, String(1n << 255n)] });
    expect(await engine.readArguments(SEND, NOTE)).toEqual({
      ok: false,
      error: `Decode input parameters failed: the ABI has no function ${NOTE.slice(0, 10)}`,
    });
    expect(await engine.decodeOutput(SEND, WORD_ONE)).toMatchObject({
      ok: true,
      value: [{ kind: 'bool', text: 'true' }],
    });
    expect((await engine.decodeOutput(SEND, '0x')).ok).toBe(false);
    expect(await engine.decodeRevert([ERRORS], POOR)).toMatchObject({
      name: 'Poor',
      args: [
        { name: 'account', text: BOB },
        { name: 'missing', text: '7' },
      ],
    });
    expect(await engine.decodeRevert([ABI], POOR)).toBeUndefined();
  });

  test('hashes and checks addresses', async () => {
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
    encodeTypedCall: (api) => [api.encodeTypedCall(SEND, [BOB, '1']), api.encodeTypedCall(SEND, ['0x', '-1'])],
    readArguments: (api) => [api.readArguments(SEND, TRANSFER), api.readArguments(SEND, NOTE)],
    decodeOutput: (api) => [api.decodeOutput(SEND, WORD_ONE), api.decodeOutput(SEND, '0x')],
    decodeRevert: (api) => [api.decodeRevert([ERRORS], POOR), api.decodeRevert([], POOR)],
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
