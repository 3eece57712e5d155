/**
 * How a cheatcode is declared: its signature with what it returns, and a function of what it is given. A new one goes into
 * the file of its subject; a new file goes into `all-cheatcodes.ts`.
 */

import type { AnsweringCreation } from '../../evm/interceptor';
import type { AccountIndex } from '../../evm/state/slots';
import type { Limbs } from '../../evm/words/words';
import type { Vm } from '../cheats/vm';

/**
 * Is given the decoded arguments, as viem decodes them, and returns what the cheatcode does: nothing, the one value, or
 * the list of them; a `Deployment` runs, and the address is the value. Throws a `CheatError` where it refuses.
 */
export type Cheatcode = (vm: Vm, args: never) => unknown;

/** Cheatcodes by `name(types)` or `name(types)(returned types)`. */
export type Cheatcodes = Readonly<Record<string, Cheatcode>>;

/** A creation that a cheatcode asks for. */
export class Deployment implements AnsweringCreation {
  constructor(
    readonly init: Uint8Array,
    readonly value: Limbs,
    readonly from: AccountIndex,
    readonly salt: Uint8Array | undefined,
  ) {}
}
