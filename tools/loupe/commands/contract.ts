/** `loupe contract ADDRESS`: what is known of the code at an address, and from whom. */
import type { Address } from '../../../src/core/chain/primitives';
import { type Command, readArguments, readHex } from '../command';
import { contractFacts } from '../facts/contract';
import { toJson } from '../facts/json';
import { CHAIN_OPTIONS, CHAIN_USAGE, openChain, refuse } from '../open-chain';
import { readContract } from '../read-contract';
import { writeContract } from '../text/contract';
import { openPage } from '../text/paint';

export const contract: Command = {
  name: 'contract',
  summary: "the code at an address: proxy, interface, sources and whether they are the code's",
  usage: `loupe contract ADDRESS [options]

${CHAIN_USAGE}
Example:
  loupe contract 0x5fbd…(40 digits) --sources out
`,
  async run(given, io) {
    const { values, positionals } = readArguments(given, CHAIN_OPTIONS, ['ADDRESS']);
    const address = readHex<Address>(positionals[0], 20, 'An address');
    const { engine, networkId, network } = await openChain(values, io);
    const read = await readContract({ engine, networkId, address });
    if (!read.ok) return refuse(io, read.error);
    if (values.json) io.out(toJson(contractFacts(read.value)));
    else writeContract(openPage(io), read.value, network.nativeCurrency);
    return 0;
  },
};
