import { decodeFunctionData, encodeFunctionData, getAddress, type Hex, parseAbi } from 'viem';
import { entryPoint06Abi, entryPoint07Abi, toPackedUserOperation } from 'viem/account-abstraction';
import { describe, expect, test } from 'vitest';
import {
  draftOf,
  emptyDraft,
  emptyStep,
  type SimulationDraft,
  stepsOf,
  writeDraft,
} from '../../../src/core/simulation/draft';
import { readPaste } from '../../../src/core/simulation/paste/paste';
import type { Pasted } from '../../../src/core/simulation/paste/pasted';
import { pastedHash } from '../../../src/core/simulation/paste/pasted-hash';
import { MAIL } from '../../helpers/typed-mail';

const ALICE = `0x${'a1'.repeat(20)}`;
const TOKEN = `0x${'70'.repeat(20)}` as Hex;
const SAFE = `0x${'5a'.repeat(20)}` as Hex;
/** transfer(ALICE, 5) */
const TRANSFER: Hex = `0xa9059cbb${'a1'.repeat(20).padStart(64, '0')}${'5'.padStart(64, '0')}`;

async function read(text: string): Promise<Pasted> {
  const pasted = await readPaste(text, '1');
  if (!pasted.ok) throw new Error(pasted.error);
  return pasted.value;
}
async function refusal(text: string): Promise<string> {
  const pasted = await readPaste(text, '1');
  return pasted.ok ? 'it was read' : pasted.error;
}
const step = (draft: SimulationDraft, at = 0) => stepsOf(draft)[at]?.step;

describe('cast', () => {
  test('a call with a function, overrides and a block', async () => {
    const { kind, draft, notes } = await read(
      `cast call ${TOKEN} "transfer(address,uint256)(bool)" ${ALICE} 5 --from ${ALICE} --block 26412083 \\
        --override-balance ${ALICE}:1ether --override-state-diff ${TOKEN}:0x0:0x2a --block.time 1700000000 --rpc-url $URL`,
    );
    expect(kind).toBe('One call, written for cast call');
    expect(step(draft)).toMatchObject({ from: ALICE, to: TOKEN, input: TRANSFER, args: [ALICE, '5'] });
    expect(step(draft)?.signature).toBe('function transfer(address,uint256)');
    expect(draft).toMatchObject({ block: '26412083', network: '1' });
    expect(draft.blocks[0]).toMatchObject({
      timestamp: '1700000000',
      accounts: [
        { address: ALICE, balance: '1 ether' },
        { address: TOKEN, slots: '0x0 = 0x2a' },
      ],
    });
    expect(notes).toEqual(['--rpc-url is left out: the network of this page is used.']);
  });

  test('a value with its unit and raw calldata', async () => {
    const { draft } = await read(`cast send --value=1.5ether ${TOKEN} 0x12345678 -f ${ALICE} --chain 10`);
    expect(step(draft)).toMatchObject({ value: '1.5 ether', input: '0x12345678' });
    expect(draft.network).toBe('10');
  });

  test('amounts with a unit among the arguments are wei, where an integer is wanted', async () => {
    // cast calldata "f(uint256,string)" 5ether 5ether
    const { draft } = await read(`cast send ${TOKEN} "f(uint256,string)" 5ether 5ether --from ${ALICE}`);
    const input = encodeFunctionData({
      abi: parseAbi(['function f(uint256, string)']),
      args: [5_000_000_000_000_000_000n, '5ether'],
    });
    expect(step(draft)).toMatchObject({ input, args: ['5000000000000000000', '5ether'] });
  });

  test('a flag that is not known takes no other option for its value', async () => {
    const { draft, notes } = await read(`cast send ${TOKEN} --some-flag --from ${ALICE} --value 5 --ledger -vvv`);
    expect(step(draft)).toMatchObject({ from: ALICE, to: TOKEN, value: '5', input: '' });
    expect(notes).toEqual(['--some-flag is left out.']);
    const other = await read(`cast send ${TOKEN} --confirmations 3 0x12345678 --last`);
    expect(step(other.draft)).toMatchObject({ to: TOKEN, input: '0x12345678' });
  });

  test.each([
    [`cast call "${TOKEN} x`, 'A quote in this command is not closed.'],
    ['cast balance vitalik.eth', 'cast balance makes no call.'],
    ['cast call vitalik.eth "x()"', '“vitalik.eth” is no address.'],
    [`cast send ${TOKEN} --private-key 0x12`, 'This command contains a secret key.'],
    [`cast call ${TOKEN} "transfer(address,uint256)" ${ALICE}`, 'expected 2 arguments, got 1'],
    [`cast call ${TOKEN} --from`, '--from has no value.'],
    ['cast call', 'cast call needs a receiver'],
    [`cast call ${TOKEN} "f(uint256)" 1.5wei`, '“1.5wei”: Wei has no fraction.'],
    [`cast call ${TOKEN} --override-state ${TOKEN}:1`, 'is not address:slot:value.'],
  ])('%s', async (line, sentence) => {
    expect(await refusal(line)).toContain(sentence);
  });
});

