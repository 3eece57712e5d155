/** Cheatcodes that tell what forge knows of a chain, by its names for them. */

import { CheatError } from '../cheats/cheat-error';
import type { Vm } from '../cheats/vm';
import type { Cheatcodes } from './cheatcode';
import { endpointUrl } from './endpoints';
import { forgeChain } from './forge-chains';

function chain(vm: Vm, given: string): readonly unknown[] {
  const found = forgeChain(given);
  if (found === undefined) throw new CheatError(`invalid chain alias: ${given}`);
  const { name, id } = found;
  const url = urlOrNone(vm, name);
  return [name, id, url === undefined ? given : name, url ?? ''];
}

/** An endpoint whose environment variable is not set is none. */
function urlOrNone(vm: Vm, name: string): string | undefined {
  try {
    return endpointUrl(vm, name);
  } catch (error) {
    if (error instanceof CheatError) return undefined;
    throw error;
  }
}

export const CHAIN_CODES: Cheatcodes = {
  'getChain(string)((string,uint256,string,string))': (vm, [given]: [string]) => chain(vm, given),
  'getChain(uint256)((string,uint256,string,string))': (vm, [id]: [bigint]) => chain(vm, String(id)),
};
