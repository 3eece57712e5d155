import { describe, expect, test } from 'vitest';
import { changesOf, isUnchanged, readDraft, writeDraft } from '../../../src/app/views/diff/changes';

const ALICE = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';
const word = (value: bigint | number) => `0x${value.toString(16).padStart(64, '0')}`;

describe('a draft becomes changes', () => {
  test('of every field', () => {
    const changes = changesOf({
      from: ALICE,
      to: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
      value: '1.5 ether',
      input: ' 0xAB cd ',
      gas: '21,000',
      nonce: '0x10',
      number: '7',
      timestamp: '2000000000',
      baseFee: '30 gwei',
      accounts: [{ address: ALICE, balance: '0x5', nonce: '2', code: '0x00', slots: '0 = 0x2a\n\n 0x01=3 ' }],
    });
    expect(changes).toEqual({
      ok: true,
      value: {
        transaction: { from: ALICE, to: ALICE, value: 15n * 10n ** 17n, input: '0xabcd', gas: 21_000, nonce: 16 },
        block: { number: 7, timestamp: 2_000_000_000, baseFeePerGas: 30n * 10n ** 9n },
        accounts: {
          [ALICE]: { balance: 5n, nonce: 2, code: '0x00', stateDiff: { [word(0)]: word(42), [word(1)]: word(3) } },
        },
      },
    });
  });

  test('empty fields stay as they were', () => {
    expect(changesOf({ gas: ' ', accounts: [{ address: '' }] })).toEqual({ ok: true, value: {} });
    expect(isUnchanged({ gas: ' ', accounts: [{ address: '', slots: ' ' }] })).toBe(true);
    expect(isUnchanged({ value: '0' })).toBe(false);
  });

  test.each([
    ['from', '0x12', 'An address is 0x and 40 hex digits.'],
    [
      'to',
      '0xF39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
      'The capital letters of this address do not fit its checksum (EIP-55): a digit was mistyped or lost.',
    ],
    ['value', '-1', 'An amount is a number of wei, or one with a unit: 1.5 ether, 30 gwei.'],
    ['value', '1.5', 'wei has no fraction.'],
    ['value', `0x1${'0'.repeat(64)}`, 'An amount is a number of wei, or one with a unit: 1.5 ether, 30 gwei.'],
    ['value', `${2n ** 256n}`, 'This is more than 256 bits hold.'],
    ['input', '0xabc', 'Data is 0x and an even number of hex digits.'],
    ['gas', '1e9', 'This is a whole number, decimal or with 0x.'],
    ['timestamp', `${2n ** 53n}`, 'This is a whole number, decimal or with 0x.'],
  ])('%s cannot be %s', (field, text, problem) => {
    expect(changesOf({ [field]: text })).toEqual({ ok: false, error: { [field]: problem } });
  });

  test.each([
    ['an account that is not named', [{ address: ' ', balance: '1' }], { '0.address': 'Which account?' }],
    [
      'an account twice',
      [
        { address: ALICE, balance: '1' },
        { address: ALICE, nonce: '1' },
      ],
      { '1.address': 'This account is above already.' },
    ],
    [
      'a slot without a value',
      [{ address: ALICE, slots: '0x0' }],
      { '0.slots': '“0x0” is not slot = value, two numbers of at most 32 bytes.' },
    ],
  ])('%s is a problem', (_, accounts, problems) => {
    expect(changesOf({ accounts })).toEqual({ ok: false, error: problems });
  });
});

describe('a draft in the address of a page', () => {
  test('is read as it was written', () => {
    const draft = { value: '1 ether', accounts: [{ address: ALICE, slots: '0 = 1' }] };
    expect(readDraft(writeDraft({ ...draft, gas: '', accounts: [...draft.accounts, { address: '' }] }))).toEqual(draft);
  });

  test.each([
    ['no text', 5],
    ['no JSON', '{'],
    ['no object', '[1]'],
    ['far too much', `{"input":"0x${'00'.repeat(40_000)}"}`],
  ])('that is %s is none', (_, text) => {
    expect(readDraft(text)).toBeUndefined();
  });

  test('keeps what it knows of somebody else’s', () => {
    expect(readDraft('{"gas":5,"value":"1","__proto__":{"to":"x"},"accounts":[7,{"address":[]}]}')).toEqual({
      value: '1',
      accounts: [{ address: '' }],
    });
  });
});