describe('JSON-RPC', () => {
  test('eth_call with overrides of state and block', async () => {
    const { draft } = await read(
      JSON.stringify({
        method: 'eth_call',
        params: [
          { from: ALICE, to: TOKEN, data: TRANSFER, value: '0x10', gas: '0x5208' },
          '0x64',
          { [TOKEN]: { code: '0x00', stateDiff: { '0x1': '0x2' } } },
          { time: '0x10', baseFeePerGas: '0x7' },
        ],
      }),
    );
    expect(step(draft)).toMatchObject({ input: TRANSFER, value: '16', gas: '21000' });
    expect(draft.block).toBe('100');
    expect(draft.blocks[0]).toMatchObject({
      timestamp: '16',
      baseFee: '7',
      accounts: [{ address: TOKEN, code: '0x00', slots: '0x1 = 0x2', replaces: false }],
    });
  });

  test.each([
    ['as text', MAIL],
    ['as an object', JSON.parse(MAIL)],
  ])('typed data to be signed, %s', async (_, given) => {
    const { draft, notes } = await read(JSON.stringify({ method: 'eth_signTypedData_v4', params: [ALICE, given] }));
    expect(draft.network).toBe('1');
    expect(step(draft)).toMatchObject({ from: ALICE, to: '', typedData: MAIL });
    expect(notes).toHaveLength(1);
  });

  test('eth_simulateV1 with two blocks, in a curl command', async () => {
    const body = {
      jsonrpc: '2.0',
      id: 1,
      method: 'eth_simulateV1',
      params: [
        {
          blockStateCalls: [
            { calls: [{ from: ALICE, to: TOKEN }], stateOverrides: { [ALICE]: { state: { '0x0': '0x1' } } } },
            {
              calls: [
                { from: ALICE, to: TOKEN },
                { from: ALICE, to: ALICE },
              ],
            },
          ],
        },
        'latest',
      ],
    };
    const { kind, draft, notes } = await read(`curl https://rpc.example -X POST -d '${JSON.stringify(body)}'`);
    expect(kind).toBe('3 calls in 2 blocks, written for eth_simulateV1');
    expect(draft.blocks.map(({ steps }) => steps.length)).toEqual([1, 2]);
    expect(step(draft)).toMatchObject({ manner: 'free', goesOn: true });
    expect(draft.blocks[0]?.accounts[0]).toMatchObject({ replaces: true });
    expect(notes[0]).toContain('takes no fees');
  });

  test('eth_callMany before a transaction, in two bundles', async () => {
    const call = { from: ALICE, to: TOKEN, data: TRANSFER };
    const { kind, draft } = await read(
      JSON.stringify({
        method: 'eth_callMany',
        params: [
          [{ transactions: [call, call], blockOverride: { baseFee: '0x7' } }, { transactions: [call] }],
          { blockNumber: '0x64', transactionIndex: 3 },
          { [TOKEN]: { balance: '0x5' } },
        ],
      }),
    );
    expect(kind).toBe('3 calls in 2 bundles, written for eth_callMany');
    expect(draft).toMatchObject({ block: '100', place: 'before', index: '3' });
    expect(draft.blocks).toMatchObject([{ baseFee: '7', accounts: [{ balance: '5' }] }, { accounts: [] }]);
    expect(step(draft, 2)).toMatchObject({ from: ALICE, input: TRANSFER, goesOn: true });
  });

  test('eth_callMany at the end of a block, and trace_callMany', async () => {
    const call = { from: ALICE, to: TOKEN, data: TRANSFER };
    const params = [[{ transactions: [call] }], { blockNumber: 'latest', transactionIndex: -1 }];
    expect((await read(JSON.stringify({ method: 'eth_callMany', params }))).draft).toMatchObject({
      block: 'latest',
      place: 'end',
    });
    const pairs = [
      [call, ['trace']],
      [call, ['vmTrace']],
    ];
    const { kind, draft } = await read(JSON.stringify({ method: 'trace_callMany', params: [pairs, '0x10'] }));
    expect(kind).toBe('2 calls, written for trace_callMany');
    expect(draft.block).toBe('16');
    expect(step(draft, 1)).toMatchObject({ to: TOKEN, input: TRANSFER });
  });

  test('input and data that differ', async () => {
    const { draft, notes } = await read(JSON.stringify({ from: ALICE, to: TOKEN, input: '0x12', data: '0x34' }));
    expect(step(draft)?.input).toBe('0x12');
    expect(notes).toEqual(['It has both input and data, which differ: input is taken.']);
  });

  test.each([
    ['{"method":"eth_blockNumber"}', 'eth_blockNumber neither simulates nor sends anything.'],
    ['{"method":"eth_call","params":["0x"]}', 'eth_call needs a call as its first parameter.'],
    ['{"method":"eth_callMany","params":[[{"transactions":0}]]}', 'eth_callMany needs a list of bundles'],
    ['{"method":"trace_callMany","params":[["0x"]]}', 'trace_callMany needs a list of calls'],
    ['{"method":"eth_signTypedData_v4","params":["0x","{}"]}', 'Typed data is JSON with types'],
    ['{"method":"eth_simulateV1","params":[{"blockStateCalls":[]}]}', 'eth_simulateV1 needs blockStateCalls'],
    ['{"method":', 'This begins like JSON but is not valid:'],
    ['{"to":"0x12","data":"0x"}', '“0x12” is no address'],
    [`{"to":"${TOKEN}","data":"0xzz"}`, '“0xzz” is no calldata'],
    ['{"method":"eth_sendUserOperation","params":[{}]}', 'needs its fields and the address of its EntryPoint'],
    ['{"a":1}', 'it has no method, no transactions and no call.'],
    ['curl https://rpc.example', 'This curl command has no body'],
  ])('%s', async (text, sentence) => {
    expect(await refusal(text)).toContain(sentence);
  });
});

