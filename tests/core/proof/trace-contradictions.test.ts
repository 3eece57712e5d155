import { describe, expect, test } from 'vitest';
import type { Hash, Hex, NetworkId } from '../../../src/core/chain/primitives';
import type { EthereumTransaction, Receipt, Transaction } from '../../../src/core/chain/transaction';
import { findTraceContradictions } from '../../../src/core/proof/trace-contradictions';
import { addReceiptLogs } from '../../../src/core/trace/receipt-logs';
import { addressOf, callTree, selectorOf } from '../../helpers/call-tree';

const hash = `0x${'11'.repeat(32)}` as Hash;
const topic = (byte: string) => `0x${byte.repeat(32)}` as Hash;

const transaction: EthereumTransaction = {
  networkId: 1 as NetworkId,
  hash,
  type: 2,
  from: addressOf('Sender'),
  to: addressOf('Router'),
  nonce: 0,
  value: 2_500_000_000_000_000_000n,
  input: selectorOf('swap'),
  gas: 100_000,
  accessList: [],
};

const receipt: Receipt = {
  networkId: 1 as NetworkId,
  transactionHash: hash,
  blockHash: hash,
  blockNumber: 1,
  index: 0,
  from: addressOf('Sender'),
  to: addressOf('Router'),
  status: 'success',
  gasUsed: 100,
  cumulativeGasUsed: 100,
  logs: [
    { address: addressOf('Token'), topics: [topic('aa'), topic('bb')], data: '0x01' as Hex, logIndex: 0 },
    { address: addressOf('Pool'), topics: [topic('dd')], data: '0x' as Hex, logIndex: 1 },
  ],
};

const tree = `
  Router.swap = 2500000000000000000
    Pool.sync
      #[${topic('dd')} | 0x]
    Token.transfer
      #[${topic('aa')}, ${topic('bb')} | 0x01]
    Quiet.fail ! reverted
      #[${topic('cc')} | 0x02]
`;

function contradictionsOf(changes: {
  tree?: string;
  transaction?: Partial<Pick<Transaction, 'value' | 'input' | 'from' | 'to'>>;
  receipt?: Partial<Receipt>;
}) {
  return findTraceContradictions(
    callTree(changes.tree ?? tree),
    { ...transaction, ...changes.transaction },
    { ...receipt, ...changes.receipt },
  );
}

describe('what the calls of a node contradict', () => {
  test('nothing, when root, status and every lasting log agree, in whatever order contracts emitted', () => {
    expect(contradictionsOf({})).toEqual([]);
  });

  test('nothing, when the logs are the receipt’s because the node reports none', () => {
    const trace = addReceiptLogs(callTree('Router.swap = 2500000000000000000 > Token.transfer'), receipt.logs);
    expect(findTraceContradictions(trace, transaction, receipt)).toEqual([]);
  });

  test.each([
    ['value', { transaction: { value: 1n } }, 'another value'],
    ['input', { transaction: { input: '0x12' as Hex } }, 'another input'],
    ['sender', { transaction: { from: addressOf('Carol') } }, 'another sender'],
    ['recipient', { transaction: { to: addressOf('Carol') } }, 'another recipient'],
    ['status', { receipt: { status: 'failed' as const } }, 'The calls succeed'],
    ['data of a log', { tree: tree.replace('0x01', '0x02') }, 'Event 1 of the receipt has other data'],
    ['longer data of a log', { tree: tree.replace('0x01', '0x0100') }, 'Event 1 of the receipt has other data'],
    ['missing data of a log', { tree: tree.replace('| 0x01', '| 0x') }, 'Event 1 of the receipt has other data'],
    ['topic of a log', { tree: tree.replace(topic('bb'), topic('bc')) }, 'Event 1 of the receipt has other topics'],
    ['emitter of a log', { tree: tree.replace('Pool.sync', 'Lake.sync') }, 'that the receipt does not have'],
    [
      'number of logs',
      { receipt: { logs: [...receipt.logs, receipt.logs[1]!] } },
      '2 events, the receipt has 3 events',
    ],
  ])('%s', (_, changes, sentence) => {
    const found = contradictionsOf(changes);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(sentence);
  });

  test('a creation of another contract than the receipt names, and a call where there is a creation', () => {
    const { to: _, ...creation } = transaction;
    const made = (name: string) => ({ ...receipt, logs: [], contractAddress: addressOf(name) });
    const input = { ...creation, value: 0n, input: '0x' as Hex };
    expect(findTraceContradictions(callTree('Child :create'), input, made('Child'))).toEqual([]);
    expect(findTraceContradictions(callTree('Child :create'), input, made('Other'))).toEqual([
      'The calls create another contract than the receipt names.',
    ]);
    expect(findTraceContradictions(callTree('Child'), input, made('Child'))[0]).toContain('begin with a call');
  });
});
