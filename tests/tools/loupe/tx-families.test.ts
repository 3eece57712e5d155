/** What `loupe` says of fees on chains with fees of their own, from endpoints of blocks that are made up for each family. */
import { describe, expect, test } from 'vitest';
import { CONTRACT, makeUp, VALUE } from '../../../tools/conformance/chains/made-up-block';
import { MADE_UP, type MadeUpFamily } from '../../../tools/conformance/chains/made-up-families';
import { type Alter, type RecordedChain, startRecordedNode } from '../../../tools/conformance/chains/recorded-node';
import { expectForm } from '../../helpers/json-form';
import { loupe } from '../../helpers/loupe';

type Facts = { fee: string; fees?: object[]; minted?: object; type: number };

/** Runs a command on the transaction at a place of the family's block. */
async function on(name: string, at: (chain: RecordedChain) => number, ...given: string[]) {
  const chain = await makeUp(MADE_UP[name] as MadeUpFamily);
  const node = await startRecordedNode(chain);
  try {
    const [command = '', ...options] = given;
    return await loupe([command, String(chain.transactions[at(chain)]?.hash), ...options, '--rpc', node.url]);
  } finally {
    await node.stop();
  }
}
const called = ({ transactions }: RecordedChain) =>
  transactions.findIndex(({ to, value }) => to === CONTRACT && value === VALUE);
const last = ({ transactions }: RecordedChain) => transactions.length - 1;

describe.each(Object.entries(MADE_UP))('%s', (name, { fees, gas }) => {
  test('the parts of the fee are those of its rules, and who gets each', async () => {
    const { out, err } = await on(name, called, 'tx', '--json');
    const facts = JSON.parse(out) as Facts;
    expectForm('tx', facts);
    const stated = fees(BigInt(gas)).map(({ kind, wei, to }) => ({ kind, amount: `${wei}`, ...(to && { to }) }));
    expect([err, facts.fees]).toEqual(['', stated]);
    expect(facts.fee).toBe(String(fees(BigInt(gas)).reduce((sum, { wei }) => sum + wei, 0n)));
  });
});

test('what the protocol of BNB Smart Chain takes from the account of the system is said to come from there', async () => {
  const { out } = await on('bnbSmartChain', last, 'tx', '--json');
  const facts = JSON.parse(out) as Facts;
  expect([facts.fees, facts.minted]).toEqual([
    undefined,
    { amount: '1000', from: '0xfffffffffffffffffffffffffffffffffffffffe' },
  ]);
  const text = await on('bnbSmartChain', last, 'tx');
  expect(text.out).toContain(
    '0.000000000000001 BNB brought to the sender from 0xfffffffffffffffffffffffffffffffffffffffe by the protocol',
  );
});

test('a transaction of the protocol that used no gas is not said to come from a source without gas', async () => {
  const none = { code: 1, out: '', err: 'This transaction used no gas.\n' };
  expect(await on('arbitrum', () => 0, 'profile')).toEqual(none);
  expect(await on('opStack', last, 'profile')).toEqual(none);
});

test('what ends a block of the OP Stack since Lagoon costs nothing', async () => {
  const facts = JSON.parse((await on('opStack', last, 'tx', '--json')).out) as Facts;
  expect([facts.type, facts.fee, facts.fees]).toEqual([0x7d, '0', undefined]);
});

/** Receipts without events and their filter, and no logs by themselves. */
const withoutEvents: Alter = (method, result) => {
  const leftOut = (receipt: unknown) => ({ ...(receipt as object), logs: undefined, logsBloom: undefined });
  if (method === 'eth_getTransactionReceipt') return leftOut(result);
  if (method === 'eth_getBlockReceipts') return (result as unknown[]).map(leftOut);
  return method === 'eth_getLogs' ? 'refused' : result;
};

test.each(['gnosis', 'polygon', 'avalanche'])(
  'where an endpoint of %s states no events anywhere, each transaction of a block is executed and not said to be verified',
  async (name) => {
    const chain = await makeUp(MADE_UP[name] as MadeUpFamily);
    const node = await startRecordedNode(chain, withoutEvents);
    try {
      for (const [index, { hash }] of chain.transactions.entries()) {
        const { code, out } = await loupe(['tx', hash, '--json', '--rpc', node.url]);
        const { status, gasUsed, events, proof } = JSON.parse(out);
        const { receipts } = chain;
        expect([code, status, gasUsed, events.count]).toEqual([
          1,
          receipts[index]?.status,
          receipts[index]?.gasUsed,
          receipts[index]?.logs.length,
        ]);
        expect([proof.level, proof.doubt]).toEqual([
          undefined,
          expect.stringContaining('nothing to compare them with'),
        ]);
      }
    } finally {
      await node.stop();
    }
  },
);
