/** Transactions of every type, without and with contracts. */
import { encodeFunctionData, type Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { quantityHex } from '../../../src/core/chain/hex';
import type { Cast } from '../cast';
import type { Contract, Scribe } from '../scribe';

/** The key of the node's fourth account, from Hardhat's well-known mnemonic. */
const CAROLS_KEY = '0x7c852118294e51e653712a81e05800f419141751be58f605c371e15141b007a6';

export async function playPlain(scribe: Scribe, { alice, bob }: Cast, lab: Contract): Promise<void> {
  await scribe.send({ name: 'ether, with the gas limit the node gives', from: alice, to: bob, value: 10n ** 15n });
  await scribe.send({ name: 'ether, with just enough gas', from: alice, to: bob, value: 1n, gas: 21_000 });
  await scribe.send({
    name: 'type 0',
    from: alice,
    to: bob,
    value: 2n,
    more: { gasPrice: '0x9502f900' },
    calls: `${bob}.`,
  });
  const slot = `0x${'0'.repeat(64)}` as Hex;
  await scribe.send({
    name: 'type 1 with an access list',
    from: alice,
    call: [lab, 'pack', [8n, 9n]],
    more: { gasPrice: '0x9502f900', accessList: [{ address: lab.address, storageKeys: [slot] }] },
    calls: 'lab.pack',
  });
}

/** Delegates the code of an account to that of `items` (EIP-7702), and runs it. */
export async function playDelegation(scribe: Scribe, { alice, carol }: Cast, items: Contract): Promise<void> {
  const authorization = await authorize(scribe, CAROLS_KEY, carol, items.address);
  const delegated = { ...items, key: 'carol', address: carol };
  scribe.add(delegated, { implementation: 'items' });
  const data = encodeFunctionData({ abi: items.abi, functionName: 'mint', args: [alice, 9n, 4n] });
  await scribe.send({
    name: 'an account runs code it delegated to',
    from: alice,
    to: carol,
    data,
    more: { authorizationList: [authorization], type: '0x4' },
    calls: 'carol.mint',
    state: [{ of: delegated, path: `_balances[9][${alice}]`, get: 'balanceOf', args: [alice, 9n] }],
  });
}

/** Signs an entry of a transaction's `authorizationList`: the account of the key runs the code at `code` from then on. */
export async function authorize(scribe: Scribe, privateKey: Hex, of: Hex, code: Hex): Promise<object> {
  const account = privateKeyToAccount(privateKey);
  if (account.address.toLowerCase() !== of) throw new Error('The key is of another account.');
  const nonce = Number((await scribe.request('eth_getTransactionCount', [of, 'latest'])) as Hex);
  const chainId = Number((await scribe.request('eth_chainId', [])) as Hex);
  const signed = await account.signAuthorization({ contractAddress: code, chainId, nonce });
  return {
    chainId: quantityHex(chainId),
    nonce: quantityHex(nonce),
    address: code,
    yParity: quantityHex(signed.yParity ?? 0),
    r: quantityHex(BigInt(signed.r)),
    s: quantityHex(BigInt(signed.s)),
  };
}
