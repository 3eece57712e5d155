/** The lists that a transaction carries, as `loupe tx` tells them: what was sent, and what the node made of it. */
import { toHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Address, Hex } from '../../../src/core/chain/primitives';
import type { TransactionFacts } from '../../../tools/loupe/facts/transaction';
import { emptyDatabase } from '../../../tools/memory-database';
import { ANVIL_ACCOUNTS, type Anvil, startAnvil } from '../../helpers/anvil';
import { deployRuntime, ECHO_RUNTIME, word } from '../../helpers/contracts';
import { expectForm } from '../../helpers/json-form';
import { loupe } from '../../helpers/loupe';
import { sendMined } from '../../helpers/mined';
import { ANVIL_NETWORK } from '../../helpers/rpc';

const [SENDER] = ANVIL_ACCOUNTS as unknown as [Address];

let node: Anvil;
let delegate: Address;

beforeAll(async () => {
  node = await startAnvil();
  delegate = (await deployRuntime(node, ECHO_RUNTIME)).toLowerCase() as Address;
});
afterEach(emptyDatabase);
afterAll(() => node?.stop());

test('each authorisation with its authority, and what forbade it; the access list as it was sent', async () => {
  const owners = [1, 2, 3, 4].map((each) => privateKeyToAccount(toHex(each + 0x3500, { size: 32 })));
  const [applied, elsewhere, late, contract] = owners.map(({ address }) => address.toLowerCase() as Address);
  // Anvil refunds gas for an authority without anything; EIP-7702 does for one that is not empty.
  for (const { address } of owners) await node.call('anvil_setBalance', [address, '0x1']);
  await node.call('anvil_setCode', [contract, `0x${ECHO_RUNTIME}`]);
  const given = [
    { chainId: 0, nonce: 0 },
    { chainId: 5, nonce: 0 },
    { chainId: ANVIL_NETWORK, nonce: 7 },
    { chainId: ANVIL_NETWORK, nonce: 0 },
  ];
  const authorizationList = await Promise.all(
    given.map(async (each, at) => {
      const signed = await (owners[at] as (typeof owners)[number]).signAuthorization({
        contractAddress: delegate,
        ...each,
      });
      const { r, s, yParity = 0 } = signed;
      return {
        ...{ chainId: toHex(each.chainId), nonce: toHex(each.nonce), address: delegate },
        ...{ r, s, yParity: toHex(yParity) },
      };
    }),
  );
  const accessList = [{ address: delegate, storageKeys: [word(0), word(5)] }];
  const sent = { from: SENDER, to: SENDER, type: '0x4', gas: '0x100000', authorizationList, accessList };
  const { transactionHash } = await sendMined(node, sent);
  const codes = [applied, elsewhere, late, contract].map((owner) => node.call<Hex>('eth_getCode', [owner, 'latest']));
  expect(await Promise.all(codes)).toEqual([`0xef0100${delegate.slice(2)}`, '0x', '0x', `0x${ECHO_RUNTIME}`]);

  const ask = (...more: string[]) => loupe(['tx', transactionHash, '--rpc', node.url, ...more]);
  const facts = JSON.parse((await ask('--json')).out) as TransactionFacts;
  expectForm('tx', facts);
  const [chain, nonce] = [`${ANVIL_NETWORK}`, '0'];
  expect([facts.accessList, facts.authorizations, facts.blobs]).toEqual([
    accessList,
    [
      { authority: applied, delegate, chainId: '0', nonce, applied: true },
      { authority: elsewhere, delegate, chainId: '5', nonce, applied: false, refusal: 'chain' },
      { authority: late, delegate, chainId: chain, nonce: '7', applied: false, refusal: 'nonce' },
      { authority: contract, delegate, chainId: chain, nonce, applied: false, refusal: 'code' },
    ],
    undefined,
  ]);
  const { out } = await ask();
  expect(out).toContain(`  ${applied} runs code of ${delegate} · any chain, nonce 0 · applied\n`);
  expect(out).toContain('chain 5, nonce 0 · not applied. It is for another chain.\n');
  expect(out).toContain('  access list of 1 account with 2 keys\n');
});
