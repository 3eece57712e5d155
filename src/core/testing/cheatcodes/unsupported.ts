/**
 * Cheatcodes of forge 1.7 that do not work here: they need a process, a network, a prompt, or the clock,
 * or nobody has written them yet (docs/tests-of-contracts.md). One that is called says so, and its test fails for that alone.
 */

import { CheatError, Unsupported } from '../cheats/cheat-error';
import type { Cheatcode, Cheatcodes } from './cheatcode';

const SIGNATURES = `
  getBroadcast(string,uint64,uint8)
  getBroadcasts(string,uint64) getBroadcasts(string,uint64,uint8) getDeployment(string) getDeployment(string,uint64)
  getDeployments(string,uint64) prompt(string) promptAddress(string)
  promptSecret(string) promptSecretUint(string) promptUint(string) unixTime()
`;

const refuse: Cheatcode = () => {
  throw new Unsupported('this cheatcode does not work here');
};

/** Refuses as forge does where the configuration does not allow processes. */
const startProcess: Cheatcode = (vm, given) => {
  if (!vm.project.settings.ffi)
    throw new CheatError('FFI is disabled; add the `--ffi` flag to allow tests to call external commands');
  return refuse(vm, given);
};

export const UNSUPPORTED: Cheatcodes = {
  ...Object.fromEntries(
    SIGNATURES.split(/\s+/)
      .filter((signature) => signature !== '')
      .map((signature) => [signature, refuse]),
  ),
  'ffi(string[])': startProcess,
  'tryFfi(string[])': startProcess,
};
