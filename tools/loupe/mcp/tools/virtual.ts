/** Tools that make a virtual network and drive it: it lives in this process, and ends with it. */
import { Answer, SIZE } from '../answer';
import { anything, flag, optional, text, whole } from '../fields';
import { size, tool } from '../tool';

const PROOF = "the network is Loupe's own; of a fork, what it read of its parent is the endpoint's word";

export const virtualCreate = tool({
  name: 'virtual_create',
  description:
    "Makes a chain of your own in this process, empty or forked from the endpoint's, with ten rich accounts that need no key. Other tools take its id as network; wallets and scripts its URL. The endpoint is only read.",
  isReading: false,
  fields: {
    fork: flag("true goes on from the endpoint's chain, false begins an empty one"),
    block: optional(whole('Block to fork at; the latest unless given', 0, 2 ** 52)),
    chainId: optional(whole('Its chain id; one that is free unless given', 1, 2 ** 52)),
    size,
  },
  async run(session, given) {
    const made = await session.createVirtual({ isFork: given.fork, block: given.block, chainId: given.chainId });
    const answer = new Answer({ proof: PROOF, link: session.link(made.id, '') }, given.size ?? SIZE.usual);
    answer.line(`network ${made.id} at block ${made.block}, served at ${made.url} until this server ends`);
    answer.line(`accounts ${made.accounts.join(', ')}`);
    answer.line(
      'virtual_request sends to it: eth_sendTransaction, evm_mine, evm_increaseTime, anvil_setBalance, anvil_impersonateAccount, evm_snapshot, …',
    );
    return answer.text();
  },
});

export const virtualRequest = tool({
  name: 'virtual_request',
  description:
    'Asks a virtual network a JSON-RPC method: eth_sendTransaction from any of its accounts, calls, blocks, time, snapshots, balances, impersonation. Never the endpoint.',
  isReading: false,
  fields: {
    network: whole('Its id, as virtual_create answered it', 1, 2 ** 52),
    method: text('The method', /^[a-z]+_\w{1,60}$/i, 'a method like eth_sendTransaction', 80),
    params: optional(anything('Its parameters')),
    size,
  },
  async run(session, given) {
    const params = given.params ?? [];
    const answered = await session.askVirtual(given.network, given.method, Array.isArray(params) ? params : [params]);
    const text = JSON.stringify(answered) ?? 'null';
    const hash = /^"(0x[\da-f]{64})"$/.exec(text)?.[1];
    const path = hash !== undefined && given.method.startsWith('eth_send') ? `tx/${hash}` : '';
    const id = await session.networkOf(given.network);
    const answer = new Answer({ proof: PROOF, link: session.link(id, path) }, given.size ?? SIZE.usual);
    let from = 0;
    while (from < text.length && answer.line(text.slice(from, from + PIECE))) from += PIECE;
    if (from >= text.length) return answer.text();
    return answer.text({ cursor: 'none', left: `${text.length - from} characters; a larger size shows them` });
  },
});

/** Characters of a line of JSON. */
const PIECE = 380;
