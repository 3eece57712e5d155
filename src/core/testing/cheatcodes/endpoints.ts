/** Cheatcodes that name the endpoints of the configuration. Nothing is asked of them here. */

import { CheatError } from '../cheats/cheat-error';
import type { Vm } from '../cheats/vm';
import type { Cheatcodes } from './cheatcode';
import { interpolated } from './environment';

/** Returns the address of an endpoint by its name or its own address. Throws a `CheatError` for what is none. */
export function endpointUrl(vm: Vm, alias: string): string {
  const { rpcEndpoints } = vm.project.settings;
  if (Object.hasOwn(rpcEndpoints, alias)) return interpolated(vm, rpcEndpoints[alias]);
  if (/^(http|ws)/.test(alias)) return alias;
  throw new CheatError(`invalid rpc url: ${alias}`);
}

const all = (vm: Vm) =>
  Object.keys(vm.project.settings.rpcEndpoints)
    .sort()
    .map((alias) => [alias, endpointUrl(vm, alias)]);

export const ENDPOINTS: Cheatcodes = {
  'rpcUrl(string)(string)': (vm, [alias]: [string]) => endpointUrl(vm, alias),
  'rpcUrls()(string[2][])': all,
  'rpcUrlStructs()((string,string)[])': all,
};
