/** `loupe storage ADDRESS [PATH]`: state variables of a contract, or the one that a path names. */
import type { Address } from '../../../src/core/chain/primitives';
import { type Command, readArguments, readHex, readNumber } from '../command';
import { storageFacts } from '../facts/contract';
import { toJson } from '../facts/json';
import { CHAIN_OPTIONS, CHAIN_USAGE, openChain, refuse } from '../open-chain';
import { readStored } from '../read-contract';
import { writeStorage } from '../text/contract';
import { openPage } from '../text/paint';

export const storage: Command = {
  name: 'storage',
  summary: 'what a contract holds, by the names of its source',
  usage: `loupe storage ADDRESS [PATH] [options]

PATH is an expression as the source writes it: total, balances[0x…], orders[3].price; or the number of a slot.

${CHAIN_USAGE}  --block N        as it was after that block (the latest)

Example:
  loupe storage 0x5fbd…(40 digits) 'balanceOf[0xf39f…]'
`,
  async run(given, io) {
    const options = { ...CHAIN_OPTIONS, block: { type: 'string' } } as const;
    const { values, positionals } = readArguments(given, options, ['ADDRESS', '[PATH]']);
    const address = readHex<Address>(positionals[0], 20, 'The address of a contract');
    const block = readNumber<number | 'latest'>('--block', values.block, 'latest');
    const { engine, networkId } = await openChain(values, io);
    const read = await readStored({ engine, networkId, address }, positionals[1], block);
    if (!read.ok) return refuse(io, read.error);
    if (values.json) io.out(toJson(storageFacts(read.value)));
    else writeStorage(openPage(io), read.value);
    return 0;
  },
};
