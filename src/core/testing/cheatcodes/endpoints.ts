/** Cheatcodes that name the endpoints of the configuration, and which endpoints a test may ask. */

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

/**
 * Returns the address of an endpoint that a test may ask: one that the reader has, or one of the configuration where that is
 * trusted. Throws a `CheatError` for any other, whose address a test could have made up of what it read.
 */
export function allowedEndpoint(vm: Vm, alias: string): string {
  const url = endpointUrl(vm, alias);
  const { trustsConfiguration, settings, endpoints } = vm.project;
  const isConfigured = trustsConfiguration && Object.keys(settings.rpcEndpoints).some((name) => isUrlOf(vm, name, url));
  if (isConfigured || endpoints.includes(url)) return url;
  throw new CheatError(
    trustsConfiguration
      ? `${url} is not asked: it is neither in [rpc_endpoints] of foundry.toml nor named by --rpc`
      : `${url} is not asked: it is not an endpoint of your networks`,
  );
}

function isUrlOf(vm: Vm, name: string, url: string): boolean {
  try {
    return endpointUrl(vm, name) === url;
  } catch {
    return false; // its variable is not set
  }
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
