/** `loupe contract ADDRESS`: what is known of the code at an address, and from whom. */
import { signatureOf } from '../../../src/core/abi/signature';
import type { Address } from '../../../src/core/chain/primitives';
import type { ContractKnowledge } from '../../../src/core/contract/knowledge';
import { formatNative } from '../../../src/core/format/amounts';
import { formatInteger } from '../../../src/core/format/counts';
import { countOf } from '../../../src/core/format/plural';
import { harmlessText } from '../../../src/core/text/harmless';
import { type Command, readArguments, readHex } from '../command';
import { toJson } from '../facts/json';
import { named } from '../facts/values';
import { CHAIN_OPTIONS, CHAIN_USAGE, JOB, openChain, refuse } from '../open-chain';
import { openPage, type Page } from '../text/paint';

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
    const loaded = await engine.contracts.loadAccount(JOB, networkId, address);
    if (!loaded.ok) return refuse(io, loaded.error);
    const { type, balance, nonce, codeSize, codeHash, knowledge, implementation, token, facets } = loaded.value;
    const behind = implementation?.address ?? address;
    const found = type === 'contract' ? await engine.contracts.contractSource(JOB, networkId, behind) : undefined;
    const source = found?.ok ? found.value.source : undefined;
    if (values.json) {
      io.out(
        toJson({
          format: 'loupe-contract',
          version: 1,
          ...{ address, type, nonce, codeSize, codeHash, token },
          ...(balance.ok && { balance: balance.value }),
          ...knowledgeFact(knowledge),
          ...(implementation && {
            implementation: { address: implementation.address, ...knowledgeFact(implementation) },
          }),
          ...(facets && { facets: facets.map((facet) => facet.address) }),
          ...(source && {
            source: {
              origin: source.origin,
              match: source.match,
              language: source.language,
              compilerVersion: source.compilerVersion,
              file: source.file,
              contract: source.contract,
              files: source.files.map(({ path }) => path),
            },
          }),
        }),
      );
      return 0;
    }
    const page = openPage(io);
    page.line({ text: address, in: 'bold' }, `  ${knowledge.name ? harmlessText(knowledge.name.text, 64) : type}`);
    if (balance.ok)
      page.line(`  balance ${formatNative(balance.value, network.nativeCurrency).text}, nonce ${formatInteger(nonce)}`);
    if (type === 'wallet') return 0;
    page.line(`  ${countOf(codeSize, 'byte')} of code`, codeHash ? { text: `  ${codeHash}`, in: 'dim' } : '');
    if (knowledge.proxy) page.line(`  ${knowledge.proxy.kind} proxy of ${knowledge.proxy.implementation}`);
    for (const facet of facets ?? []) page.line(`  facet ${facet.address}`);
    if (source)
      page.line(
        `  ${source.match === 'exact' ? 'the code of' : 'the code, its metadata apart, of'} ${harmlessText(source.file, 120)}:${harmlessText(source.contract, 64)}`,
        {
          text: `  ${harmlessText(source.language, 20)} ${harmlessText(source.compilerVersion, 40)}, from ${source.origin}`,
          in: 'dim',
        },
      );
    else
      page.sentence(
        found?.ok === false ? found.error.message : 'Nobody who may be asked has its sources.',
        2,
        'yellow',
      );
    writeInterface(page, implementation ?? knowledge);
    return 0;
  },
};

function knowledgeFact({ name, abi, abiOrigin, proxy, match, compilerVersion }: ContractKnowledge) {
  return { ...named('name', name), abi, abiOrigin, proxy, match, compilerVersion };
}

function writeInterface(page: Page, { abi, abiOrigin }: ContractKnowledge): void {
  for (const kind of ['function', 'event', 'error'] as const) {
    const entries = abi.flatMap((each) => (each.type === kind ? [each] : []));
    if (entries.length === 0) continue;
    page.heading(`${kind[0]?.toUpperCase()}${kind.slice(1)}s`, `${entries.length}, from ${abiOrigin}`);
    for (const entry of entries) page.line(`  ${harmlessText(signatureOf(entry), 300)}`);
  }
}
