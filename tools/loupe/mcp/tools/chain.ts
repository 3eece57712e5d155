/** Tools about addresses and bytes: a contract, its storage, what bytes mean. */
import type { Address } from '../../../../src/core/chain/primitives';
import { readBytes } from '../../read-bytes';
import { readContract, readStored } from '../../read-contract';
import { writeContract, writeStorage } from '../../text/contract';
import { writeReading } from '../../text/decode';
import { Answer, SIZE } from '../answer';
import { optional, text, whole } from '../fields';
import { ToolFailure } from '../session';
import { cursor, NETWORK, size, skipOf, tool } from '../tool';

const ADDRESS = text<Address>('Address of a contract', /^0x[\da-fA-F]{40}$/, '0x and 40 hex digits', 42);
const WORD = "not proven: all of it is the endpoint's word, but sources, which were compared with its code";

export const contract = tool({
  name: 'contract',
  description:
    'The code at an address: proxy and implementation, whether sources are known and match, functions, events and errors.',
  fields: { address: ADDRESS, network: NETWORK, ...{ size, cursor } },
  async run(session, given) {
    const networkId = await session.networkOf(given.network);
    const address = given.address.toLowerCase() as Address;
    const read = session.answered(await readContract({ engine: session.engine, networkId, address }));
    const link = session.link(networkId, `${read.account.type}/${address}`);
    const answer = new Answer({ proof: WORD, link }, given.size ?? SIZE.usual, skipOf(given.cursor));
    writeContract(answer.page(), read, session.chain.network.nativeCurrency);
    return answer.text();
  },
});

export const storage = tool({
  name: 'storage',
  description:
    'State variables of a contract by the names of its source, or the value that a path names: total, balances[0x…], orders[3].price, or the number of a slot.',
  fields: {
    address: ADDRESS,
    path: optional(text('The value that is wanted; all variables without it', undefined, 'a path', 400)),
    block: optional(whole('As it was after this block; the latest unless given', 0, 2 ** 52)),
    network: NETWORK,
    ...{ size, cursor },
  },
  async run(session, given) {
    const networkId = await session.networkOf(given.network);
    const address = given.address.toLowerCase() as Address;
    const asked = { engine: session.engine, networkId, address };
    const read = session.answered(await readStored(asked, given.path, given.block ?? 'latest'));
    const link = session.link(networkId, `contract/${address}/code`);
    const answer = new Answer({ proof: WORD, link }, given.size ?? SIZE.usual, skipOf(given.cursor));
    writeStorage(answer.page(), read);
    return answer.text();
  },
});

export const decode = tool({
  name: 'decode',
  description:
    'Calldata, revert data or a log in words, by build output at hand and bundled signatures; asks nobody. A log is its topics with commas between them, a colon, and its data.',
  fields: {
    bytes: text(
      '0x and hex, or TOPICS:DATA',
      /^0x[\da-fA-F,x:]*$/,
      'hex, or topics with commas, a colon and data',
      300_000,
    ),
    ...{ size, cursor },
  },
  async run(session, given) {
    const read = await readBytes(session.engine, given.bytes);
    if (!read.ok) throw new ToolFailure(read.error);
    const { readings, isLog } = read.value;
    if (readings.length === 0)
      throw new ToolFailure(
        `No ${isLog ? 'event' : 'function or error'} of this ${isLog ? 'topic' : 'selector'} is known; build output of its project would name it (loupe mcp --sources DIR).`,
      );
    const short = given.bytes.length <= 1_500 && !isLog;
    const link = session.link(session.chain.networkId, 'calldata', { data: short ? given.bytes : undefined });
    const proof =
      'nobody was asked; a selector may be of several functions, so a reading is a guess unless build output has it';
    const answer = new Answer({ proof, link }, given.size ?? SIZE.usual, skipOf(given.cursor));
    for (const reading of readings) writeReading(answer.page(), reading);
    return answer.text();
  },
});
