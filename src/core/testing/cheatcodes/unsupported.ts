/**
 * Cheatcodes of forge 1.7 that do not work here: they need a script's run, a prompt, or the clock,
 * or nobody has written them yet (docs/tests-of-contracts.md). One that is called says so, and its test fails for that alone.
 */

import { Unsupported } from '../cheats/cheat-error';
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

export const UNSUPPORTED: Cheatcodes = Object.fromEntries(
  SIGNATURES.split(/\s+/)
    .filter((signature) => signature !== '')
    .map((signature) => [signature, refuse]),
);
