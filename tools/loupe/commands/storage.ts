/** `loupe storage ADDRESS [PATH]`: state variables of a contract, or the one that a path names. */
import { nameText } from '../../../src/core/abi/value-text';
import type { Address } from '../../../src/core/chain/primitives';
import { formatInteger } from '../../../src/core/format/counts';
import { harmlessText } from '../../../src/core/text/harmless';
import { type Command, readArguments, readHex, readNumber } from '../command';
import { toJson } from '../facts/json';
import { valueFact } from '../facts/values';
import { CHAIN_OPTIONS, CHAIN_USAGE, JOB, openChain, refuse } from '../open-chain';
import { openPage } from '../text/paint';
import { wholeText } from '../text/rows';

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
    const account = await engine.contracts.loadAccount(JOB, networkId, address);
    if (!account.ok) return refuse(io, account.error);
    // A proxy has the storage, its implementation the layout.
    const subject = { networkId, address, layoutOf: account.value.knowledge.proxy?.implementation ?? address };
    await engine.contracts.contractSource(JOB, networkId, subject.layoutOf);
    const path = positionals[1];
    if (path !== undefined) {
      const read = await engine.contracts.readStorage(JOB, subject, path, block);
      if (!read.ok) return refuse(io, read.error);
      const { value, word, slot, type, blockNumber } = read.value;
      if (values.json)
        io.out(
          toJson({
            format: 'loupe-storage',
            version: 1,
            address,
            block: blockNumber,
            path,
            type,
            slot,
            word,
            ...(value && { value: valueFact(value) }),
          }),
        );
      else io.out(`${value ? wholeText(value) : word}\n`);
      return 0;
    }
    const all = await engine.contracts.storedVariables(JOB, subject, block);
    if (!all.ok) return refuse(io, all.error);
    const { blockNumber, variables } = all.value;
    if (values.json) {
      const facts = variables.map(({ value, ...where }) => ({ ...where, value: valueFact(value) }));
      io.out(toJson({ format: 'loupe-storage', version: 1, address, block: blockNumber, variables: facts }));
      return 0;
    }
    const page = openPage(io);
    page.line({ text: address, in: 'bold' }, `  after block ${formatInteger(blockNumber)}`);
    for (const { value, declaredIn, kind } of variables)
      page.line(
        `  ${declaredIn === '' ? '' : `${nameText(declaredIn)}.`}${nameText(value.name)} = ${wholeText(value)}`,
        {
          text: `  ${harmlessText(value.declared ?? value.type, 80)}${kind === 'storage' ? '' : `, ${kind}`}`,
          in: 'dim',
        },
      );
    return 0;
  },
};
