/** Names of functions that calls outside of a trace name by their selector: of a list of transactions. */

import type { Name } from '../../../core/chain/name';
import type { Address, Selector } from '../../../core/chain/primitives';
import { codesBehind } from '../../../core/contract/proxies/code-behind';
import type { FunctionNames, SelectedFunction } from '../contracts.api';
import { namesOf } from './address-names';
import type { Knowledge } from './knowledge-base';

const MAX_CALLS = 1_000;

/**
 * Returns the best known names, by address and selector: of the code there and
 * behind a proxy or a diamond; else of imported build output where all that has
 * the selector calls it the same, of the bundled table, and of what was looked
 * up. Nothing is asked of anybody.
 */
export async function functionNamesOf(
  { contracts, signatures, artifacts }: Knowledge,
  calls: readonly SelectedFunction[],
): Promise<FunctionNames> {
  const asked = calls.slice(0, MAX_CALLS);
  const addresses = asked.flatMap(({ to }) => (to === undefined ? [] : [to]));
  // Reads what was kept of them, and then of those behind proxies.
  await namesOf(contracts, addresses);
  const codes = addresses.flatMap((address) => codesBehind(contracts.knowledge(address)));
  await Promise.all([
    namesOf(contracts, codes),
    artifacts.prepare(),
    signatures.load([...new Set(asked.map(({ selector }) => selector))]),
  ]);
  const ofCode = (address: Address, selector: Selector): Name | undefined => {
    const found = contracts.index(address)?.functions.get(selector);
    return found && { text: found.name, origin: contracts.knowledge(address)?.abiOrigin ?? 'builtin' };
  };
  const nameOf = ({ to, selector }: SelectedFunction): Name | undefined => {
    const codes = to === undefined ? [] : [...codesBehind(contracts.knowledge(to), selector), to];
    for (const code of codes) {
      const own = ofCode(code, selector);
      if (own) return own;
    }
    const [imported, ...others] = new Set(
      artifacts.knownAbis().flatMap((index) => index.functions.get(selector)?.name ?? []),
    );
    if (imported !== undefined && others.length === 0) return { text: imported, origin: 'buildOutput' };
    const [candidate] = signatures.candidates(selector);
    return candidate && { text: candidate.signature.split('(')[0] ?? '', origin: candidate.origin };
  };
  const names: Record<string, Name> = {};
  for (const call of asked) {
    const name = nameOf(call);
    if (name !== undefined) names[functionKey(call)] = name;
  }
  return names;
}

function functionKey({ to, selector }: SelectedFunction): keyof FunctionNames {
  return `${to} ${selector}`;
}