describe('Tenderly', () => {
  test('a body of its interface, with its fillers taken as defaults', async () => {
    const { draft, notes } = await read(
      JSON.stringify({
        network_id: '10',
        block_number: 77,
        transaction_index: 0,
        from: ALICE,
        to: TOKEN,
        input: TRANSFER,
        gas: 8000000,
        gas_price: '0',
        value: '7',
        state_objects: { [TOKEN]: { balance: '0x10', storage: { '0x1': '0x2' } } },
        block_header: { number: '0x4d', timestamp: '0x10', miner: ALICE },
      }),
    );
    expect(draft).toMatchObject({ network: '10', block: '77', place: 'end' });
    expect(step(draft)).toMatchObject({ gas: '', gasPrice: '', value: '7', input: TRANSFER });
    expect(draft.blocks[0]).toMatchObject({ number: '77', timestamp: '16', accounts: [{ balance: '16' }] });
    expect(notes[0]).toContain('Transaction index 0');
  });

  test('overrides by slot and by variable', async () => {
    const overrides = { [TOKEN]: { state: { '0x1': '0x2', [`balances[${ALICE}]`]: '5', 'fee.rate': 7 } } };
    const { draft } = await read(JSON.stringify({ network_id: '1', from: ALICE, to: TOKEN, overrides }));
    expect(draft.blocks[0]?.accounts).toMatchObject([
      { address: TOKEN, slots: '0x1 = 0x2', variables: `balances[${ALICE}] = 5\nfee.rate = 7` },
    ]);
  });

  test('a bundle', async () => {
    const call = { network_id: '1', from: ALICE, to: TOKEN, input: '0x' };
    const { kind, draft } = await read(JSON.stringify({ simulations: [call, { ...call, value: 1 }] }));
    expect(kind).toBe('A bundle of Tenderly with 2 simulations');
    expect(step(draft, 1)?.value).toBe('1');
  });

  test('a bundle whose simulations have overrides and places of their own', async () => {
    const override = (balance: string) => ({ [ALICE]: { balance } });
    const { draft, notes } = await read(
      JSON.stringify({
        simulations: [
          { network_id: '1', to: TOKEN, input: TRANSFER, block_number: 7, state_objects: override('1') },
          { network_id: '1', to: TOKEN, input: TRANSFER, block_number: 8, state_objects: override('2') },
        ],
      }),
    );
    expect(draft.blocks[0]?.accounts).toMatchObject([{ address: ALICE, balance: '1' }]);
    expect(step(draft)?.accounts).toEqual([]);
    expect(step(draft, 1)?.accounts).toMatchObject([{ address: ALICE, balance: '2' }]);
    expect(notes).toEqual([
      'Its simulations name several places: all run one after the other where the first one does.',
    ]);
  });

  test('an integer keeps the digits that a JavaScript number loses', async () => {
    const body = `{"network_id": 1, "to": "${TOKEN}", "value": 1500000000000000001, "note": "9007199254740993"}`;
    expect(step((await read(body)).draft)?.value).toBe('1500000000000000001');
  });

  test('links of both kinds', async () => {
    const older = await read(
      `https://dashboard.tenderly.co/a/b/simulator/new?network=100&contractAddress=${TOKEN}&from=${ALICE}&rawFunctionInput=${TRANSFER}&gas=8000000&gasPrice=0&value=&block=5&blockIndex=3`,
    );
    expect(older.draft).toMatchObject({ network: '100', block: '5', place: 'before', index: '3' });
    expect(step(older.draft)).toMatchObject({ to: TOKEN, input: TRANSFER, gas: '', gasPrice: '' });
    const row = { contractAddress: TOKEN, from: ALICE, rawFunctionInput: TRANSFER };
    const text = Buffer.from(JSON.stringify({ v: 1, network: { id: '1' }, row })).toString('base64url');
    const newer = await read(`https://dashboard.tenderly.co/simulator/new?draft=${text}`);
    expect(step(newer.draft)).toMatchObject({ to: TOKEN, from: ALICE, input: TRANSFER });
  });

  test.each([
    ['https://dashboard.tenderly.co/me/project/simulator/1234', 'behind a login'],
    ['https://dashboard.tenderly.co/simulator/new?draft=%%%', 'The parameters of this link are damaged.'],
    ['https://dashboard.tenderly.co/simulator/new?draft=abcd', 'The draft in this link is damaged'],
    ['https://dashboard.tenderly.co/simulator/new?from=0x', 'does not state its network by a chain id'],
    ['https://example.org/simulator/new', 'Nothing is fetched from it.'],
  ])('%s', async (text, sentence) => {
    expect(await refusal(text)).toContain(sentence);
  });
});

