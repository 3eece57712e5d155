import { describe, expect, test } from 'vitest';
import {
  type BlockDraft,
  draftOf,
  emptyAccount,
  emptyBlock,
  emptyDraft,
  emptyStep,
  type SimulationDraft,
  type StepDraft,
  writeDraft,
} from '../../../src/core/simulation/draft';
import { positionText } from '../../../src/core/simulation/plan';
import { readDraft } from '../../../src/core/simulation/read-draft';
import { MAIL, MAIL_HASH } from '../../helpers/typed-mail';

const ALICE = `0x${'a1'.repeat(20)}`;
const BOB = `0x${'b0'.repeat(20)}`;

const draft = (step: Partial<StepDraft>, more: Partial<SimulationDraft> = {}, block: Partial<BlockDraft> = {}) => ({
  ...emptyDraft('1'),
  blocks: [{ ...emptyBlock([emptyStep({ from: ALICE, to: BOB, ...step })]), ...block }],
  ...more,
});

function problemsOf(wrong: SimulationDraft): Record<string, string> {
  const read = readDraft(wrong);
  return read.ok ? {} : { ...read.error };
}

describe('a step that signs', () => {
  test('is no transaction, whatever else it has', () => {
    const read = readDraft(draft({ typedData: MAIL, to: 'nobody', value: 'much' }));
    expect(read).toMatchObject({
      ok: true,
      value: {
        blocks: [{ steps: [{ from: ALICE, value: 0n, input: '0x', signs: { signer: ALICE, digest: MAIL_HASH } }] }],
      },
    });
  });

  test('asks who signs what', () => {
    expect(problemsOf(draft({ typedData: ' ', from: '' }))).toEqual({
      'blocks.0.steps.0.from': 'Who signs it?',
      'blocks.0.steps.0.typedData': 'What is signed?',
    });
  });
});

describe('a draft', () => {
  test('means what its texts say, in any unit and base', () => {
    const read = readDraft(
      draft(
        { value: '1.5 ether', gas: '0x5208', maxFee: '30 gwei', tip: '1,000', nonce: '7', input: '0xAB cd' },
        { block: '26,412,083', place: 'before', index: '12' },
        { timestamp: '1700000000', accounts: [{ ...emptyAccount(), address: BOB, balance: '3', slots: '0 = 0x2a' }] },
      ),
    );
    const zero = `0x${'0'.repeat(64)}`;
    expect(read).toMatchObject({
      ok: true,
      value: {
        networkId: 1,
        position: { block: 26_412_083, place: 'before', index: 12 },
        blocks: [
          {
            fields: { timestamp: 1_700_000_000 },
            accounts: { [BOB]: { balance: 3n, stateDiff: { [zero]: `0x${'0'.repeat(62)}2a` } } },
            steps: [
              {
                value: 15n * 10n ** 17n,
                gas: 21_000,
                maxFeePerGas: 30_000_000_000n,
                maxPriorityFeePerGas: 1_000n,
                nonce: 7,
                input: '0xabcd',
                manner: 'paid',
              },
            ],
          },
        ],
      },
    });
    expect(read.ok && positionText(read.value.position)).toBe('before transaction 12 of block 26,412,083');
  });

  test('is the same after it was written and read', () => {
    const one = draft({ label: 'Deposit', args: ['1', '[]'], goesOn: true }, { name: 'A', note: 'B' });
    expect(draftOf(JSON.parse(writeDraft(one)))).toEqual(one);
    // What was left empty is not written.
    expect(writeDraft(one)).not.toContain('gasPrice');
  });

  test.each<[string, SimulationDraft, Record<string, string>]>([
    ['nobody sends', draft({ from: '' }), { 'blocks.0.steps.0.from': 'Who sends it?' }],
    [
      'nobody receives and there is no code',
      draft({ to: '' }),
      { 'blocks.0.steps.0.to': expect.stringContaining('Without a receiver it creates a contract') as string },
    ],
    [
      'a wrong checksum',
      draft({ to: `0x${'aB'.repeat(20)}` }),
      {
        'blocks.0.steps.0.to':
          'The capital letters of this address do not fit its checksum (EIP-55): a digit was mistyped or lost.',
      },
    ],
    [
      'half a byte',
      draft({ input: '0xabc' }),
      { 'blocks.0.steps.0.input': 'Data is 0x and an even number of hex digits.' },
    ],
    ['wei in fractions', draft({ value: '1.5' }), { 'blocks.0.steps.0.value': 'wei has no fraction.' }],
    [
      'a tip above the most',
      draft({ maxFee: '1 gwei', tip: '2 gwei' }),
      { 'blocks.0.steps.0.tip': 'The tip is higher than the maximum per gas.' },
    ],
    [
      'two kinds of price',
      draft({ maxFee: '1 gwei', gasPrice: '2 gwei' }),
      { 'blocks.0.steps.0.gasPrice': 'Enter either a gas price, or a maximum per gas and a tip.' },
    ],
    ['no number of a block', draft({}, { block: 'newest' }), { block: 'A block is a number, latest or pending.' }],
    ['no transaction', draft({}, { block: '5', place: 'after' }), { index: 'Which transaction of the block?' }],
    [
      'inside of the pending block',
      draft({}, { block: 'pending', place: 'after', index: '0' }),
      { block: 'The pending block has no transactions yet that steps could come before or after.' },
    ],
    [
      'an account without an address',
      draft({}, {}, { accounts: [{ ...emptyAccount(), balance: '1' }] }),
      { 'blocks.0.accounts.0.address': 'Which account?' },
    ],
    [
      'slots that are none',
      draft({}, {}, { accounts: [{ ...emptyAccount(), address: BOB, slots: '1: 2' }] }),
      { 'blocks.0.accounts.0.slots': '“1: 2” is not slot = value, two numbers of at most 32 bytes.' },
    ],
    [
      'an access list that is none',
      draft({ accessList: '[{}]' }),
      { 'blocks.0.steps.0.accessList': expect.stringContaining('An access list is JSON') as string },
    ],
    ['no step', { ...emptyDraft('1'), blocks: [emptyBlock([])] }, { blocks: 'There is no step to run.' }],
  ])('says what is wrong: %s', (_name, wrong, problems) => {
    expect(problemsOf(wrong)).toEqual(problems);
  });

  test.each([
    {},
    { format: 'loupe-simulation', version: 2, blocks: [{}] },
    { format: 'loupe-simulation', version: 1, blocks: [] },
    [],
  ])('is not read from %j', (value) => {
    expect(draftOf(value)).toBeUndefined();
  });
});
