/** How a cheatcode is declared: its signature with what it returns, and a function of what it is given. */

import type { Vm } from '../cheats/vm';

/**
 * Is given the decoded arguments, as viem decodes them, and returns what the cheatcode does: nothing, the one value, or
 * the list of them. Throws a `CheatError` where it refuses.
 */
export type Cheatcode = (vm: Vm, args: never) => unknown;

/** By `name(types)` or `name(types)(returned types)`. */
export type Cheatcodes = Readonly<Record<string, Cheatcode>>;