describe('other requests', () => {
  test('a file of the Safe transaction builder, with and without calldata', async () => {
    const { draft, notes } = await read(
      JSON.stringify({
        version: '1.0',
        chainId: '1',
        meta: { name: 'Payout', createdFromSafeAddress: ALICE },
        transactions: [
          { to: TOKEN, value: '0', data: TRANSFER },
          {
            to: TOKEN,
            value: '0',
            data: null,
            contractMethod: {
              name: 'transfer',
              inputs: [
                { name: 'to', type: 'address' },
                { name: 'amount', type: 'uint256' },
              ],
            },
            contractInputsValues: { to: ALICE, amount: '5' },
          },
        ],
      }),
    );
    expect(draft.name).toBe('Payout');
    expect([step(draft)?.input, step(draft, 1)?.input]).toEqual([TRANSFER, TRANSFER]);
    expect(step(draft)?.from).toBe(ALICE);
    expect(notes).toEqual(['The steps are sent by the Safe itself, one after the other, without its signatures.']);
  });

  test('a file of the Safe whose checksum is not that of its content is refused', async () => {
    // Written by the builder 1.18.2, checksum included (5afe/safe-cli-nodejs, TRANSACTION_BUILDER_FORMAT_ANALYSIS.md).
    const parameter = (name: string, type: string) => ({ internalType: type, name, type });
    const meta = {
      name: 'Transactions Batch',
      description: '',
      txBuilderVersion: '1.18.2',
      createdFromSafeAddress: '0xA77DE01e157f9f57C7c4A326eeE9C4874D0598b6',
      createdFromOwnerAddress: '',
      checksum: '0x8b5032f716845c8b08bab3d63dbd9ba92e056f3557793cd041e59b84e16aa989',
    };
    const approve = {
      to: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
      value: '0',
      data: null,
      contractMethod: {
        inputs: [parameter('spender', 'address'), parameter('value', 'uint256')],
        name: 'approve',
        payable: false,
      },
      contractInputsValues: { spender: '0x474e5Ded6b5D078163BFB8F6dBa355C3aA5478C8', value: '100000000000' },
    };
    const batch = { version: '1.0', chainId: '1', createdAt: 1761326849944, meta, transactions: [approve] };
    expect((await read(JSON.stringify(batch))).draft.network).toBe('1');
    expect((await read(JSON.stringify({ ...batch, meta: { ...meta, name: 'Renamed' } }))).draft.network).toBe('1');
    const refused = (changed: object) => refusal(JSON.stringify({ ...batch, ...changed }));
    expect(await refused({ chainId: '10' })).toContain('The checksum of the file is not that of its content');
    expect(await refused({ transactions: [{ ...approve, to: ALICE }] })).toContain('The checksum of the file');
    // Scripts that write such files put nothing or zeros in its place.
    for (const checksum of ['', `0x${'00'.repeat(32)}`])
      expect(await refused({ chainId: '10', meta: { ...meta, checksum } })).toBe('it was read');
  });

  test('a file of the Safe sends what the builder sends: no calldata for receive and fallback, inputs by position', async () => {
    const { draft } = await read(
      JSON.stringify({
        chainId: '1',
        meta: { createdFromSafeAddress: ALICE },
        transactions: [
          { to: TOKEN, value: '7', data: null, contractMethod: { name: 'receive', inputs: [], payable: true } },
          { to: TOKEN, value: '7', contractMethod: { name: 'fallback', inputs: [], payable: true } },
          { to: TOKEN, value: '7', data: '0x', contractMethod: { name: 'deposit', inputs: [], payable: true } },
          {
            to: TOKEN,
            value: '0',
            contractMethod: {
              name: 'transfer',
              inputs: [
                { name: '', type: 'address' },
                { name: '', type: 'uint256' },
              ],
            },
            contractInputsValues: { 0: ALICE, 1: '5' },
          },
        ],
      }),
    );
    expect([0, 1, 2, 3].map((at) => step(draft, at)?.input)).toEqual(['', '', '', TRANSFER]);
  });

  test('a file of the Safe as the one transaction of an owner, where Safe and calls are known', async () => {
    const file = (meta: object, transactions: readonly object[]) =>
      read(JSON.stringify({ version: '1.0', chainId: '1', meta, transactions }));
    const transfer = { to: TOKEN, value: '7', data: TRANSFER };
    const { second } = await file({ createdFromSafeAddress: ALICE, createdFromOwnerAddress: TOKEN }, [transfer]);
    expect(second?.names).toHaveLength(2);
    expect(stepsOf(second?.draft as SimulationDraft)).toHaveLength(1);
    const only = step(second?.draft as SimulationDraft);
    expect(only).toMatchObject({ from: TOKEN, to: ALICE });
    expect(only?.accounts).toMatchObject([
      { address: ALICE, slots: expect.stringMatching(/^4 = 1\n0x[\da-f]{64} = 1$/) },
    ]);
    expect(only?.input).toContain(TRANSFER.slice(2));
    const many = await file({ createdFromSafeAddress: ALICE }, [transfer, transfer]);
    expect(many.second?.notes.join()).toContain('MultiSendCallOnly');
    expect((await file({}, [transfer])).second).toBeUndefined();
    expect((await file({ createdFromSafeAddress: ALICE }, [{ ...transfer, value: 'much' }])).second).toBeUndefined();
    expect((await file({ createdFromSafeAddress: ALICE }, [{ ...transfer, data: '0xabc' }])).second).toBeUndefined();
  });

  test('typed data alone, and that of a Safe as what the Safe does', async () => {
    const bare = await read(MAIL);
    expect(step(bare.draft)).toMatchObject({ from: '', typedData: MAIL });
    const safe = (message: object) => ({
      types: {
        SafeTx: [
          { name: 'to', type: 'address' },
          { name: 'value', type: 'uint256' },
          { name: 'data', type: 'bytes' },
          { name: 'operation', type: 'uint8' },
        ],
      },
      primaryType: 'SafeTx',
      domain: { chainId: '0xa', verifyingContract: SAFE },
      message: { to: TOKEN, value: '7', data: TRANSFER, operation: 0, ...message },
    });
    const { draft, second } = await read(JSON.stringify(safe({})));
    expect(draft.network).toBe('10');
    expect(step(draft)).toMatchObject({ from: SAFE, to: TOKEN, value: '7', input: TRANSFER });
    const execute = parseAbi([
      'function execTransaction(address, uint256, bytes, uint8, uint256, uint256, uint256, address, address, bytes)',
    ]);
    const sent = (of: SimulationDraft) => decodeFunctionData({ abi: execute, data: step(of)?.input as Hex }).args;
    expect(sent(second?.draft as SimulationDraft).slice(0, 4)).toEqual([getAddress(TOKEN), 7n, TRANSFER, 0]);
    // What is delegated to runs as the Safe: only the owner's transaction does that.
    const delegated = await read(
      JSON.stringify({ method: 'eth_signTypedData_v4', params: [ALICE, safe({ operation: 1 })] }),
    );
    expect(delegated.second).toBeUndefined();
    expect(step(delegated.draft)).toMatchObject({ from: ALICE, to: SAFE });
    expect(sent(delegated.draft)[3]).toBe(1);
  });

  test.each([
    ['0.6', entryPoint06Abi, { initCode: '0x', paymasterAndData: '0x1234' }],
    [
      '0.7',
      entryPoint07Abi,
      { paymaster: ALICE, paymasterVerificationGasLimit: '0x10', paymasterPostOpGasLimit: '0x11' },
    ],
  ])('a user operation of EntryPoint %s', async (version, abi, more) => {
    const operation = {
      sender: SAFE,
      nonce: '0x1',
      callData: TRANSFER,
      callGasLimit: '0x2',
      verificationGasLimit: '0x3',
      preVerificationGas: '0x4',
      maxFeePerGas: '0x5',
      maxPriorityFeePerGas: '0x6',
      signature: '0xaabb',
      ...more,
    };
    const body = { method: 'eth_sendUserOperation', params: [operation, TOKEN] };
    const { draft, second } = await read(JSON.stringify(body));
    expect(step(draft)).toMatchObject({ from: TOKEN, to: SAFE, input: TRANSFER });
    const whole = step(second?.draft as SimulationDraft);
    expect(whole?.to).toBe(TOKEN);
    const { functionName, args } = decodeFunctionData({ abi, data: whole?.input as Hex });
    expect(functionName).toBe('handleOps');
    const numbers = Object.fromEntries(
      Object.entries(operation).map(([name, value]) => [name, /gas|nonce/i.test(name) ? BigInt(value) : value]),
    ) as never;
    const expected = version === '0.6' ? numbers : toPackedUserOperation(numbers);
    expect(args?.[0]).toMatchObject([{ ...(expected as object), sender: getAddress(SAFE) }]);
  });

  test('the proposal of a governor of OpenZeppelin: a step for each action', async () => {
    const propose = (values: readonly bigint[]) =>
      encodeFunctionData({
        abi: parseAbi(['function propose(address[], uint256[], bytes[], string)']),
        args: [[TOKEN, ALICE] as Hex[], values, [TRANSFER, '0x'], '# Pay\nFor the work.'],
      });
    const { kind, draft, notes } = await read(propose([0n, 7n]));
    expect(kind).toBe('The proposal of a governor with 2 actions');
    expect(draft).toMatchObject({ network: '1', name: '# Pay', note: '# Pay\nFor the work.' });
    expect(step(draft)).toMatchObject({ from: '', to: TOKEN, input: TRANSFER, value: '' });
    expect(step(draft, 1)).toMatchObject({ to: ALICE, input: '', value: '7' });
    expect(notes).toHaveLength(1);
    expect(await refusal(propose([7n]))).toContain('of different lengths');
    expect(await refusal(propose([0n, 7n]).slice(0, -200))).toContain('the rest does not decode');
    expect(await refusal('0x7d5e81e2')).toContain('the rest does not decode');
  });

  test('the proposal of a governor of Compound: the signature makes the selector', async () => {
    const data = encodeFunctionData({
      abi: parseAbi(['function propose(address[], uint256[], string[], bytes[], string)']),
      args: [
        [TOKEN, TOKEN] as Hex[],
        [0n, 0n],
        ['transfer(address,uint256)', ''],
        [`0x${TRANSFER.slice(10)}`, TRANSFER as Hex],
        'Pay',
      ],
    });
    const { draft } = await read(data);
    expect(step(draft)).toMatchObject({ input: TRANSFER, label: 'transfer(address,uint256)' });
    expect(step(draft, 1)).toMatchObject({ input: TRANSFER, label: '' });
  });

  test('a hash, and a cast run line, name a transaction; without a hash the line is refused', async () => {
    const hash = `0x${'ab'.repeat(32)}`;
    expect(pastedHash(` ${hash}\n`)).toBe(hash);
    expect(pastedHash(`cast run --quick \\\n  ${hash} --rpc-url $URL`)).toBe(hash);
    expect(pastedHash(`cast call ${TOKEN} ${hash}`)).toBeUndefined();
    expect(pastedHash('0x12')).toBeUndefined();
    expect(pastedHash(`https://etherscan.io/tx/${hash}#eventlog`)).toBe(hash);
    expect(pastedHash(`https://dashboard.tenderly.co/tx/mainnet/${hash}/debugger?trace=0.1`)).toBe(hash);
    expect(pastedHash(`https://explorer.example/tx/mainnet/${hash}`)).toBe(hash);
    expect(pastedHash(`https://explorer.example/block/${hash}`)).toBeUndefined();
    expect(await refusal('cast run 0x12')).toContain('has no hash');
  });

  test('a broadcast of forge script', async () => {
    const sent = (fields: object) => ({ from: ALICE, gas: '0x5208', value: '0x0', chainId: '0xa', ...fields });
    const file = {
      transactions: [
        {
          hash: null,
          transactionType: 'CREATE',
          contractName: 'Token',
          transaction: sent({ input: '0x6000', nonce: '0x3' }),
        },
        {
          hash: `0x${'ab'.repeat(32)}`,
          transactionType: 'CALL',
          contractName: 'Token',
          function: 'transfer(address,uint256)',
          transaction: sent({ to: TOKEN, input: TRANSFER, nonce: '0x4' }),
        },
      ],
      receipts: [],
      libraries: [],
      chain: 10,
    };
    const { kind, draft, notes } = await read(JSON.stringify(file));
    expect(kind).toBe('A broadcast of forge script with 2 transactions');
    expect(draft.network).toBe('10');
    expect(step(draft)).toMatchObject({ label: 'Token', to: '', input: '0x6000', nonce: '3' });
    expect(step(draft, 1)).toMatchObject({ label: 'Token.transfer', to: TOKEN, input: TRANSFER, gas: '21000' });
    expect(notes).toEqual(['It was sent already: choose the block before it, where its nonces are still free.']);
    const damaged = { ...file, transactions: [...file.transactions, { hash: null }] };
    expect(await refusal(JSON.stringify(damaged))).toBe('Of 3 transactions of this broadcast 1 have no fields.');
  });

  test('a signed transaction', async () => {
    // The example of EIP-155, signed with the key 0x4646….
    const { draft } = await read(
      '0xf86c098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a76400008025a028ef61340bd939bc2195fe537567866003e1a15d3c71ff63e1590620aa636276a067cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb1966a3b6d83',
    );
    expect(step(draft)).toMatchObject({
      from: '0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f',
      to: `0x${'35'.repeat(20)}`,
      nonce: '9',
      gasPrice: '20000000000',
      value: '1000000000000000000',
    });
  });

  test('a simulation saved here', async () => {
    const draft = emptyDraft('5', [emptyStep({ from: ALICE, to: TOKEN })]);
    expect((await read(writeDraft(draft))).draft).toEqual(draftOf(JSON.parse(writeDraft(draft))));
    expect(await refusal('{"format":"loupe-simulation","version":9}')).toContain(
      'does not have the fields of version 1',
    );
  });

  test.each([
    ['', 'There is nothing to read yet.'],
    ['hello', 'This is none of the requests that are read here'],
    [`0x${'ab'.repeat(32)}`, 'This is a hash.'],
    [ALICE, 'This is an address.'],
    ['0x02ff', 'These hex digits are no signed transaction'],
    ['{"transactions":[],"meta":{}}', 'has no transactions.'],
  ])('%s', async (text, sentence) => {
    expect(await refusal(text)).toContain(sentence);
  });
});
