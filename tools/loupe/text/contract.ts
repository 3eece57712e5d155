/** A contract and its storage as text. */

import type { Decoded } from '../../../src/core/abi/decoded';
import { isUnlisted } from '../../../src/core/abi/mappings';
import { signatureOf } from '../../../src/core/abi/signature';
import { nameText } from '../../../src/core/abi/value-text';
import type { NativeCurrency } from '../../../src/core/chain/network';
import { CUT, ENDLESS } from '../../../src/core/contract/contract-kind';
import type { ContractKnowledge, ProxyInfo } from '../../../src/core/contract/knowledge';
import { firstBehind } from '../../../src/core/contract/proxies/code-behind';
import { facetFunctions, type KnownFacet } from '../../../src/core/contract/proxies/facet-functions';
import { formatNative } from '../../../src/core/format/amounts';
import { formatInteger } from '../../../src/core/format/counts';
import { countOf } from '../../../src/core/format/plural';
import { harmlessText } from '../../../src/core/text/harmless';
import { type ContractAnswers, runsCode, type StorageAnswers } from '../read-contract';
import type { Page } from './paint';
import { wholeText } from './rows';

/** Writes what is known of an account. */
export function writeContract(page: Page, { account, source: found }: ContractAnswers, currency: NativeCurrency): void {
  const { address, type, balance, nonce, codeSize, codeHash, knowledge, implementation, facets, blueprint } = account;
  const { proxy } = knowledge;
  page.line({ text: address, in: 'bold' }, `  ${knowledge.name ? harmlessText(knowledge.name.text, 64) : type}`);
  if (balance.ok) page.line(`  balance ${formatNative(balance.value, currency).text}, nonce ${formatInteger(nonce)}`);
  if (!runsCode(account)) return;
  page.line(`  ${countOf(codeSize, 'byte')} of code`, codeHash ? { text: `  ${codeHash}`, in: 'dim' } : '');
  if (proxy) writeProxy(page, proxy);
  if (blueprint) {
    const { size, creates } = blueprint;
    page.line(
      `  a blueprint (ERC-5202), ${countOf(size, 'byte')} of init code`,
      creates ? ` of ${harmlessText(creates.file, 120)}:${harmlessText(creates.contract, 64)}` : '',
    );
    return;
  }
  for (const facet of facets ?? []) writeFacet(page, facet);
  const source = found?.ok ? found.value.source : undefined;
  if (source)
    page.line(
      `  ${source.match === 'exact' ? 'the code of' : 'the code, its metadata apart, of'} ${harmlessText(source.file, 120)}:${harmlessText(source.contract, 64)}`,
      {
        text: `  ${harmlessText(source.language, 20)} ${harmlessText(source.compilerVersion, 40)}, from ${source.origin}`,
        in: 'dim',
      },
    );
  else
    page.sentence(found?.ok === false ? found.error.message : 'Nobody who may be asked has its sources.', 2, 'yellow');
  writeInterface(page, implementation ?? knowledge);
}

function writeProxy(page: Page, proxy: ProxyInfo): void {
  const first = firstBehind(proxy);
  page.line(
    proxy.kind === 'EIP-7702'
      ? `  delegates to ${first} (EIP-7702)`
      : `  ${proxy.kind.replace(/ proxy$/, '')} proxy of ${first}`,
  );
  const { through = [], implementation } = proxy;
  through.forEach(({ kind }, at) => {
    page.line(`  that is a proxy (${kind}) of ${through[at + 1]?.address ?? implementation}`);
  });
  if (proxy.isEndless) page.sentence(ENDLESS, 2, 'yellow');
  if (proxy.isCut) page.sentence(CUT, 2, 'yellow');
}

/** Writes a facet with the functions that the diamond sends there; of those that no ABI describes the selectors. */
function writeFacet(page: Page, facet: KnownFacet): void {
  const { address, knowledge, undescribed } = facet;
  page.line(`  facet ${address}`, knowledge?.name ? `  ${harmlessText(knowledge.name.text, 64)}` : '');
  for (const { signature } of facetFunctions([facet])) page.line(`    ${harmlessText(signature, 300)}`);
  for (const selector of undescribed) page.line(`    ${selector}`);
}

function writeInterface(page: Page, { abi, abiOrigin }: ContractKnowledge): void {
  for (const kind of ['function', 'event', 'error'] as const) {
    const entries = abi.flatMap((each) => (each.type === kind ? [each] : []));
    if (entries.length === 0) continue;
    page.heading(`${kind[0]?.toUpperCase()}${kind.slice(1)}s`, `${entries.length}, from ${abiOrigin}`);
    for (const entry of entries) page.line(`  ${harmlessText(signatureOf(entry), 300)}`);
  }
}

/** Writes what a contract stores; of a path the value alone. */
export function writeStorage(page: Page, answers: StorageAnswers): void {
  if ('reading' in answers) {
    const { value, word } = answers.reading;
    page.line(value ? wholeText(value) : (word ?? ''));
    return;
  }
  const { blockNumber, variables } = answers.all;
  page.line({ text: answers.address, in: 'bold' }, `  after block ${formatInteger(blockNumber)}`);
  if (variables.some(({ value }) => hasUnlisted(value)))
    page.sentence('The storage does not list the keys of mappings: name one to read its value.', 2, 'dim');
  for (const { value, declaredIn, kind } of variables)
    page.line(
      `  ${declaredIn === '' ? '' : `${nameText(declaredIn)}.`}${nameText(value.name)}${isUnlisted(value) ? '' : ` = ${wholeText(value)}`}`,
      {
        text: `  ${harmlessText(value.declared ?? value.type, 80)}${kind === 'storage' ? '' : `, ${kind}`}`,
        in: 'dim',
      },
    );
}

/** Returns whether a value is, or holds, a mapping none of whose keys is known. */
function hasUnlisted(value: Decoded): boolean {
  return isUnlisted(value) || value.items?.some(hasUnlisted) === true;
}
