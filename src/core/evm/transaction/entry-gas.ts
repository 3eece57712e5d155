/**
 * The gas of a transaction around its frames, since Amsterdam: how the limit is
 * divided, what is charged before the first frame by what the state holds, and
 * what is left in the end. EIP-2780 (draft of 2026-08-04), EIP-8037 (2026-07-31).
 */

import { least } from '../../values/least';
import { splitGas } from '../frames/frame';
import { Halt } from '../frames/halt';
import {
  chargeState,
  keepState,
  NEW_ACCOUNT,
  NEW_DELEGATION,
  refillState,
  type StatePayer,
  undoState,
} from '../frames/state-gas';
import type { Machine } from '../machine';
import * as Gas from '../rules/gas';
import type { AccountIndex } from '../state/slots';

export class EntryGas implements StatePayer {
  gas: number;
  stateUsed = 0;
  spilled = 0;
  /** State gas beyond what a double counts exactly, which no transaction can use. */
  private readonly reserve: bigint;
  /** State gas taken for the account that is called or created: given back when that fails. */
  private accountCharge = 0;
  /** Authorities whose first write is paid, and those whose delegation is. */
  private readonly written = new Set<AccountIndex>();
  private readonly delegated = new Set<AccountIndex>();

  /**
   * `all`: the gas limit less the intrinsic gas. `prepaid`: accounts whose write
   * the intrinsic gas pays.
   */
  constructor(
    private readonly machine: Machine,
    all: bigint,
    intrinsic: number,
    prepaid: readonly AccountIndex[],
  ) {
    this.gas = Number(least(all, BigInt(Gas.MAX_EXECUTION_GAS - intrinsic)));
    const state = splitGas(all - BigInt(this.gas));
    machine.stateGas = state.gas;
    this.reserve = state.reserve;
    for (const account of prepaid) this.written.add(account);
  }

  /**
   * Pays for a new account, where the account that the transaction calls with value or creates is empty; false when
   * there is too little gas.
   */
  payAccount(account: AccountIndex): boolean {
    if (!this.machine.state.isEmpty(account)) return true;
    if (!chargeState(this.machine, this, NEW_ACCOUNT)) return false;
    this.accountCharge = NEW_ACCOUNT;
    return true;
  }

  /**
   * Pays for reaching the account that the recipient delegates to, and makes it warm; false when there is too little
   * gas.
   */
  payDelegate(delegate: AccountIndex): boolean {
    const { state, prices } = this.machine;
    this.gas -= state.warmAccount(delegate) ? prices.coldAccount : Gas.WARM_ACCESS;
    return this.gas >= 0;
  }

  /**
   * Pays for an authorisation that applies, before it does; each authority pays for its write and its delegation once.
   */
  payAuthorization(authority: AccountIndex, clears: boolean): boolean {
    const { state } = this.machine;
    if (!this.written.has(authority)) {
      this.gas -= Gas.ACCOUNT_WRITE;
      this.written.add(authority);
    }
    if (state.codes[state.code[authority]].delegate !== undefined) this.delegated.add(authority);
    let stateGas = state.isEmpty(authority) ? NEW_ACCOUNT : 0;
    if (!clears && !this.delegated.has(authority)) {
      stateGas += NEW_DELEGATION;
      this.delegated.add(authority);
    }
    return this.gas >= 0 && chargeState(this.machine, this, stateGas);
  }

  /** Gives all state gas back; what executing could have used is gone. */
  fail(): void {
    this.gas = Math.max(0, this.gas);
    undoState(this.machine, this);
    this.gas = 0;
  }

  /** Gas that is left and pays for state alone. */
  get stateLeft(): bigint {
    return BigInt(this.machine.stateGas) + this.reserve;
  }

  /** All that is left once the outermost frame ended; what failed is paid back first. */
  settle(): bigint {
    const { machine } = this;
    this.gas = Number(machine.gasLeft);
    keepState(this, machine);
    const failed = machine.halt !== Halt.none;
    if (failed) refillState(machine, this, this.accountCharge);
    if (failed && machine.halt !== Halt.revert) this.gas = 0;
    this.accountCharge = 0;
    return BigInt(this.gas) + this.stateLeft;
  }
}
